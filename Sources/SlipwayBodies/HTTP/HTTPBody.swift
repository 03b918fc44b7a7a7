internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayJSON
internal import SlipwayLoop
internal import SlipwayOperations
internal import SlipwaySystem

/// An `http` body with every template filled in.
struct HTTPBody {
    private let request: HTTPRequest
    private let expect: [Int]?
    private let output: HTTPSpecification.Output
    private let answerHeaders: [String]?
    private let tryLimit: Duration
    private let redirects: Int
    /// Hides the secrets of the request in the words of a server, which may repeat them.
    private let redaction: Redaction

    init(_ specification: HTTPSpecification, values: TemplateValues) throws {
        var request = try HTTPRequest(
            method: specification.method,
            to: specification.url,
            specification.headers,
            specification.tls,
            values: values
        )
        request.body = try specification.body?.render(values)
        if specification.output == .json { request.accept = "application/json" }
        self.request = request
        expect = specification.expect
        output = specification.output
        answerHeaders = specification.answerHeaders
        tryLimit = specification.tryTimeout
        redirects = specification.redirects
        redaction = values.credentials.redaction
    }

    /// Sends the request, follows redirects, and reads the answer.
    ///
    /// - Throws: ``HTTPError``; when cancelled, `Cancelled` with how far it came, or
    ///   `CancellationError` before the request was sent.
    func run(with client: SharedHTTPClient) async throws -> JSON {
        try await ask(since: nil, with: client)?.value ?? .null
    }

    /// Sends the request as ``run(with:)`` does, for an answer of which an earlier version may be
    /// at hand.
    ///
    /// - Parameters:
    ///   - etag: The entity tag of the version at hand; `nil` for none.
    ///   - client: Sends it.
    /// - Returns: The answer; `nil` if the server says that the version at hand is current.
    /// - Throws: As ``run(with:)``.
    func ask(
        since etag: String?,
        with client: SharedHTTPClient
    ) async throws -> RequestAnswer? {
        let end = try await exchange(since: etag, with: client)
        if end.isConditional, end.answer.code == 304 { return nil }
        guard isExpected(end.answer.code) else {
            throw HTTPError.unexpectedStatus(
                request: end.name,
                code: end.answer.code,
                status: status(of: end),
                expected: expect
            )
        }
        return RequestAnswer(try value(of: end.answer, to: end.request), etag: end.etag)
    }

    /// The name of the request in messages.
    var name: String { name(of: request) }

    /// Sends the request and follows redirects, up to an answer that is no redirect, or is
    /// expected.
    ///
    /// - Parameters:
    ///   - etag: The entity tag of the version at hand; `nil` for none.
    ///   - client: Sends it.
    /// - Returns: The answer, with its body where its status is expected.
    /// - Throws: As ``run(with:)``.
    func exchange(
        since etag: String?,
        with client: SharedHTTPClient
    ) async throws -> RequestEnd {
        try Task.checkCancellation()
        do throws(LoopError) {
            try Loop.start()
        } catch {
            throw HTTPError.failed(request: request.name, reason: "\(error)")
        }
        // One limit for all requests, redirects included.
        let time = TryTime(tryLimit)
        let first = request.unless(etag)
        let isConditional = first.headers != request.headers
        var request = first
        var visited: Set<String> = []
        while true {
            let answer = try await answer(to: request, in: time, from: client)
            guard redirects > 0, AnswerFailure.redirects.contains(answer.code),
                !isExpected(answer.code), let location = answer.location
            else {
                return RequestEnd(
                    answer: answer,
                    request: request,
                    name: name(of: request),
                    isConditional: isConditional && visited.isEmpty,
                    // Behind a redirect the tag is another resource's, and the next redirect may
                    // lead elsewhere.
                    etag: visited.isEmpty ? answer.etag : nil
                )
            }
            do throws(RedirectFault) {
                let next = try request.redirected(answer.code, to: location)
                guard visited.count < redirects else {
                    throw .tooMany(redirects, to: next.target)
                }
                visited.insert(request.identity)
                guard !visited.contains(next.identity) else { throw .circle(to: next.target) }
                request = isConditional ? next.without("If-None-Match") : next
            } catch {
                throw HTTPError.notFollowed(
                    request: name(of: request),
                    code: answer.code,
                    reason: redaction.hidden(in: "\(error)")
                )
            }
        }
    }

    /// The status in messages, with the target of a redirect.
    private func status(of end: RequestEnd) -> String {
        let isRedirect = AnswerFailure.redirects.contains(end.answer.code)
        let target = isRedirect ? end.answer.location.flatMap(end.request.target) : nil
        return shown(end.answer.status + (target.map { ", to \($0)" } ?? ""))
    }

    /// The name of a request in messages; a redirect may have brought a secret into its URL.
    private func name(of request: HTTPRequest) -> String { redaction.hidden(in: request.name) }

    /// A server's text, as messages show it.
    private func shown(_ text: String) -> String { Quoting.shown(redaction.hidden(in: text)) }

    private func isExpected(_ code: Int) -> Bool {
        expect?.contains(code) ?? (200...299).contains(code)
    }

    private func answer(
        to request: HTTPRequest,
        in time: TryTime,
        from client: SharedHTTPClient
    ) async throws -> HTTPAnswer {
        do {
            let limit = output == .none ? nil : bodyOutputLimit
            return try await client.answer(to: request, in: time, limit: limit) { isExpected($0) }
        } catch RequestFailure.cancelled(let progress) {
            let words = "\(request.name): \(RequestFailure.cancelled(progress))"
            throw Cancelled(redaction.hidden(in: words))
        } catch RequestFailure.tooLong {
            throw HTTPError.tooLong(request: name(of: request), limit: bodyOutputLimit)
        } catch let failure as RequestFailure {
            let reason = redaction.hidden(in: "\(failure)")
            throw HTTPError.failed(request: name(of: request), reason: reason)
        }
    }

    private func value(of answer: HTTPAnswer, to request: HTTPRequest) throws(HTTPError) -> JSON {
        let body = try body(of: answer, to: request)
        guard let answerHeaders else { return body }
        let headers = answer.values(of: answerHeaders).map { ($0.name, JSON.string($0.value)) }
        return [
            "status": .integer(Int64(answer.code)), "headers": .object(JSONObject(headers)),
            "body": body,
        ]
    }

    private func body(of answer: HTTPAnswer, to request: HTTPRequest) throws(HTTPError) -> JSON {
        do throws(OutputFault) {
            switch output {
            case .none: return .null
            // A 204 has no body.
            case .json: return answer.code == 204 ? .null : try BodyOutput.json(answer.body)
            case .text: return .string(try BodyOutput.text(answer.body))
            }
        } catch {
            throw .unreadable(
                request: name(of: request),
                expected: output == .json ? "JSON" : output.rawValue,
                reason: error.reason,
                type: answer.type.map { shown($0) },
                beginning: beginning(of: answer)
            )
        }
    }

    /// The beginning of a page in place of JSON, which is usually about an error; `nil` for everything
    /// else: it may be secret, such as a token.
    private func beginning(of answer: HTTPAnswer) -> String? {
        let isBlank: (UInt8) -> Bool = { [0x09, 0x0A, 0x0D, 0x20].contains($0) }
        let isPage =
            answer.type?.lowercased().contains("html") ?? false
            || answer.body.first { !isBlank($0) } == UInt8(ascii: "<")
        guard output == .json, isPage, !answer.body.isEmpty else { return nil }
        // Secrets are hidden before the text is cut: a part of one would not be recognised. More
        // bytes are left than are shown.
        let body = redaction.hidden(in: answer.body[...]).prefix(256)
        return Quoting.shown(String(decoding: body, as: UTF8.self))
    }
}

/// The last answer to a request.
struct RequestEnd: Sendable {
    let answer: HTTPAnswer
    /// The request that was answered, which redirects may have led to.
    let request: HTTPRequest
    /// The name of the request in messages.
    let name: String
    /// The server was asked for another version than the one at hand.
    let isConditional: Bool
    /// The entity tag by which the server recognises the answer.
    let etag: String?
}

extension HTTPRequest {
    /// The request with the condition that the answer is another version than the one at hand.
    fileprivate func unless(_ etag: String?) -> HTTPRequest {
        guard let etag, HeaderName.accepts(value: etag), let name = HeaderName("If-None-Match"),
            headers[name] == nil
        else { return self }
        var request = self
        request.headers[name] = etag
        return request
    }

    /// The request without a header.
    fileprivate func without(_ name: String) -> HTTPRequest {
        guard let name = HeaderName(name) else { return self }
        var request = self
        request.headers[name] = nil
        return request
    }
}
