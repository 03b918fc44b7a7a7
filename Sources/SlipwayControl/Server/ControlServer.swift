internal import Glibc
internal import NIOCore
internal import NIOPosix
internal import Synchronization

/// Serves Varlink on a Unix socket, on one thread of its own.
package final class ControlServer: Sendable {
    private let file: SocketFile?
    private let loop = LoopThread()
    private let isRunning = Mutex(true)

    /// Starts to serve: when this returns, the socket takes connections.
    ///
    /// The event loop starts meanwhile, on its own thread: that takes a millisecond, which the
    /// caller has better use for, and whoever connects before waits in the backlog.
    ///
    /// - Parameters:
    ///   - endpoint: Where to listen. Missing directories of a path are made; a socket at the path
    ///     that nobody listens on any more is removed.
    ///   - services: Who answers; `org.varlink.service` is answered here.
    ///   - identity: What `org.varlink.service` says about the service.
    ///   - limits: What peers can make the server hold.
    ///   - onFailure: Told if the event loop cannot take the socket, for want of descriptors or
    ///     memory; then peers are refused. Called on another thread.
    /// - Throws: What is wrong with the endpoint; nothing was left behind.
    package init(
        on endpoint: ControlEndpoint,
        services: [any VarlinkService],
        identity: ServiceIdentity,
        limits: ControlLimits = ControlLimits(),
        onFailure: @escaping @Sendable (ControlServerError) -> Void = { _ in }
    ) throws(ControlServerError) {
        let socket = try ListeningSocket(endpoint)
        file = socket.file
        let acceptor = Acceptor(
            router: Router(services: services, identity: identity),
            limits: limits
        )
        do throws(ControlServerError) {
            try loop.start { group in
                let channel = ServerBootstrap(group: group)
                    .childChannelOption(.allowRemoteHalfClosure, value: true)
                    .childChannelOption(.writeBufferWaterMark, value: acceptor.waterMark)
                    .childChannelInitializer(acceptor.take)
                    .withBoundSocket(socket.descriptor)
                channel.whenFailure { onFailure(.eventLoop("\($0)")) }
                // NIO cuts the backlog to 128; systemd's sockets come with more.
                channel.whenSuccess { _ in listen(socket.descriptor, ListeningSocket.backlog) }
            }
        } catch {
            socket.discard()
            throw error
        }
    }

    deinit { shutdown() }

    /// Stops listening, closes every connection and ends the thread.
    ///
    /// Blocks until that is done, but not longer than `patience`; a second time does nothing.
    /// Replies that were sent before are on their way to their peers. A socket that was bound here
    /// is removed. Not to be called from a service's ``VarlinkService/call(_:from:reply:)``.
    package func shutdown(within patience: Duration = .seconds(2)) {
        let isFirst = isRunning.withLock { isRunning in
            defer { isRunning = false }
            return isRunning
        }
        guard isFirst else { return }
        file?.remove()
        loop.stop(within: patience)
    }
}

/// Takes connections in, on the event loop.
private struct Acceptor: Sendable {
    let router: Router
    let limits: ControlLimits
    private let places: ConnectionPlaces

    init(router: Router, limits: ControlLimits) {
        self.router = router
        self.limits = limits
        places = ConnectionPlaces(limits)
    }

    var waterMark: ChannelOptions.Types.WriteBufferWaterMark {
        .init(low: limits.unreadOutput / 2, high: limits.unreadOutput)
    }

    @Sendable func take(_ channel: any Channel) -> EventLoopFuture<Void> {
        guard places.take(channel) else { return channel.close() }
        return Peer.of(channel).flatMapThrowing { peer in
            let connection = Connection(router: router, limits: limits, peer: peer) {
                places.heard(channel)
            }
            try channel.pipeline.syncOperations.addHandler(connection)
        }
    }
}

extension Peer {
    /// `struct ucred` of unix(7), which the Glibc module does not offer: three 32-bit words.
    private typealias Credentials = (pid: Int32, uid: UInt32, gid: UInt32)

    fileprivate static func of(_ channel: any Channel) -> EventLoopFuture<Peer> {
        guard let options = channel as? any SocketOptionProvider else {
            return channel.eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
        }
        let option = NIOBSDSocket.Option(rawValue: SO_PEERCRED)
        let found: EventLoopFuture<Credentials> =
            options.unsafeGetSocketOption(level: .socket, name: option)
        return found.map { Peer(pid: $0.pid, uid: $0.uid, gid: $0.gid) }
    }
}
