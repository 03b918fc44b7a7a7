internal import Dispatch
internal import Glibc
internal import Slipway
internal import SlipwayLoop
internal import Synchronization

/// Serves Varlink on a Unix socket, on the process's event loop.
package final class ControlServer: Sendable {
    private let socket: ListeningSocket
    private let acceptor: Acceptor
    private let table: ConnectionTable
    private let isRunning = Mutex(true)

    /// Starts to serve: from then on the event loop, which must have been started or prepared by the
    /// calling thread, takes connections.
    ///
    /// - Parameters:
    ///   - endpoint: Where to listen. Missing directories of a path are made; a socket at the path
    ///     that nobody listens on any more is removed.
    ///   - services: Who answers; `org.varlink.service` is answered here.
    ///   - identity: What `org.varlink.service` says about the service.
    ///   - limits: What peers can make the server hold.
    ///   - onTrouble: Told of what an operator should know, once a minute for each user and kind of
    ///     trouble. Called on the event loop; must not block.
    /// - Throws: What is wrong with the endpoint, or what the event loop lacks; nothing was left
    ///   behind.
    package convenience init(
        on endpoint: ControlEndpoint,
        services: [any VarlinkService],
        identity: ServiceIdentity,
        limits: ControlLimits = ControlLimits(),
        onTrouble: @escaping @Sendable (ControlTrouble) -> Void = { _ in }
    ) throws(ControlServerError) {
        try self.init(
            on: endpoint,
            router: Router(services: services, identity: identity),
            limits: limits,
            onTrouble: onTrouble
        )
    }

    /// The same, for tests.
    init(
        on endpoint: ControlEndpoint,
        router: Router,
        limits: ControlLimits,
        owner: UInt32 = geteuid(),
        calls: SocketCalls = SocketCalls(),
        onTrouble: @escaping @Sendable (ControlTrouble) -> Void
    ) throws(ControlServerError) {
        let socket = try ListeningSocket(endpoint)
        do throws(LoopError) {
            (acceptor, table) = try Loop.run { () throws(LoopError) in
                let table = ConnectionTable(
                    router: router,
                    limits: limits,
                    owner: owner,
                    onTrouble: onTrouble
                )
                return (try Acceptor(socket.descriptor, table, calls: calls), table)
            }
        } catch {
            if case .path = endpoint { close(socket.descriptor) }
            socket.remove()
            throw .loop(error)
        }
        self.socket = socket
    }

    deinit { shutdown() }

    /// Stops listening and closes every connection.
    ///
    /// Blocks until that is done, but not longer than `patience`; a second time does nothing.
    /// Replies that were sent before reach their peers, if these take them in that time. A socket
    /// that was bound here is removed. Not to be called on the loop.
    package func shutdown(within patience: Duration = .seconds(2)) {
        let isFirst = isRunning.withLock { isRunning in
            defer { isRunning = false }
            return isRunning
        }
        guard isFirst else { return }
        let isDown = DispatchSemaphore(value: 0)
        Loop.post { [acceptor, table] in
            acceptor.end()
            table.end { isDown.signal() }
        }
        let deadline = DispatchTime.now() + .microseconds(Int(clamping: patience.microseconds))
        if isDown.wait(timeout: deadline) == .timedOut {
            Loop.post { [table] in table.close() }
        }
        socket.remove()
    }
}
