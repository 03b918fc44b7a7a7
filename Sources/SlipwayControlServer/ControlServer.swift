internal import Glibc
internal import Slipway
internal import SlipwayInterface
internal import SlipwayLoop
package import SlipwayVarlink
internal import Synchronization

/// Serves Varlink on a Unix socket, on the process's event loop.
package final class ControlServer: Sendable {
    private let sockets: [ListeningSocket]
    private let acceptors: [Acceptor]
    private let table: ConnectionTable
    private let isRunning = Mutex(true)

    /// Starts to serve.
    ///
    /// The calling thread must have started or prepared the event loop, which takes the
    /// connections.
    ///
    /// - Parameters:
    ///   - doors: The sockets and their services; the server itself answers `org.varlink.service`.
    ///     Missing directories of a path are created; a socket at the path without a listening
    ///     process is removed.
    ///   - identity: What `org.varlink.service` reports about the service.
    ///   - limits: What peers can make the server hold, at all doors together.
    ///   - onTrouble: Called with what an operator should know, at most once a minute for each user
    ///     and kind of trouble; on the event loop, so it must not block.
    /// - Throws: Why an endpoint cannot be served, or what the event loop lacks; nothing is left
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

    /// The initializer for tests.
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
    /// Blocks until that is done; a second call does nothing. Replies that were sent before reach
    /// their peers if these take them in time. A socket that was bound here is removed. Must not be
    /// called on the loop.
    ///
    /// - Parameters:
    ///   - patience: How long it may take.
    ///   - refusal: The answer to calls without one; `nil` for no answer.
    ///   - refusesPending: Whether connections in the backlog get the refusal too; otherwise, if
    ///     the socket is inherited, they are left to the next process.
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
        let isDown = Promise<Void>()
        Loop.post { [acceptors, table] in
            // First, so that descriptors are free for the pending connections.
            table.end(refusing: refusal)
            for acceptor in acceptors { acceptor.end(refusal: refusesPending ? refusal : nil) }
            table.whenEmpty { isDown.resolve(()) }
        }
        if isDown.wait(upTo: patience) == nil {
            Loop.post { [table] in table.close() }
        }
        for socket in sockets { socket.remove() }
    }
}
