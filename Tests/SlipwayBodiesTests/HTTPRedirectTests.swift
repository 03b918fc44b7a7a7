import SlipwayBodies
import SlipwayConfiguration
import SlipwayJSON
import SlipwayTestSupport
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10)))
struct HTTPRedirectTests {
    /// Runs a request; `answer` gets the path of each request that arrives.
    private func outcome(
        _ make: (String) -> HTTPSpecification,
        _ answer:
            @escaping @Sendable (_ request: HTTPTestServer.Request, _ path: String)
            -> HTTPTestServer.Answer?
    ) async throws -> String {
        let server = try HTTPTestServer { request in
            let path = request.lines.first?.split(separator: " ").dropFirst().first
            return answer(request, path.map(String.init) ?? "")
        }
        let runner = BodyRunner.quiet()
        let result: String
        do {
            let specification = make("http://127.0.0.1:\(server.port)")
            result = try await runner.run(.http(specification)).compact
        } catch {
            result = "\(error)".replacing(":\(server.port)", with: ":PORT")
        }
        await runner.shutdown()
        server.stop()
        return result
    }

    @Test func whatARedirectLeadsToIsNamedWithoutThePayload() async throws {
        let server = try HTTPTestServer { _ in
            .redirect("302 Found", to: "http://127.0.0.1:1/secret")
        }
        let url = Template(
            segments: [
                .literal("http://127.0.0.1:\(server.port)/"), .reference(.payload(path: ["a"])),
            ]
        )
        let runner = BodyRunner.quiet()
        let words = "GET http://127.0.0.1:1/…: Connection refused (ECONNREFUSED)"
        let body = BodySpecification.http(HTTPSpecification(url: url))
        let values = TemplateValues(payload: ["a": "secret"])
        let error = await #expect(throws: (any Error).self) {
            try await runner.run(body, values: values)
        }
        #expect(error.map { "\($0)" } == words)
        await runner.shutdown()
        server.stop()
    }

    private func get(_ path: String) -> (String) -> HTTPSpecification {
        { HTTPSpecification(url: Template(literal: $0 + path)) }
    }

    @Test(arguments: ["301", "302", "303", "307", "308"])
    func aRedirectIsFollowed(status: String) async throws {
        let result = try await outcome(get("/a/old?x")) { request, path in
            path == "/a/old?x" ? .redirect("\(status) Moved", to: "new?y#z") : .ok("\"\(path)\"")
        }
        #expect(result == "\"/a/new?y\"")
    }

    @Test(arguments: ["300", "304", "305", "306"])
    func anotherStatusIsNoRedirect(status: String) async throws {
        let result = try await outcome(get("/")) { _, _ in .redirect("\(status) X", to: "/new") }
        #expect(result.hasPrefix("GET http://127.0.0.1:PORT/: \(status)"), "\(result)")
        #expect(result.hasSuffix("; expected 200 to 299"), "\(result)")
    }

    @Test func aRedirectThatIsExpectedIsTheAnswer() async throws {
        let result = try await outcome {
            HTTPSpecification(url: "\($0)/", expect: [302], output: .none)
        } _: { _, path in
            path == "/" ? .redirect("302 Found", to: "/new") : nil
        }
        #expect(result == "null")
    }

    @Test func tenAreFollowedAndNotOneMore() async throws {
        func to(_ limit: Int) async throws -> String {
            try await outcome(get("/0")) { _, path in
                let number = Int(path.dropFirst()) ?? 0
                return number == limit
                    ? .ok("\(number)") : .redirect("302 Found", to: "/\(number + 1)")
            }
        }
        #expect(try await to(10) == "10")
        #expect(
            try await to(11)
                == "GET http://127.0.0.1:PORT/10: more than 10 redirects, the next to http://127.0.0.1:PORT/11"
        )
    }

    @Test func theConfigurationSaysHowManyAreFollowed() async throws {
        func of(_ limit: Int) async throws -> String {
            try await outcome {
                HTTPSpecification(url: "\($0)/0", redirects: limit)
            } _: { _, path in
                path == "/2" ? .ok("2") : .redirect("302 Found", to: path == "/0" ? "/1" : "/2")
            }
        }
        let target = "http://127.0.0.1:PORT/"
        let start = "GET \(target)"
        #expect(try await of(0) == start + "0: 302 Found, to \(target)1; expected 200 to 299")
        #expect(try await of(1) == start + "1: more than 1 redirect, the next to \(target)2")
        #expect(try await of(2) == "2")
    }

    @Test func aCircleEnds() async throws {
        let result = try await outcome(get("/a")) { _, path in
            .redirect("302 Found", to: path == "/a" ? "/b" : "/a")
        }
        #expect(
            result
                == "GET http://127.0.0.1:PORT/b: it redirects in a circle, to http://127.0.0.1:PORT/a"
        )
    }

    @Test(
        arguments: [
            (
                "http://h:99999/",
                "it redirects to a URL that has a port that is not a number from 1 to 65535"
            ),
            (
                "http://[/",
                "it redirects to a URL that has a host that is neither a name nor an address"
            ),
            ("ftp://h/", "it redirects to a URL that has an unsupported scheme"),
            ("file:///etc/passwd", "it redirects to a URL that has an unsupported scheme"),
            ("http://me:secret@h/", "it redirects to a URL that has a user or password"),
            (
                "http+unix://%2Frun%2Fx/",
                "it redirects to a Unix socket (http+unix://%2Frun%2Fx/), which only a configuration names"
            ),
        ]
    )
    func whereNoOneShouldGoNoRequestGoes(location: String, reason: String) async throws {
        let result = try await outcome(get("/")) { _, _ in .redirect("302 Found", to: location) }
        #expect(result == "GET http://127.0.0.1:PORT/: \(reason)")
    }

    @Test func whatIsSaidToAUnixSocketStaysOnIt() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/api"
        let server = try HTTPTestServer(path: path) { request in
            request.lines[0].hasPrefix("GET /a ")
                ? .redirect("302 Found", to: "/b") : .redirect("302 Found", to: "http+unix://%2Fx/")
        }
        let url = "http+unix://\(path.replacing("/", with: "%2F"))"
        let runner = BodyRunner.quiet()
        let body = BodySpecification.http(HTTPSpecification(url: "\(url)/a"))
        #expect(
            await runner.failure(body)
                == "GET \(url)/b: it redirects to a Unix socket (http+unix://%2Fx/), which only a configuration "
                + "names"
        )
        await runner.shutdown()
        server.stop()
    }

    @Test(
        arguments: [
            (.post, "301", .get), (.post, "302", .get), (.post, "303", .get), (.post, "307", .post),
            (.post, "308", .post), (.put, "301", .put), (.put, "302", .put), (.put, "303", .get),
            (.put, "307", .put), (.patch, "302", .patch), (.patch, "303", .get),
            (.delete, "302", .delete), (.delete, "303", .get), (.delete, "308", .delete),
        ] as [(HTTPSpecification.Method, String, HTTPSpecification.Method)]
    )
    func aRequestIsRepeatedOnlyWhereTheStatusSaysSo(
        method: HTTPSpecification.Method,
        status: String,
        next: HTTPSpecification.Method
    ) async throws {
        let result = try await outcome {
            HTTPSpecification(
                url: "\($0)/a",
                method: method,
                headers: ["Content-Type": "text/plain", "X-Mine": "m"],
                body: "secret",
                output: .text
            )
        } _: { request, path in
            let hasType = request.lines.contains("Content-Type: text/plain")
            let hasMine = request.lines.contains("X-Mine: m")
            return path == "/a"
                ? .redirect("\(status) X", to: "/b")
                : .ok("\(request.lines[0]) \(request.lines.last == "secret") \(hasType) \(hasMine)")
        }
        let hasBody = next == method
        #expect(result == "\"\(next.rawValue) /b HTTP/1.1 \(hasBody) \(hasBody) true\"")
    }

    @Test(arguments: ["301", "302", "303", "307", "308"])
    func aHEADStaysOne(status: String) async throws {
        let result = try await outcome {
            HTTPSpecification(
                url: "\($0)/a",
                method: .head,
                output: .none,
                answerHeaders: ["x-line"]
            )
        } _: { request, path in
            path == "/a"
                ? .redirect("\(status) X", to: "/b")
                : .status("200 OK", headers: ["X-Line: \(request.lines[0])"])
        }
        #expect(result == #"{"status":200,"headers":{"x-line":"HEAD /b HTTP/1.1"},"body":null}"#)
    }

    @Test func headersAndBodiesStayWithTheirOrigin() async throws {
        let seen = Mutex<[String]>([])
        let other = try HTTPTestServer { request in
            seen.withLock { $0 += request.lines }
            return .ok("1")
        }
        let target = "http://127.0.0.1:\(other.port)/"
        let headers: [HeaderName: Template] = ["Authorization": "secret", "X-Mine": "secret"]
        func specification(_ method: HTTPSpecification.Method) -> (String) -> HTTPSpecification {
            {
                HTTPSpecification(
                    url: "\($0)/",
                    method: method,
                    headers: headers,
                    body: method == .get ? nil : "secret"
                )
            }
        }
        #expect(
            try await outcome(specification(.get)) { _, _ in .redirect("302 X", to: target) } == "1"
        )
        #expect(
            try await outcome(specification(.post)) { _, _ in .redirect("303 X", to: target) }
                == "1"
        )
        let lines = seen.withLock(\.self)
        #expect(lines.filter { $0.hasPrefix("GET / ") }.count == 2)
        #expect(!lines.joined().contains("secret"))

        for (method, status) in [(HTTPSpecification.Method.post, 307), (.put, 302)] {
            let refused = try await outcome(specification(method)) { _, _ in
                .redirect("\(status) X", to: target)
            }
            let name = method.rawValue
            #expect(
                refused
                    == "\(name) http://127.0.0.1:PORT/: it redirects a \(name) with its body to "
                    + "another origin; if http://127.0.0.1:\(other.port)/ is to have it, request that"
            )
        }
        #expect(seen.withLock(\.self).count == lines.count)
        other.stop()
    }

    @Test func aHeaderThatLeftItsOriginDoesNotComeBack() async throws {
        let other = Mutex<HTTPTestServer?>(nil)
        let result = try await outcome {
            let home = $0
            let away = try? HTTPTestServer { _ in .redirect("302 X", to: "\(home)/back") }
            other.withLock { $0 = away }
            return HTTPSpecification(url: "\($0)/", headers: ["X-Mine": "secret"], output: .text)
        } _: { request, path in
            let port = other.withLock { $0?.port ?? 0 }
            return path == "/"
                ? .redirect("302 X", to: "http://127.0.0.1:\(port)/")
                : .ok("\(request.lines.contains { $0.contains("secret") })")
        }
        #expect(result == "\"false\"")
        other.withLock { $0?.stop() }
    }
}
