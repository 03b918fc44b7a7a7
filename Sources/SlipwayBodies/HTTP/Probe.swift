internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayProcess
internal import SlipwaySystem

/// A request of which only the answer's status counts, with every template filled in.
struct Probe: Sendable {
    private let request: HTTPRequest
    private let expect: [Int]?
    /// Hides the secrets of the request in the words of a server, which may repeat them.
    private let redaction: Redaction

    init(_ specification: ProbeSpecification, values: TemplateValues) throws {
        request = try HTTPRequest(
            to: specification.url,
            specification.headers,
            specification.tls,
            values: values
        )
        expect = specification.expect
        redaction = values.credentials.redaction
    }

    /// The name of the request in messages.
    var name: String { request.name }

    /// Why the server does not answer with an expected status; `nil` if it does.
    ///
    /// A redirect counts as an answer and is not followed; the body is not read.
    ///
    /// - Throws: When cancelled, how far the request came.
    func failure(
        with client: SharedHTTPClient,
        within limit: Duration
    ) async throws(Cancelled) -> CheckFailure? {
        do {
            let answer = try await client.answer(to: request, in: TryTime(limit)) { _ in false }
            let status = Quoting.shown(redaction.hidden(in: answer.status))
            guard let expect else {
                return 200...399 ~= answer.code ? nil : CheckFailure(status)
            }
            return expect.contains(answer.code)
                ? nil : CheckFailure("\(status); expected \(HTTPStatus.list(expect))")
        } catch RequestFailure.cancelled(let progress) {
            throw Cancelled("\(RequestFailure.cancelled(progress))")
        } catch let failure as RequestFailure {
            let words = redaction.hidden(in: "\(failure)")
            if case .reason(_, isShortage: true) = failure {
                return CheckFailure(words, isShortage: true)
            }
            return CheckFailure(words)
        } catch {
            throw Cancelled("no answer")
        }
    }
}
