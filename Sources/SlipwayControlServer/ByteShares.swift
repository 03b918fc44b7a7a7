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

/// Replies that are sent to several connections of a user, and kept once for all of them.
struct FrameShares {
    private struct Key: Hashable {
        let uid: UInt32
        let frame: ObjectIdentifier
    }

    private var holders: [Key: Int] = [:]

    /// Notes that a connection holds a reply; whether it is the user's first.
    mutating func add(_ frame: SharedFrame, _ uid: UInt32) -> Bool {
        let key = Key(uid: uid, frame: ObjectIdentifier(frame))
        holders[key, default: 0] += 1
        return holders[key] == 1
    }

    /// Notes that a connection has let go of a reply; whether it was the user's last.
    mutating func remove(_ frame: SharedFrame, _ uid: UInt32) -> Bool {
        let key = Key(uid: uid, frame: ObjectIdentifier(frame))
        guard let count = holders[key], count > 1 else {
            holders[key] = nil
            return true
        }
        holders[key] = count - 1
        return false
    }
}

/// What a connection holds of what is shared out by user.
struct ConnectionLoad {
    /// The bytes of calls that arrived, whole or not, and are not answered.
    var input = 0
    /// The bytes of small replies that nothing follows, and that the peer has not taken.
    var output = 0
    /// The large replies that the peer has not taken.
    var large: [SharedFrame] = []
}
