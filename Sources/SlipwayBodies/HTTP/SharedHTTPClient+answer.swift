internal import AsyncHTTPClient
internal import NIOCore
internal import NIOHTTP1
internal import Slipway
internal import SlipwayConfiguration
internal import SlipwaySystem
internal import Synchronization

/// Why a request got no answer.
enum RequestFailure: Error {
    /// The answer is longer than a body may be.
    case tooLong
    /// The time for a try was up.
    case timedOut(after: Duration)
    /// In words that say what to look at.
    case reason(String)
}

extension RequestFailure: CustomStringConvertible {
    var description: String {
        switch self {
        case .tooLong: "the answer is longer than \(bodyOutputLimit) bytes"
        case .timedOut(let limit): "no answer within \(limit.timespan)"
        case .reason(let text): text
        }
    }
}

extension SharedHTTPClient {
    /// Sends one request, and follows no redirect.
    ///
    /// Returns when its time is up or the task is cancelled, also when the client hangs: on a name
    /// server, or on a thread that cannot be had. The loop must run.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - limit: How long it may take.
    ///   - wantsBody: Whether the body counts, by the status code; otherwise the answer is there
    ///     with its head.
    /// - Returns: The answer.
    /// - Throws: ``RequestFailure`` or `CancellationError`.
    func answer(
        to request: HTTPRequest,
        within limit: Duration,
        wantsBody: @escaping @Sendable (Int) -> Bool
    ) async throws -> HTTPAnswer {
        let client: HTTPClient
        let message: HTTPClient.Request
        do {
            client = try self.client()
            message = try HTTPClient.Request(request)
        } catch {
            if error is CancellationError { throw error }
            throw RequestFailure.reason(httpFailureReason(error))
        }
        let running = RunningRequest()
        let isTLS = request.url.origin.scheme == .https
        let end = await firstAnswer(within: limit) {
            (answer: FirstAnswer<TryEnd<Result<HTTPAnswer, any Error>>>) in
            do throws(ErrorNumber) {
                try begin(isTLS: isTLS) {
                    let collector = AnswerCollector(limit: bodyOutputLimit, wantsBody: wantsBody) {
                        answer.give(.answered(.success($0)))
                    }
                    let task = client.execute(request: message, delegate: collector)
                    task.futureResult.whenComplete { answer.give(.answered($0)) }
                    running.begin(task)
                }
            } catch {
                answer.give(.answered(.failure(HTTPStartError(reason: error))))
            }
        }
        running.end()
        switch end {
        case .answered(.success(let answer)):
            noteAnswer(isTLS: isTLS)
            return answer
        case .answered(.failure(let error)): throw Self.failure(error)
        case .timedOut: throw RequestFailure.timedOut(after: limit)
        case .cancelled: throw CancellationError()
        case .notTimed(let error): throw RequestFailure.reason("\(error)")
        }
    }

    private static func failure(_ error: any Error) -> any Error {
        if error is BodyTooLong || isDecompressionLimit(error) { return RequestFailure.tooLong }
        // The daemon ends, and has closed the client.
        if let error = error as? HTTPClientError,
            [.cancelled, .alreadyShutdown].contains(error)
        {
            return CancellationError()
        }
        return RequestFailure.reason(httpFailureReason(error))
    }
}

/// A request that may begin after its time was up.
private final class RunningRequest: Sendable {
    private enum State {
        case due
        case begun(HTTPClient.Task<HTTPAnswer>)
        case over
    }

    private let state = Mutex(State.due)

    func begin(_ task: HTTPClient.Task<HTTPAnswer>) {
        let isOver = state.withLock { state in
            guard case .due = state else { return true }
            state = .begun(task)
            return false
        }
        if isOver { task.cancel() }
    }

    /// Cancels it, unless it has ended.
    func end() {
        let task = state.withLock { state -> HTTPClient.Task<HTTPAnswer>? in
            defer { state = .over }
            guard case .begun(let task) = state else { return nil }
            return task
        }
        task?.cancel()
    }
}

extension HTTPClient.Request {
    /// The request as the client sends it.
    init(_ request: HTTPRequest) throws {
        var headers = HTTPHeaders()
        for (name, value) in request.headers.sorted(by: { $0.key.text < $1.key.text }) {
            headers.add(name: name.text, value: value)
        }
        // Some services refuse a request without.
        headers.addIfMissing("User-Agent", "slipway")
        if let accept = request.accept { headers.addIfMissing("Accept", accept) }
        // What the client decompresses.
        headers.addIfMissing("Accept-Encoding", "gzip, deflate")
        try self.init(
            url: request.url.text,
            method: HTTPMethod(rawValue: request.method.rawValue),
            headers: headers,
            body: request.body.map { .string($0) }
        )
    }
}

extension HTTPHeaders {
    fileprivate mutating func addIfMissing(_ name: String, _ value: String) {
        if !contains(name: name) { add(name: name, value: value) }
    }
}
