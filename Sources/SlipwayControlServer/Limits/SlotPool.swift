/// Counts the slots of one kind by user.
///
/// A user first takes the slots that are reserved for that user, then the common ones.
struct SlotPool {
    /// The room for another connection.
    enum Room: Hashable {
        case free
        /// The user's share is used up.
        case shareIsFull
        /// All slots are taken.
        case allIsFull
    }

    private let limits: SlotLimits
    /// The daemon's own user.
    private let owner: UInt32
    private var held: [UInt32: Int] = [:]
    /// The number of common slots that are taken.
    private var common = 0

    init(_ limits: SlotLimits, owner: UInt32) {
        self.limits = limits
        self.owner = owner
    }

    /// The number of slots that a user holds.
    func held(by uid: UInt32) -> Int { held[uid] ?? 0 }

    /// The number of common slots that a user holds.
    func common(of uid: UInt32) -> Int { max(0, held(by: uid) - reserved(for: uid)) }

    func room(for uid: UInt32) -> Room {
        if held(by: uid) < reserved(for: uid) { return .free }
        if common(of: uid) >= limits.share { return .shareIsFull }
        return common >= limits.total ? .allIsFull : .free
    }

    /// The limit that a refused user is told.
    func limit(for room: Room, of uid: UInt32) -> Int {
        room == .allIsFull ? limits.total : limits.share + reserved(for: uid)
    }

    /// Takes a slot, even beyond the limits.
    mutating func take(for uid: UInt32) { change(uid, by: 1) }

    mutating func giveBack(of uid: UInt32) { change(uid, by: -1) }

    private mutating func change(_ uid: UInt32, by count: Int) {
        common -= self.common(of: uid)
        let left = held(by: uid) + count
        held[uid] = left > 0 ? left : nil
        common += self.common(of: uid)
    }

    private func reserved(for uid: UInt32) -> Int {
        // A daemon's user that is root has both reservations.
        (uid == 0 ? limits.reserved : 0) + (uid == owner ? limits.reserved : 0)
    }
}
