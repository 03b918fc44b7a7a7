internal import AsyncHTTPClient
internal import Glibc
internal import NIOCore
internal import NIOHTTPCompression
internal import NIOPosix
internal import SlipwaySystem
internal import Synchronization

/// The HTTP client that all bodies share, started by the first that needs it.
final class SharedHTTPClient: Sendable {
    private enum State {
        case unused
        case open(HTTPClient, MultiThreadedEventLoopGroup)
        case shutDown
    }

    private let state = Mutex(State.unused)

    /// The client; starts its thread if there is none yet, which takes about a millisecond.
    ///
    /// - Throws: ``HTTPStartError``; the next call tries again. `CancellationError` after
    ///   ``shutdown()``: the daemon ends.
    func client() throws -> HTTPClient {
        try state.withLock { state in
            switch state {
            case .open(let client, _): return client
            case .shutDown: throw CancellationError()
            case .unused:
                let (client, group) = try Self.start()
                state = .open(client, group)
                return client
            }
        }
    }

    /// Whether there is something to close.
    var isOpen: Bool {
        state.withLock { if case .open = $0 { true } else { false } }
    }

    /// Closes the connections, and ends the thread if there is one.
    func shutdown() async {
        let open = state.withLock { state -> (HTTPClient, MultiThreadedEventLoopGroup)? in
            defer { state = .shutDown }
            guard case .open(let client, let group) = state else { return nil }
            return (client, group)
        }
        // A connection that does not close cleanly is closed all the same.
        try? await open?.0.shutdown()
        try? await open?.1.shutdownGracefully()
    }

    private static func start() throws(HTTPStartError) -> (HTTPClient, MultiThreadedEventLoopGroup)
    {
        do throws(ErrorNumber) {
            try checkRoom()
        } catch {
            throw HTTPStartError(reason: error)
        }
        let group = PlainThread.withSignalsBlocked {
            MultiThreadedEventLoopGroup(numberOfThreads: 1)
        }
        var configuration = HTTPClient.Configuration()
        configuration.timeout.connect = .seconds(10)
        // The operation's own policy decides whether and when to try again.
        configuration.connectionPool.retryConnectionEstablishment = false
        // Redirects are looked at before they are followed: HTTPRequest+redirect.swift.
        configuration.redirectConfiguration = .disallow
        configuration.decompression = .enabled(limit: .size(bodyOutputLimit))
        // One request at a time has no use for more, and less can go wrong.
        configuration.httpVersion = .http1Only
        let client = HTTPClient(
            eventLoopGroupProvider: .shared(group),
            configuration: configuration
        )
        return (client, group)
    }

    /// Makes sure that there are descriptors and a thread for the client's loop: it would end the
    /// process without.
    private static func checkRoom() throws(ErrorNumber) {
        var descriptors: [Int32] = []
        defer { for descriptor in descriptors { close(descriptor) } }
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        // It takes three; others may want some at the same time.
        for _ in 0..<16 {
            let descriptor = socket(AF_UNIX, kind, 0)
            guard descriptor >= 0 else { throw .current }
            descriptors.append(descriptor)
        }
        try PlainThread.check()
    }
}

/// What the HTTP client needs cannot be had, now.
struct HTTPStartError: Error, Hashable {
    let reason: ErrorNumber
}

extension HTTPStartError: CustomStringConvertible {
    var description: String { "cannot start HTTP: \(reason)" }
}
