/// The decision to leave out optional operations: the service did not come up with them.
package struct SafeMode: Hashable, Sendable {
    /// The starts that led to the decision, the oldest first.
    package let starts: [LaunchMark]

    /// Takes the starts.
    package init(_ starts: [LaunchMark]) { self.starts = starts }

    /// The optional operations that may be to blame, those that were there most often first.
    package var suspects: [String] {
        var counts: [String: Int] = [:]
        for start in starts { for name in start.suspects { counts[name, default: 0] += 1 } }
        return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    }

    /// Why, in one line: `3 starts crashed while 'warm-cache' ran`.
    package var reason: String {
        let crashes = starts.count { $0.state == .crashed }
        let count = "\(starts.count) starts"
        let names = suspects.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
        switch crashes {
        case starts.count: return "\(count) crashed" + (names.isEmpty ? "" : " while \(names) ran")
        case 0: return "\(count) failed because of \(names)"
        default:
            return "\(count) crashed or failed" + (names.isEmpty ? "" : "; suspected: \(names)")
        }
    }

    /// The decision in one line.
    package var words: String { "safe mode, without optional operations: \(reason)" }
}
