internal import SlipwayInterface

/// Assigns a server's slots to connections, and chooses the idle connection that is closed for a
/// new one.
///
/// There are slots of two kinds, for connections that ask and for those that wait, so that waiting
/// connections take nothing from asking ones. A connection takes an asking slot; while a call of
/// its own waits for its last reply, it holds a waiting slot instead. Afterwards it gets an asking
/// slot in any case, so there are never more connections than slots of both kinds.
///
/// Events in, decisions out: the value names connections to be closed and closes none itself.
struct ConnectionSlots {
    /// A connection's number; no number is used twice.
    typealias ID = UInt64

    /// The room for a new connection.
    enum Room: Hashable {
        case free
        /// There is room once this idle connection is closed: ask again then.
        case afterClosing(ID)
        case none(ConnectionRefusal)
    }

    private struct Member {
        let uid: UInt32
        var isWaiting = false
        /// The count at which the connection became idle; `nil` while it is busy.
        var idleSince: UInt64?
    }

    private var asking: SlotPool
    private var waiting: SlotPool
    private var members: [ID: Member] = [:]
    private var idle: [UInt32: IdleQueue] = [:]
    /// The number of calls of ``note(_:isIdle:)``, by which idle connections are ordered.
    private var noteCount: UInt64 = 0

    init(asking: SlotLimits, waiting: SlotLimits, owner: UInt32) {
        self.asking = SlotPool(asking, owner: owner)
        self.waiting = SlotPool(waiting, owner: owner)
    }

    /// Looks for a slot for a new connection.
    func room(for uid: UInt32) -> Room {
        let room = asking.room(for: uid)
        let idle: ID? =
            switch room {
            case .free: nil
            case .shareIsFull: self.idle[uid]?.first
            case .allIsFull: longestIdle
            }
        if room == .free { return .free }
        return idle.map { .afterClosing($0) }
            ?? .none(
                .tooManyConnections(
                    limit: asking.limit(for: room, of: uid),
                    yours: asking.held(by: uid)
                )
            )
    }

    /// Looks for a connection to close, when there is no descriptor for a new one.
    func roomWithoutDescriptor(for uid: UInt32) -> Room {
        let idle = self.idle[uid]?.first ?? longestIdle
        return idle.map { .afterClosing($0) } ?? .none(refusal(of: uid))
    }

    /// The refusal of a user for whom a slot is free, but another resource is missing.
    func refusal(of uid: UInt32) -> ConnectionRefusal {
        .tooManyConnections(limit: members.count, yours: asking.held(by: uid))
    }

    /// Gives a new connection, which is idle, a slot.
    mutating func add(_ id: ID, of uid: UInt32) {
        members[id] = Member(uid: uid)
        asking.take(for: uid)
        note(id, isIdle: true)
    }

    /// Notes whether a connection is idle; if so, it became idle just now.
    mutating func note(_ id: ID, isIdle: Bool) {
        guard let member = members[id] else { return }
        if member.idleSince != nil {
            idle[member.uid]?.remove(id)
            if idle[member.uid]?.isEmpty == true { idle[member.uid] = nil }
        }
        noteCount += 1
        members[id]?.idleSince = isIdle ? noteCount : nil
        if isIdle { idle[member.uid, default: IdleQueue()].append(id) }
    }

    /// Moves a connection to a waiting slot.
    ///
    /// - Returns: Why it may not wait; it then keeps its asking slot.
    mutating func beginWaiting(_ id: ID) -> ConnectionRefusal? {
        guard let member = members[id], !member.isWaiting else { return nil }
        let room = waiting.room(for: member.uid)
        guard room == .free else {
            return .tooManyWaiting(
                limit: waiting.limit(for: room, of: member.uid),
                yours: waiting.held(by: member.uid)
            )
        }
        note(id, isIdle: false)
        members[id]?.isWaiting = true
        asking.giveBack(of: member.uid)
        waiting.take(for: member.uid)
        return nil
    }

    /// Moves a connection back to an asking slot.
    mutating func endWaiting(_ id: ID) {
        guard let member = members[id], member.isWaiting else { return }
        members[id]?.isWaiting = false
        waiting.giveBack(of: member.uid)
        asking.take(for: member.uid)
    }

    /// Frees the slot of a closed connection.
    mutating func remove(_ id: ID) {
        note(id, isIdle: false)
        guard let member = members.removeValue(forKey: id) else { return }
        if member.isWaiting {
            waiting.giveBack(of: member.uid)
        } else {
            asking.giveBack(of: member.uid)
        }
    }

    /// The connection that has been idle longest, among those whose slot another user could have.
    private var longestIdle: ID? {
        var longest: (id: ID, since: UInt64)?
        for (uid, line) in idle where asking.common(of: uid) > 0 {
            guard let id = line.first, let since = members[id]?.idleSince else { continue }
            if since < longest?.since ?? .max { longest = (id, since) }
        }
        return longest?.id
    }
}
