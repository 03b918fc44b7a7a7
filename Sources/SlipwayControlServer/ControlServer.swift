internal import Dispatch
internal import Glibc
internal import Slipway
package import SlipwayControl
internal import SlipwayLoop
internal import Synchronization

/// Serves Varlink on a Unix socket, on the process's event loop.
package final class ControlServer: Sendable {
    private let sockets: [ListeningSocket]
    private let acceptors: [Acceptor]
    private let table: ConnectionTable
    private let isRunning = Mutex(true)

    /// Starts to serve: from then on the event loop, which must have been started or prepared by the
    /// calling thread, takes connections.
    ///
    /// - Parameters:
    ///   - doors: Where to listen, and who answers there; `org.varlink.service` is answered here.
    ///     Missing directories of a path are made; a socket at the path that no process listens on
    ///     any more is removed.
    ///   - identity: What `org.varlink.service` says about the service.
    ///   - limits: What peers can make the server hold, at all doors together.
    ///   - onTrouble: Told of what an operator should know, once a minute for each user and kind of
    ///     trouble. Called on the event loop; must not block.
    /// - Throws: What is wrong with an endpoint, or what the event loop lacks; nothing was left
    ///   behind.
    package convenience init(
        _ doors: [ControlDoor],
        identity: ServiceIdentity,
        limits: ControlLimits = ControlLimits(),
        onTrouble: @escaping @Sendable (ControlTrouble) -> Void = { _ in }
    ) throws(ControlServerError) {
        try self.init(
            doors,
            identity: identity,
            limits: limits,
            owner: geteuid(),
            onTrouble: onTrouble
        )
    }

    /// The same, for tests.
    init(
        _ doors: [ControlDoor],
        identity: ServiceIdentity,
        limits: ControlLimits,
        owner: UInt32,
        calls: SocketCalls = SocketCalls(),
        onTrouble: @escaping @Sendable (ControlTrouble) -> Void
    ) throws(ControlServerError) {
        var sockets: [ListeningSocket] = []
        do throws(ControlServerError) {
            for door in doors { sockets.append(try ListeningSocket(door.endpoint)) }
            let places = zip(doors, sockets).map { ($0, $1.descriptor) }
            (acceptors, table) = try Self.serve(places, identity, calls) {
                ConnectionTable(limits: limits, owner: owner, onTrouble: onTrouble)
            }
        } catch {
            for socket in sockets { socket.undo() }
            throw error
        }
        self.sockets = sockets
    }

    private static func serve(
        _ places: [(door: ControlDoor, listener: Int32)],
        _ identity: ServiceIdentity,
        _ calls: SocketCalls,
        table: @escaping @Loop @Sendable () -> ConnectionTable
    ) throws(ControlServerError) -> ([Acceptor], ConnectionTable) {
        do throws(LoopError) {
            return try Loop.run { () throws(LoopError) in
                let table = table()
                var acceptors: [Acceptor] = []
                do throws(LoopError) {
                    for (door, listener) in places {
                        acceptors.append(
                            try Acceptor(
                                listener,
                                table,
                                Router(services: door.services, identity: identity),
                                admits: door.admits,
                                calls: calls
                            )
                        )
                    }
                } catch {
                    for acceptor in acceptors { acceptor.leave() }
                    throw error
                }
                return (acceptors, table)
            }
        } catch {
            throw .loop(error)
        }
    }

    deinit { shutdown() }

    /// Stops listening and closes every connection.
    ///
    /// Blocks until that is done; a second time does nothing.
    /// Replies that were sent before reach their peers, if these take them in that time. A socket
    /// that was bound here is removed. Not to be called on the loop.
    ///
    /// - Parameters:
    ///   - patience: How long it may take.
    ///   - refusal: What calls are answered that have no answer yet; `nil`: nothing.
    ///   - refusesPending: Whether connections that were not accepted yet are told so too; otherwise
    ///     they are left to the next process, if the socket is inherited.
    package func shutdown(
        within patience: Duration = .seconds(2),
        refusing refusal: VarlinkError? = nil,
        refusesPending: Bool = false
    ) {
        let isFirst = isRunning.withLock { isRunning in
            defer { isRunning = false }
            return isRunning
        }
        guard isFirst else { return }
        let isDown = DispatchSemaphore(value: 0)
        Loop.post { [acceptors, table] in
            // First, so that there are descriptors for those that are pending.
            table.end(refusing: refusal)
            for acceptor in acceptors { acceptor.end(refusal: refusesPending ? refusal : nil) }
            table.whenEmpty { isDown.signal() }
        }
        let deadline = DispatchTime.now() + .microseconds(Int(clamping: patience.microseconds))
        if isDown.wait(timeout: deadline) == .timedOut {
            Loop.post { [table] in table.close() }
        }
        for socket in sockets { socket.remove() }
    }
}
