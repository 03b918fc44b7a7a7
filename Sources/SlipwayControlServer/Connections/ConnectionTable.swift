internal import Glibc
internal import Slipway
internal import SlipwayInterface
internal import SlipwayLoop
internal import SlipwaySystem
internal import SlipwayVarlink

/// All connections of a server, on the event loop.
@Loop
final class ConnectionTable {
    /// The number of idle connections that are tried for one new connection.
    private static let mostAttempts = 64

    let buffer = ReadBuffer()
    let ready = ReadyConnections()
    private let limits: ControlLimits
    private let onTrouble: @Sendable (ControlTrouble) -> Void
    private var connections: [ConnectionSlots.ID: Connection] = [:]
    private var slots: ConnectionSlots
    private var lastID: ConnectionSlots.ID = 0
    private var input: ByteShares
    private var output: ByteShares
    private var large = FrameShares()
    /// Connections whose calls wait until their user's peers have read more.
    private var held: [UInt32: Set<ConnectionSlots.ID>] = [:]
    private var limiter = TroubleLimiter()
    /// Called after a connection was closed and its descriptor is free.
    var onRemoval: [@Loop () -> Void] = []
    private var onEmpty: (@Loop () -> Void)?

    init(
        limits: ControlLimits,
        owner: UInt32,
        onTrouble: @escaping @Sendable (ControlTrouble) -> Void
    ) {
        self.limits = limits
        self.onTrouble = onTrouble
        input = ByteShares(limit: limits.userInput)
        output = ByteShares(limit: limits.userOutput)
        slots = ConnectionSlots(
            asking: limits.asking ?? .allowedNow,
            waiting: limits.waiting ?? .allowedNow,
            owner: owner
        )
    }

    /// Serves a connection with a router.
    ///
    /// The descriptor does not block, and is the table's unless this throws.
    ///
    /// - Throws: There is no slot, or the connection cannot be watched; the descriptor is still the
    ///   caller's.
    func serve(
        _ descriptor: Int32,
        _ peer: Peer,
        _ router: Router
    ) throws(ConnectionRefusal) {
        try makeRoom(for: peer.uid) { $0.room(for: peer.uid) }
        lastID += 1
        let connection = Connection(
            lastID,
            descriptor: descriptor,
            peer: peer,
            table: self,
            router: router,
            limits: limits
        )
        do throws(LoopError) {
            try connection.start()
        } catch {
            report(.cannotServe(error.reason, peer))
            throw slots.refusal(of: peer.uid)
        }
        slots.add(connection.id, of: peer.uid)
        connections[connection.id] = connection
        // The peer has often sent a call already.
        connection.read()
    }

    /// Closes an idle connection to free its descriptor.
    ///
    /// - Throws: No connection is idle.
    func freeDescriptor(for uid: UInt32) throws(ConnectionRefusal) {
        let count = connections.count
        try makeRoom(for: uid) { slots in
            connections.count < count ? .free : slots.roomWithoutDescriptor(for: uid)
        }
    }

    private func makeRoom(
        for uid: UInt32,
        _ look: (ConnectionSlots) -> ConnectionSlots.Room
    ) throws(ConnectionRefusal) {
        for _ in 0..<Self.mostAttempts {
            switch look(slots) {
            case .free: return
            case .none(let refusal): throw refusal
            case .afterClosing(let id):
                guard let idle = connections[id] else { continue }
                // A connection that has just sent a call is not idle.
                if idle.hasUnreadInput { idle.read() } else { idle.close() }
            }
        }
        throw slots.refusal(of: uid)
    }

    /// The refusal of a user for whom there is no descriptor.
    func refusal(of uid: UInt32) -> ConnectionRefusal { slots.refusal(of: uid) }

    func note(_ connection: Connection, isIdle: Bool) {
        slots.note(connection.id, isIdle: isIdle)
    }

    /// Notes the memory that a connection holds; returns whether it may stay open.
    func note(_ connection: Connection, load: ConnectionLoad) -> Bool {
        let uid = connection.peer.uid
        let old = connection.load
        connection.load = load
        input.change(uid, from: old.input, to: load.input)
        output.change(uid, from: old.output, to: load.output)
        noteLarge(uid, from: old.large, to: load.large)
        if held[uid] != nil { resumeHeld(uid) }
        return load.input <= old.input || !input.isExceeded(by: uid)
    }

    private func noteLarge(_ uid: UInt32, from old: [SharedFrame], to new: [SharedFrame]) {
        guard !(old.isEmpty && new.isEmpty) else { return }
        for frame in new where large.add(frame, uid) {
            output.change(uid, from: 0, to: frame.count)
        }
        for frame in old where large.remove(frame, uid) {
            output.change(uid, from: frame.count, to: 0)
        }
    }

    /// Tells whether a connection's next call may be answered; if not, the table resumes the
    /// connection later.
    func mayAnswer(_ connection: Connection) -> Bool {
        guard output.isExceeded(by: connection.peer.uid) else { return true }
        held[connection.peer.uid, default: []].insert(connection.id)
        return false
    }

    /// Tells whether a connection's next call waits until its user's peers have read more.
    func isHeld(_ connection: Connection) -> Bool {
        held[connection.peer.uid]?.contains(connection.id) ?? false
    }

    private func resumeHeld(_ uid: UInt32) {
        guard !output.isExceeded(by: uid), let ids = held.removeValue(forKey: uid) else { return }
        for id in ids { connections[id]?.answerLater() }
    }

    func beginWaiting(_ connection: Connection) -> ConnectionRefusal? {
        slots.beginWaiting(connection.id)
    }

    func endWaiting(_ connection: Connection) { slots.endWaiting(connection.id) }

    func remove(_ connection: Connection) {
        held[connection.peer.uid]?.remove(connection.id)
        _ = note(connection, load: ConnectionLoad())
        connections[connection.id] = nil
        slots.remove(connection.id)
        for tell in onRemoval { tell() }
        tellIfEmpty()
    }

    func report(_ trouble: ControlTrouble) {
        if limiter.admits(trouble, at: .now) { onTrouble(trouble) }
    }

    /// Closes every connection; those with unsent replies get some time.
    ///
    /// - Parameter refusal: The answer to calls without one; `nil` for no answer.
    func end(refusing refusal: VarlinkError?) {
        for connection in connections.values { connection.end(refusing: refusal) }
    }

    /// Calls `body` once every connection is closed.
    func whenEmpty(_ body: @escaping @Loop () -> Void) {
        onEmpty = body
        tellIfEmpty()
    }

    /// Closes every connection at once.
    func close() {
        for connection in connections.values { connection.close() }
    }

    private func tellIfEmpty() {
        guard connections.isEmpty, let onEmpty else { return }
        self.onEmpty = nil
        onEmpty()
    }
}
