/// The number of bytes that are held for each user, against a limit per user.
struct ByteShares {
    private let limit: Int
    private var held: [UInt32: Int] = [:]

    init(limit: Int) { self.limit = limit }

    /// Tells whether a user's bytes are above the limit.
    func isExceeded(by uid: UInt32) -> Bool { held[uid] ?? 0 > limit }

    /// Notes that a number of bytes of a user has changed.
    mutating func change(_ uid: UInt32, from old: Int, to new: Int) {
        guard old != new else { return }
        let sum = (held[uid] ?? 0) - old + new
        held[uid] = sum > 0 ? sum : nil
    }
}

/// Counts replies that several connections of a user share, once per user.
struct FrameShares {
    private struct Key: Hashable {
        let uid: UInt32
        let frame: ObjectIdentifier
    }

    private var holders: [Key: Int] = [:]

    /// Notes that a connection holds a reply; returns whether it is the user's first.
    mutating func add(_ frame: SharedFrame, _ uid: UInt32) -> Bool {
        let key = Key(uid: uid, frame: ObjectIdentifier(frame))
        holders[key, default: 0] += 1
        return holders[key] == 1
    }

    /// Notes that a connection has released a reply; returns whether it was the user's last.
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

/// The memory that a connection holds and that is limited per user.
struct ConnectionLoad {
    /// The bytes of calls without an answer, complete or not.
    var input = 0
    /// The bytes of small last replies that the peer has not taken.
    var output = 0
    /// The large replies that the peer has not taken.
    var large: [SharedFrame] = []
}
