internal import AsyncHTTPClient
internal import NIOCore
internal import Slipway
internal import SlipwayConfiguration
internal import SlipwaySystem

/// Why a request got no answer.
enum RequestFailure: Error {
    /// The answer is longer than a body may be.
    case tooLong
    /// The time for a try was up.
    case timedOut(after: Duration, HTTPProgress)
    /// The task was cancelled.
    case cancelled(HTTPProgress)
    /// Any other reason, in words.
    case reason(String)
}

extension RequestFailure: CustomStringConvertible {
    var description: String {
        switch self {
        case .tooLong: "the answer is longer than \(bodyOutputLimit) bytes"
        case .timedOut(let limit, let progress):
            "no answer within \(limit.timespan) (\(progress))"
        case .cancelled(let progress): "no answer (\(progress))"
        case .reason(let text): text
        }
    }
}

extension SharedHTTPClient {
    /// Sends one request, and follows no redirect.
    ///
    /// Returns when its time is up or the task is cancelled, even while a name server hangs or no
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
        let client: TimedHTTPClient
        let message: HTTPClient.Request
        do {
            client = try self.client(
                TimedHTTPClient.Kind(connectLimit: time.limit, decompresses: limit != nil)
            )
            message = try HTTPClient.Request(request)
        } catch {
            if error is CancellationError { throw error }
            throw RequestFailure.reason(httpFailureReason(error))
        }
        try await resolve(request.url.origin.server, in: time)
        let running = RunningRequest()
        let isTLS = request.url.origin.scheme == .https
        let end = await firstAnswer(within: time.rest) {
            (answer: FirstAnswer<TryEnd<Result<HTTPAnswer, any Error>>>) in
            do throws(ErrorNumber) {
                try client.begin(isTLS: isTLS) {
                    let collector = AnswerCollector(limit: limit, wantsBody: wantsBody) {
                        answer.give(.answered(.success($0)))
                    }
                    let task = client.http.execute(request: message, delegate: collector)
                    task.futureResult.whenComplete { answer.give(.answered($0)) }
                    running.begin(task, collector)
                }
            } catch {
                answer.give(.answered(.failure(HTTPStartError(reason: error))))
            }
        }
        running.end()
        switch end {
        case .answered(.success(let answer)):
            client.noteAnswer(isTLS: isTLS)
            return answer
        case .answered(.failure(let error)): throw Self.failure(error)
        case .timedOut: throw RequestFailure.timedOut(after: time.limit, await running.progress)
        case .cancelled: throw RequestFailure.cancelled(await running.progress)
        case .notTimed(let error): throw RequestFailure.reason("\(error)")
        }
    }

    /// Looks a host up before the client does.
    ///
    /// The client has one thread for lookups, which a silent name server would block for every
    /// host. The client cannot be given the addresses, so it asks again, right after an answer
    /// came.
    private func resolve(_ server: RequestURL.Server, in time: TryTime) async throws {
        guard case .host(let host, let port) = server else { return }
        do {
            _ = try await names.addresses(of: HostAndPort(host, port: port), in: time)
        } catch let failure as LookupFailure {
            throw RequestFailure.reason(failure.reason)
        } catch is CancellationError {
            throw RequestFailure.cancelled(.lookingUp)
        }
    }

    private static func failure(_ error: any Error) -> any Error {
        if error is BodyTooLong || isDecompressionLimit(error) { return RequestFailure.tooLong }
        // The daemon ends and has closed the client.
        if let error = error as? HTTPClientError,
            [.cancelled, .alreadyShutdown].contains(error)
        {
            return CancellationError()
        }
        return RequestFailure.reason(httpFailureReason(error))
    }
}
