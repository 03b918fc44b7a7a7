import AsyncHTTPClient
import NIOCore
import NIOPosix
import Synchronization

/// The HTTP client that all bodies share, created by the first that needs it.
final class HTTPClients: Sendable {
    private enum State {
        case unused
        case open(Clients)
        case shutDown
    }

    private struct Clients {
        /// For requests whose answer counts: up to 5 redirects are followed.
        let following: HTTPClient
        /// For asking whether someone answers at all: a redirect is an answer.
        let asking: HTTPClient
        /// The loop that was started for them, if none is shared.
        let ownGroup: MultiThreadedEventLoopGroup?
    }

    private let shared: (any EventLoopGroup)?
    private let state = Mutex(State.unused)

    init(sharing group: (any EventLoopGroup)?) {
        shared = group
    }

    /// The client for a request.
    ///
    /// - Throws: `CancellationError` after ``shutdown()``: the daemon ends.
    func client(followingRedirects: Bool) throws -> HTTPClient {
        try state.withLock { state in
            let clients: Clients
            switch state {
            case .open(let open): clients = open
            case .shutDown: throw CancellationError()
            case .unused:
                clients = Self.create(sharing: shared)
                state = .open(clients)
            }
            return followingRedirects ? clients.following : clients.asking
        }
    }

    /// Whether there is something to close.
    var isOpen: Bool {
        state.withLock { if case .open = $0 { true } else { false } }
    }

    /// Closes the connections, and ends the thread if there is one.
    func shutdown() async {
        let clients = state.withLock { state -> Clients? in
            defer { state = .shutDown }
            guard case .open(let clients) = state else { return nil }
            return clients
        }
        // A connection that does not close cleanly is closed all the same.
        try? await clients?.following.shutdown()
        try? await clients?.asking.shutdown()
        try? await clients?.ownGroup?.shutdownGracefully()
    }

    private static func create(sharing shared: (any EventLoopGroup)?) -> Clients {
        let ownGroup = shared == nil ? MultiThreadedEventLoopGroup(numberOfThreads: 1) : nil
        let group = shared ?? ownGroup ?? MultiThreadedEventLoopGroup.singleton
        var configuration = HTTPClient.Configuration()
        configuration.timeout.connect = .seconds(10)
        // The operation's own policy decides whether and when to try again.
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.redirectConfiguration = .follow(max: 5, allowCycles: false)
        let following = HTTPClient(
            eventLoopGroupProvider: .shared(group),
            configuration: configuration
        )
        configuration.redirectConfiguration = .disallow
        let asking = HTTPClient(
            eventLoopGroupProvider: .shared(group),
            configuration: configuration
        )
        return Clients(following: following, asking: asking, ownGroup: ownGroup)
    }
}
