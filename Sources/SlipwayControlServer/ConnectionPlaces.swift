internal import SlipwayControl

/// Who holds the places that a server has for connections, and who gives way.
///
/// There are two sorts of places, for connections that ask and for those that wait, so that who
/// waits takes nothing from who asks. A connection takes an asking place; while a call of its own
/// waits for its last reply, it holds a waiting one instead. Back from there it has an asking place
/// in any case: so there are never more than the places of both sorts.
///
/// Events in, decisions out: it names connections to be closed and closes none itself.
struct ConnectionPlaces {
    /// Numbers connections, never the same twice.
    typealias ID = UInt64

    /// Whether a new connection has a place.
    enum Room: Hashable {
        case free
        /// Once this idle connection is closed; then ask again.
        case afterClosing(ID)
        case none(ConnectionRefusal)
    }

    private struct Member {
        let uid: UInt32
        var isWaiting = false
        /// When it became idle, counted; `nil` while it is busy.
        var idleSince: UInt64?
    }

    private var asking: PlacePool
    private var waiting: PlacePool
    private var members: [ID: Member] = [:]
    private var idle: [UInt32: IdleQueue] = [:]
    private var turn: UInt64 = 0

    init(asking: PlaceLimits, waiting: PlaceLimits, owner: UInt32) {
        self.asking = PlacePool(asking, owner: owner)
        self.waiting = PlacePool(waiting, owner: owner)
    }

    /// Looks for a place for a new connection.
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

    /// What a user is told for whom there are places, but nothing else that a connection needs.
    func refusal(of uid: UInt32) -> ConnectionRefusal {
        .tooManyConnections(limit: members.count, yours: asking.held(by: uid))
    }

    /// Gives a new connection, which is idle, its place.
    mutating func add(_ id: ID, of uid: UInt32) {
        members[id] = Member(uid: uid)
        asking.take(for: uid)
        note(id, isIdle: true)
    }

    /// Notes whether a connection has anything under way; if not, it became idle just now.
    mutating func note(_ id: ID, isIdle: Bool) {
        guard let member = members[id] else { return }
        if member.idleSince != nil {
            idle[member.uid]?.remove(id)
            if idle[member.uid]?.isEmpty == true { idle[member.uid] = nil }
        }
        turn += 1
        members[id]?.idleSince = isIdle ? turn : nil
        if isIdle { idle[member.uid, default: IdleQueue()].append(id) }
    }

    /// Moves a connection to a waiting place.
    ///
    /// - Returns: Why it may not wait; then it stays where it is.
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

    /// Moves a connection back to an asking place.
    mutating func endWaiting(_ id: ID) {
        guard let member = members[id], member.isWaiting else { return }
        members[id]?.isWaiting = false
        waiting.giveBack(of: member.uid)
        asking.take(for: member.uid)
    }

    /// Takes a closed connection's place back.
    mutating func remove(_ id: ID) {
        note(id, isIdle: false)
        guard let member = members.removeValue(forKey: id) else { return }
        if member.isWaiting {
            waiting.giveBack(of: member.uid)
        } else {
            asking.giveBack(of: member.uid)
        }
    }

    /// The idle connection that is longest idle, of all whose place another user could have.
    private var longestIdle: ID? {
        var longest: (id: ID, since: UInt64)?
        for (uid, line) in idle where asking.common(of: uid) > 0 {
            guard let id = line.first, let since = members[id]?.idleSince else { continue }
            if since < longest?.since ?? .max { longest = (id, since) }
        }
        return longest?.id
    }
}
