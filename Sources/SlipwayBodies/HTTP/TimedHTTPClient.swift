internal import AsyncHTTPClient
internal import NIOCore
internal import NIOHTTPCompression
internal import SlipwaySystem
internal import Synchronization

/// An HTTP client with the try timeout as its connect timeout.
///
/// The connect timeout belongs to a client, not to a request. A shorter one would end a try too
/// early. With a longer one, a hanging connection would also fail the next tries, which wait for
/// the same connection.
final class TimedHTTPClient: Sendable {
    /// What a client's configuration has to be the same for.
    struct Kind: Hashable {
        /// How long connecting may take, TLS included.
        let connectLimit: Duration
        /// Whether bodies are decompressed, up to their limit; what is dropped has none.
        let decompresses: Bool
    }

    let http: HTTPClient
    /// Whether a TLS request was answered; the client sets TLS up with the first one.
    private let hasTLS = Atomic(false)

    /// - Parameters:
    ///   - kind: What it is for.
    ///   - loop: The event loop of its connections.
    init(_ kind: Kind, on loop: any EventLoop) {
        var configuration = HTTPClient.Configuration()
        let longest = Duration.seconds(365 * 24 * 3600)
        configuration.timeout.connect = TimeAmount(min(kind.connectLimit, longest))
        // Queues limit the number of requests at a time.
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 4096
        // The operation's own policy decides whether and when to try again.
        configuration.connectionPool.retryConnectionEstablishment = false
        // HTTPRequest+redirect.swift checks redirects before they are followed.
        configuration.redirectConfiguration = .disallow
        if kind.decompresses {
            configuration.decompression = .enabled(limit: .size(bodyOutputLimit))
        }
        // One request at a time gains nothing from HTTP/2, and less can go wrong.
        configuration.httpVersion = .http1Only
        configuration.http1_1ConnectionDebugInitializer = { AnswerGuard.add(to: $0) }
        http = HTTPClient(eventLoopGroupProvider: .shared(loop), configuration: configuration)
    }

    /// Starts a request; until TLS is set up, TLS requests start on their own thread.
    ///
    /// To set up TLS the client blocks its caller until Dispatch gets a thread.
    ///
    /// - Throws: No thread is available.
    func begin(
        isTLS: Bool,
        _ work: @escaping @Sendable () -> Void
    ) throws(ErrorNumber) {
        if !isTLS || hasTLS.load(ordering: .relaxed) { return work() }
        try PlainThread.run(work)
    }

    /// Closes its connections; one that does not close cleanly is closed all the same.
    func shutdown() async { try? await http.shutdown() }

    /// A request was answered.
    func noteAnswer(isTLS: Bool) {
        if isTLS { hasTLS.store(true, ordering: .relaxed) }
    }
}
