import SlipwayBodies
import SlipwayConfiguration
import SlipwayJSON
import SlipwayTestSupport
import Testing

/// The methods of `http`, and what its value has of an answer.
@Suite(.timeLimit(.minutes(10)))
struct HTTPMethodTests {
    private func value(
        _ make: (Template) -> HTTPSpecification,
        _ answer: @escaping HTTPTestServer.Answering
    ) async throws -> JSON {
        let server = try HTTPTestServer(answer)
        defer { server.stop() }
        let runner = BodyRunner.quiet()
        let specification = make(Template(literal: "http://127.0.0.1:\(server.port)/a"))
        let value = try await runner.run(.http(specification))
        await runner.shutdown()
        return value
    }

    /// A request that may have a body says that it has none; of a DELETE none is expected.
    @Test(
        arguments: [
            (.get, nil, nil), (.post, "hi", "2"), (.post, nil, "0"), (.put, "hi", "2"),
            (.put, nil, "0"), (.patch, "hi", "2"), (.patch, nil, "0"), (.delete, "hi", "2"),
            (.delete, nil, nil),
        ] as [(HTTPSpecification.Method, String?, String?)]
    )
    func theServerGetsMethodAndBody(
        method: HTTPSpecification.Method,
        body: String?,
        length: String?
    ) async throws {
        let value = try await value {
            HTTPSpecification(url: $0, method: method, body: body.map { Template(literal: $0) })
        } _: { request in
            let json = JSON.array(request.lines.map { .string($0.lowercased()) })
            return .ok(json.compact)
        }
        let lines = try #require(value.arrayValue).compactMap(\.stringValue)
        #expect(lines.first == "\(method.rawValue) /a http/1.1".lowercased())
        let lengths = lines.filter { $0.hasPrefix("content-length:") }
        #expect(lengths == (length.map { ["content-length: \($0)"] } ?? []))
        #expect((lines.last == "hi") == (body != nil))
        #expect(!lines.contains { $0.hasPrefix("content-type:") || $0.hasPrefix("expect:") })
    }

    /// The length of an answer to a HEAD is that of a body that does not come.
    @Test func aHEADWaitsForNoBody() async throws {
        let value = try await value {
            HTTPSpecification(
                url: $0,
                method: .head,
                output: .none,
                answerHeaders: ["etag", "age"]
            )
        } _: { request in
            request.lines.first == "HEAD /a HTTP/1.1"
                ? .silence(after: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nETag: \"1\"\r\n\r\n")
                : nil
        }
        #expect(value == ["status": 200, "headers": ["etag": "\"1\""], "body": nil])
    }

    @Test func theValueHasTheHeadersThatAreNamed() async throws {
        let value = try await value {
            HTTPSpecification(
                url: $0,
                method: .put,
                body: "{}",
                answerHeaders: ["location", "vary", "retry-after"]
            )
        } _: { _ in
            .status(
                "201 Created",
                headers: ["LOCATION: /a/1", "Vary: Accept", "X-Secret: 1", "vary:  Origin "],
                body: "{\"id\": 1}"
            )
        }
        #expect(
            value.compact
                == #"{"status":201,"headers":{"location":"/a/1","vary":"Accept, Origin"},"body":{"id":1}}"#
        )
    }

    /// It is the last answer's, not that of a redirect or of an interim one.
    @Test func theHeadersAreThoseOfTheAnswer() async throws {
        let value = try await value {
            HTTPSpecification(url: $0, output: .text, answerHeaders: ["x-a", "location"])
        } _: { request in
            request.lines.first == "GET /a HTTP/1.1"
                ? .status("302 Found", headers: ["Location: /b", "X-A: 1"])
                : .text("HTTP/1.1 103 X\r\nX-A: 2\r\n\r\nHTTP/1.1 200 OK\r\nX-A: 3\r\n\r\nhi")
        }
        #expect(value == ["status": 200, "headers": ["x-a": "3"], "body": "hi"])
    }

    /// Of one on a connection that was used before, libcurl would guess that the server did nothing with it.
    @Test(arguments: [HTTPSpecification.Method.post, .put, .patch, .delete])
    func aRequestWithoutAnAnswerIsNotSentAgain(method: HTTPSpecification.Method) async throws {
        let requests = Counter()
        let server = try HTTPTestServer { request in
            if request.lines[0].hasPrefix("GET") {
                return .kept("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
            }
            _ = requests.next()
            return nil
        }
        let runner = BodyRunner.quiet()
        let url = Template(literal: "http://127.0.0.1:\(server.port)/")
        _ = try await runner.run(.http(HTTPSpecification(url: url)))
        let failure = await runner.failure(.http(HTTPSpecification(url: url, method: method)))
        #expect(failure?.hasPrefix("\(method.rawValue) http://127.0.0.1:") == true)
        #expect(requests.next() == 1)
        await runner.shutdown()
        server.stop()
    }
}
