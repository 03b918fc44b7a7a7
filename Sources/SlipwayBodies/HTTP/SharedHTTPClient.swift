internal import AsyncHTTPClient
internal import NIOCore
internal import NIOHTTPCompression
internal import NIOPosix
internal import SlipwaySystem
internal import Synchronization

/// The HTTP client that all bodies share, started by the first that needs it.
///
/// What is not shut down stays until the process ends: to shut it down takes threads, which a daemon
/// that ends may not have.
final class SharedHTTPClient: Sendable {
    private enum State {
        case unused
        case open(Unmanaged<HTTPClient>, MultiThreadedEventLoopGroup)
        case shutDown
    }

    private let state = Mutex(State.unused)
    /// Whether TLS works, which the client sets up with the first request that needs it.
    private let hasTLS = Atomic(false)

    /// The client; starts its thread if there is none yet, which takes about a millisecond.
    ///
    /// - Throws: ``HTTPStartError``; the next call tries again. `CancellationError` after
    ///   ``shutdown()``.
    func client() throws -> HTTPClient {
        try state.withLock { state in
            switch state {
            case .open(let client, _): return client.takeUnretainedValue()
            case .shutDown: throw CancellationError()
            case .unused:
                let (client, group) = try Self.start()
                state = .open(.passRetained(client), group)
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
            return (client.takeRetainedValue(), group)
        }
        // A connection that does not close cleanly is closed all the same.
        try? await open?.0.shutdown()
        try? await open?.1.shutdownGracefully()
    }

    /// Starts a request, on a thread of its own where the client may block the thread that asks: to
    /// set up TLS it waits for a thread of Dispatch, for as long as none can be had.
    ///
    /// - Throws: There is no thread to be had.
    func begin(
        isTLS: Bool,
        _ work: @escaping @Sendable () -> Void
    ) throws(ErrorNumber) {
        if !isTLS || hasTLS.load(ordering: .relaxed) { return work() }
        try PlainThread.run(work)
    }

    /// A request was answered.
    func noteAnswer(isTLS: Bool) {
        if isTLS { hasTLS.store(true, ordering: .relaxed) }
    }

    private static func start() throws(HTTPStartError) -> (HTTPClient, MultiThreadedEventLoopGroup)
    {
        do throws(ErrorNumber) {
            // It would end the process without: it takes three descriptors for its loop, and a
            // thread. Others may want some descriptors at the same time.
            try FreeDescriptors.check(16)
            try PlainThread.check()
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
}

/// What the HTTP client needs cannot be had, now.
struct HTTPStartError: Error, Hashable {
    let reason: ErrorNumber
}

extension HTTPStartError: CustomStringConvertible {
    var description: String { "cannot start HTTP: \(reason)" }
}
