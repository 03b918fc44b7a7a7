/// How many bytes are held for each user, of those that a user may have held.
struct ByteShares {
    private let limit: Int
    private var held: [UInt32: Int] = [:]

    init(limit: Int) { self.limit = limit }

    /// Whether more is held for a user than may be.
    func isExceeded(by uid: UInt32) -> Bool { held[uid] ?? 0 > limit }

    /// Notes that something of a user's has grown or shrunk.
    mutating func change(_ uid: UInt32, from old: Int, to new: Int) {
        guard old != new else { return }
        let sum = (held[uid] ?? 0) - old + new
        held[uid] = sum > 0 ? sum : nil
    }
}

/// What a connection holds of what is shared out by user, in bytes.
struct ConnectionLoad: Hashable {
    /// Calls that arrived, whole or not, and are not answered.
    var input = 0
    /// Replies that nothing follows, and large ones, that the peer has not taken.
    var output = 0
}
