/// A number with its noun: `1 entry`, `2 entries`, `0 entries`.
///
/// Without `several`, the plural is `one` with an `s`.
package func counted(_ count: Int, _ one: String, _ several: String? = nil) -> String {
    count == 1 ? "1 \(one)" : "\(count) \(several ?? one + "s")"
}

/// `once`, `2 times`, `0 times`.
package func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

extension Collection<String> {
    /// `a, b, c and 4 more`: the first ones of many.
    package func firstOnes(_ limit: Int = 3) -> String {
        prefix(limit).joined(separator: ", ") + (count > limit ? " and \(count - limit) more" : "")
    }
}
