internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayLoop
internal import SlipwaySystem
internal import Synchronization

/// The HTTP client that all bodies share.
///
/// A client costs nothing until it is used.
final class SharedHTTPClient: Sendable {
    private enum State {
        case unused, open, shutDown
    }

    let names: NameLookup
    let environment: [String: String]
    let library: CurlLibrary
    private let connections = HTTPConnections()
    private let state = Mutex(State.unused)

    /// - Parameters:
    ///   - environment: May name proxies.
    ///   - names: Looks hosts up.
    ///   - library: Loads libcurl.
    init(
        environment: [String: String] = [:],
        names: NameLookup = .shared,
        library: CurlLibrary = .shared
    ) {
        self.environment = environment
        self.names = names
        self.library = library
    }

    /// Ends the requests and closes the connections; later requests fail.
    func shutdown() async {
        let before = state.withLock { state in
            defer { state = .shutDown }
            return state
        }
        if before == .open { await connections.shutDown() }
    }

    /// Sends one request, and follows no redirect.
    ///
    /// Returns when the time is up or the task is cancelled, even while a name server hangs or no
    /// thread is available. The loop must run.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - time: How long it may take, together with the requests that redirected to it.
    ///   - limit: The most bytes of the body; `nil` to read one of any length and drop it.
    ///   - wantsBody: Whether the body of an answer with this status code is wanted; if not, the
    ///     head alone is the answer.
    /// - Returns: The answer.
    /// - Throws: ``RequestFailure``; `CancellationError` once the client is shut down.
    func answer(
        to request: HTTPRequest,
        in time: TryTime,
        limit: Int? = bodyOutputLimit,
        wantsBody: @escaping @Sendable (Int) -> Bool
    ) async throws -> HTTPAnswer {
        let isShutDown = state.withLock { state in
            if state == .unused { state = .open }
            return state == .shutDown
        }
        if isShutDown { throw CancellationError() }
        let transfer = Transfer(
            request,
            by: try await route(of: request, in: time),
            connectLimit: time.limit,
            to: AnswerReader(limit: limit, wantsBody: wantsBody)
        )
        return try await wait(in: time) { answer in
            Loop.post { [connections] in
                connections.begin(transfer) { answer.resolve(.answered($0)) }
            }
        } givingUp: {
            await connections.giveUp(transfer)
        }
    }

    /// Waits for what takes a thread of its own.
    func wait<Value>(for work: SharedWork<Value>, in time: TryTime) async throws -> Value {
        if let made = work.made { return made }
        return try await wait(in: time) { answer in
            work.value { result in
                answer.resolve(.answered(result.mapError { RequestFailure($0) }))
            }
        } givingUp: {
            .connecting
        }
    }

    /// Waits for an answer, as long as there is time.
    func wait<Value: Sendable>(
        in time: TryTime,
        begin: (Promise<TryEnd<Result<Value, any Error>>>) -> Void,
        givingUp: () async -> HTTPProgress
    ) async throws -> Value {
        switch await firstAnswer(within: time.rest, begin: begin) {
        case .answered(let result): return try result.get()
        case .timedOut: throw RequestFailure.timedOut(after: time.limit, await givingUp())
        case .cancelled: throw RequestFailure.cancelled(await givingUp())
        }
    }
}

/// Why a request got no answer.
enum RequestFailure: Error {
    /// The answer is longer than a body may be.
    case tooLong
    /// The time for a try was up.
    case timedOut(after: Duration, HTTPProgress)
    /// The task was cancelled.
    case cancelled(HTTPProgress)
    /// Any other reason, in words; `isShortage`: this process lacked descriptors, threads or memory for it.
    case reason(String, isShortage: Bool = false)

    init(_ error: HTTPStartError) {
        let isShortage = if case .shortage(let reason) = error { reason.isShortage } else { false }
        self = .reason("\(error)", isShortage: isShortage)
    }
}

extension RequestFailure: CustomStringConvertible {
    var description: String {
        switch self {
        case .tooLong: "the answer is longer than \(bodyOutputLimit) bytes"
        case .timedOut(let limit, let progress):
            "no answer within \(limit.timespan) (\(progress))"
        case .cancelled(let progress): "no answer (\(progress))"
        case .reason(let text, _): text
        }
    }
}
