internal import Slipway

extension Identity {
    /// The number of characters of each identity that are shown: at least so many that no two of them look
    /// the same.
    static func shownLength(among ids: some Sequence<String>) -> Int {
        let ids = ids.sorted()
        let same = zip(ids, ids.dropFirst()).map { zip($0.utf8, $1.utf8).prefix { $0 == $1 }.count }
        return max(8, (same.max() ?? 0) + 1)
    }
}
