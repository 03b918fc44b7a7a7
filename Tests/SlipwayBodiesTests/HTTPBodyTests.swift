import Foundation
import Slipway
import SlipwayBodies
import SlipwayConfiguration
import SlipwayJSON
import SlipwaySystem
import SlipwayTestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct HTTPBodyTests {
    /// Runs a request against a server that lives as long as the request.
    private func outcome(
        _ make: (String) -> HTTPSpecification,
        _ answer: @escaping HTTPTestServer.Answering
    ) async throws -> (value: JSON?, failure: String?) {
        let server = try HTTPTestServer(answer)
        let runner = BodyRunner.quiet()
        let base = "http://127.0.0.1:\(server.port)"
        let result: (JSON?, String?)
        do {
            result = (try await runner.run(.http(make(base))), nil)
        } catch {
            let text = "\(error)".replacing(":\(server.port)", with: ":PORT")
            result = (nil, text)
        }
        await runner.shutdown()
        server.stop()
        return result
    }

    @Test(
        arguments: [
            (.json, #"{"id": "u-1042"}"#, ["id": "u-1042"]),
            (.text, "hello\n", "hello\n"),
            (.none, "ignored", .null),
        ] as [(HTTPSpecification.Output, String, JSON)]
    )
    func theAnswerIsTheValue(
        _ output: HTTPSpecification.Output,
        _ body: String,
        _ value: JSON
    ) async throws {
        let outcome = try await outcome {
            HTTPSpecification(url: "\($0)/me", output: output)
        } _: { _ in
            .ok(body)
        }
        #expect(outcome.value == value)
        #expect(outcome.failure == nil)
    }

    @Test func noContentIsNull() async throws {
        let outcome = try await outcome {
            HTTPSpecification(url: "\($0)/")
        } _: { _ in
            .status("204 No Content")
        }
        #expect(outcome.value == .null)
    }

    @Test func theRequestIsAsTheConfigurationSays() async throws {
        let outcome = try await outcome {
            HTTPSpecification(
                url: "\($0)/a?b=c",
                method: .post,
                headers: ["X-Token": "t", "user-agent": "mine"],
                body: "hi",
                output: .text
            )
        } _: { request in
            .ok(request.lines.filter { !$0.lowercased().hasPrefix("host:") }.joined(separator: "|"))
        }
        let text = try #require(outcome.value?.stringValue)
        #expect(text.hasPrefix("POST /a?b=c HTTP/1.1|"))
        #expect(text.hasSuffix("|hi"))
        #expect(text.contains("X-Token: t|"))
        #expect(text.contains("user-agent: mine|"))
        #expect(!text.contains("slipway"))
    }

    @Test func theServerLearnsTheVersion() async throws {
        let outcome = try await outcome {
            HTTPSpecification(url: "\($0)/", output: .text)
        } _: { request in
            .ok(request.lines.joined(separator: "|"))
        }
        let text = try #require(outcome.value?.stringValue)
        #expect(text.contains("|User-Agent: slipway/\(Version.current)|"), "\(text)")
    }

    @Test func aUnixSocketServesToo() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/api"
        let server = try HTTPTestServer(path: path) { .ok("\"\($0.lines[0])\"") }
        let runner = BodyRunner.quiet()
        let url = "http+unix://\(path.replacing("/", with: "%2F"))/me"
        let value = try await runner.run(.http(HTTPSpecification(url: Template(literal: url))))
        #expect(value == "GET /me HTTP/1.1")
        await runner.shutdown()
        server.stop()
    }

    @Test(
        arguments: [
            (nil, "503 Service Unavailable", "503 Service Unavailable; expected 200 to 299"),
            ([200, 404], "201 Created", "201 Created; expected 200, 404"),
        ] as [([Int]?, String, String)]
    )
    func anotherStatusFails(_ expect: [Int]?, _ status: String, _ failure: String) async throws {
        let outcome = try await outcome {
            HTTPSpecification(url: "\($0)/me", expect: expect)
        } _: { _ in
            .status(status)
        }
        #expect(outcome.failure == "GET http://127.0.0.1:PORT/me: \(failure)")
    }

    @Test func anExpectedStatusSucceedsWhateverItIs() async throws {
        let outcome = try await outcome {
            HTTPSpecification(url: "\($0)/", expect: [404])
        } _: { _ in
            .status("404 Not Found", body: "{}")
        }
        #expect(outcome.value == [:])
    }

    /// A page is an error's, and begins so; all else may be secret.
    @Test(
        arguments: [
            (
                "text/html", "<html>\n",
                "byte 0: unexpected '<', of 7 bytes; it is of type 'text/html', and begins '<html>\\n'"
            ),
            (
                "application/json; charset=utf-8", "{\"token\": \"abc",
                "of 14 bytes; it is of type 'application/json; charset=utf-8'"
            ),
            (
                "", "\n<\u{1B}[31m" + String(repeating: "x", count: 500),
                "of 507 bytes; it names no type, and begins '\\n<\\u{1B}[31m"
                    + String(repeating: "x", count: 53) + "…'"
            ),
            ("", "token", "of 5 bytes; it names no type"),
            (
                "application/x-www-form-urlencoded", "access_token=gho_16C7",
                "of 21 bytes; it is of type 'application/x-www-form-urlencoded'"
            ),
        ]
    )
    func whatIsNotJSONIsShown(type: String, body: String, words: String) async throws {
        let outcome = try await outcome {
            HTTPSpecification(url: "\($0)/")
        } _: { _ in
            .status(
                "200 OK",
                headers: type.isEmpty ? [] : ["Content-Type: \(type)"],
                body: body
            )
        }
        let start = "GET http://127.0.0.1:PORT/: cannot read the answer as JSON: byte "
        #expect(outcome.failure?.hasPrefix(start) == true, "\(outcome.failure ?? "")")
        #expect(outcome.failure?.hasSuffix(words) == true, "\(outcome.failure ?? "")")
    }

    /// The unit's status line is everyone's to read.
    @Test func theBeginningOfAnAnswerCanBeLeftOut() {
        let error = HTTPError.unreadable(
            request: "GET http://a/",
            expected: "JSON",
            reason: "byte 0: unexpected '<'",
            type: "text/html",
            beginning: "<p>secret"
        )
        #expect("\(error)".hasSuffix("; it is of type 'text/html', and begins '<p>secret'"))
        #expect(error.withoutOutput.hasSuffix("; it is of type 'text/html'"))
    }

    @Test func anAnswerPastTheLimitFails() async throws {
        let outcome = try await outcome {
            HTTPSpecification(url: "\($0)/", output: .text)
        } _: { _ in
            .ok(String(repeating: "x", count: 1 << 20 + 1))
        }
        #expect(
            outcome.failure
                == "GET http://127.0.0.1:PORT/: the answer is longer than 1048576 bytes"
        )
    }

    @Test func whatCannotBeReachedSaysWhy() async throws {
        let port = try HTTPTestServer.unusedPort()
        let server = try HTTPTestServer { _ in .ok("{}") }
        let runner = BodyRunner.quiet()
        let expected = [
            ("http://127.0.0.1:\(port)/me", "Connection refused (ECONNREFUSED)"),
            (
                // An invalid label: refused without a question to the network.
                "http://-.invalid./",
                "cannot resolve '-.invalid.': Name or service not known"
            ),
            (
                "https://127.0.0.1:\(server.port)/",
                "the server does not speak TLS; should the URL begin with http://?"
            ),
            (
                "http+unix://%2Fno%2Fsuch/",
                "No such file or directory (ENOENT)"
            ),
        ]
        for (url, reason) in expected {
            let body = BodySpecification.http(HTTPSpecification(url: Template(literal: url)))
            #expect(await runner.failure(body) == "GET \(url): \(reason)")
        }
        await runner.shutdown()
        server.stop()
    }

    @Test func secretsAreNotInErrors() async throws {
        let port = try HTTPTestServer.unusedPort()
        let url = "http://127.0.0.1:\(port)/me?key=secret"
        let runner = BodyRunner.quiet()
        let headers: [[HeaderName: Template]] = [
            ["Authorization": "Bearer secret"],
            ["Authorization": "Bearer secret\r\nX-Evil: 1"],
            ["X": "secret\u{1}"],
        ]
        for headers in headers {
            let specification = HTTPSpecification(url: Template(literal: url), headers: headers)
            let failure = try #require(await runner.failure(.http(specification)))
            #expect(failure.hasPrefix("GET http://127.0.0.1:\(port)/me?…: "), "\(failure)")
            #expect(!failure.contains("secret"))
        }
        await runner.shutdown()
    }

    @Test func headersCannotBreakTheRequestApart() async {
        let specification = HTTPSpecification(
            url: "http://127.0.0.1:1/",
            headers: ["X": "a\r\nX-Evil: 1"]
        )
        #expect(
            await BodyRunner.quiet().failure(.http(specification))
                == "GET http://127.0.0.1:1/: header 'X' has characters that headers cannot have; "
                + "remove line ends"
        )
    }

    @Test func cancellingAbortsARequest() async throws {
        let arrived = AsyncStream.makeStream(of: Void.self)
        let server = try HTTPTestServer { _ in
            arrived.continuation.yield()
            return .never
        }
        let runner = BodyRunner.quiet()
        let url = Template(literal: "http://127.0.0.1:\(server.port)/")
        let task = Task { try await runner.run(.http(HTTPSpecification(url: url))) }
        for await _ in arrived.stream { break }
        task.cancel()
        await #expect(throws: Cancelled.self) { try await task.value }
        await runner.shutdown()
        server.stop()
    }

    @Test func afterShutdownNothingIsSent() async throws {
        let runner = BodyRunner.quiet()
        await runner.shutdown()
        await #expect(throws: CancellationError.self) {
            try await runner.run(.http(HTTPSpecification(url: "http://127.0.0.1:1/")))
        }
    }
}

extension HeaderName: ExpressibleByStringLiteral {
    /// A name that tests know to be valid.
    public init(stringLiteral text: String) {
        guard let name = HeaderName(text) else { preconditionFailure("not a header's name") }
        self = name
    }
}
