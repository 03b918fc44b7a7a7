internal import AsyncHTTPClient
internal import NIOCore
internal import NIOHTTPCompression
internal import SlipwaySystem
internal import Synchronization

/// An HTTP client whose connections have as long to come about as a try may take.
///
/// Such a time is the client's and not a request's. A shorter one would end a try before its own is
/// up; a connection that hangs for longer would take the tries after it with it, as they wait for
/// the same one.
final class TimedHTTPClient: Sendable {
    let http: HTTPClient
    /// Whether TLS works, which the client sets up with the first request that needs it.
    private let hasTLS = Atomic(false)

    /// - Parameters:
    ///   - limit: How long connecting may take, with TLS.
    ///   - loop: Where its connections live.
    init(connectingWithin limit: Duration, on loop: any EventLoop) {
        var configuration = HTTPClient.Configuration()
        configuration.timeout.connect = TimeAmount(min(limit, .seconds(365 * 24 * 3600)))
        // How many requests there are at a time is for queues to say.
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 4096
        // The operation's own policy decides whether and when to try again.
        configuration.connectionPool.retryConnectionEstablishment = false
        // Redirects are looked at before they are followed: HTTPRequest+redirect.swift.
        configuration.redirectConfiguration = .disallow
        configuration.decompression = .enabled(limit: .size(bodyOutputLimit))
        // One request at a time has no use for more, and less can go wrong.
        configuration.httpVersion = .http1Only
        configuration.http1_1ConnectionDebugInitializer = { AnswerGuard.add(to: $0) }
        http = HTTPClient(eventLoopGroupProvider: .shared(loop), configuration: configuration)
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

    /// Closes its connections; one that does not close cleanly is closed all the same.
    func shutdown() async { try? await http.shutdown() }

    /// A request was answered.
    func noteAnswer(isTLS: Bool) {
        if isTLS { hasTLS.store(true, ordering: .relaxed) }
    }
}
