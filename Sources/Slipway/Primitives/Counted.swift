/// A number with its noun: `1 entry`, `2 entries`, `0 entries`.
///
/// Without `several`, the plural is `one` with an `s`.
package func counted(_ count: Int, _ one: String, _ several: String? = nil) -> String {
    count == 1 ? "1 \(one)" : "\(count) \(several ?? one + "s")"
}

/// `once`, `2 times`, `0 times`.
package func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
