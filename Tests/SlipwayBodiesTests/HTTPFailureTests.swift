import Foundation
import Slipway
import SlipwayBodies
import SlipwayConfiguration
import SlipwayJSON
import SlipwayTestSupport
import Synchronization
import Testing

/// Servers that misbehave.
@Suite(.timeLimit(.minutes(10)))
struct HTTPFailureTests {
    func failure(
        tryTimeout: Duration = .seconds(30),
        _ answer: @escaping HTTPTestServer.Answering
    ) async throws -> String? {
        let server = try HTTPTestServer(answer)
        let runner = BodyRunner.quiet()
        let url = Template(literal: "http://127.0.0.1:\(server.port)/")
        let body = BodySpecification.http(HTTPSpecification(url: url, tryTimeout: tryTimeout))
        let failure = await runner.failure(body)
        await runner.shutdown()
        server.stop()
        return failure?.replacing("GET http://127.0.0.1:\(server.port)/: ", with: "")
    }

    private static let hungUp = "the server closed the connection before it had answered"
    private static let head = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n"

    @Test func aServerThatHangsUpIsNamed() async throws {
        #expect(try await failure { _ in nil } == Self.hungUp)
        #expect(try await failure { _ in .text("HTTP/1.1 200 OK\r\nConte") } == Self.hungUp)
        #expect(try await failure { _ in .text(Self.head + "half") } == Self.hungUp)
    }

    @Test func aResetInTheMiddleIsAnError() async throws {
        let reason = try await failure { _ in .reset(after: Self.head + "half") }
        // It depends on which event arrives first.
        let accepted = [Self.hungUp, "Connection reset by peer (ECONNRESET)"]
        #expect(accepted.contains(reason ?? ""), "\(reason ?? "")")
    }

    @Test(
        arguments: [
            "nonsense\r\n\r\n", "\0\0\0\0", "HTTP/1.1 99999 OK\r\n\r\n", "HTTP/9.9 200 OK\r\n\r\n",
            "HTTP/1.1 200 OK\r\nA B: c\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "HTTP/1.1 101 X\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
            "HTTP/1.1 100 X\r\nContent-Length: 2\r\n\r\n{}",
            "HTTP/1.1 101 X\r\nContent-Length: 2\r\n\r\n{}",
            "HTTP/1.1 101 X\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n{}",
        ]
    )
    func garbageIsAnErrorOfOneLine(text: String) async throws {
        let reason = try #require(try await failure(tryTimeout: .seconds(5)) { _ in .text(text) })
        #expect(!reason.isEmpty && !reason.contains("\n"))
    }

    @Test func manyRequestsToAHostWaitAtATime() async throws {
        let arrivals = AsyncStream.makeStream(of: Void.self)
        let server = try HTTPTestServer { request in
            guard request.lines[0].hasPrefix("GET /silent ") else { return .ok("1") }
            arrivals.continuation.yield()
            return .never
        }
        let runner = BodyRunner.quiet()
        let base = "http://127.0.0.1:\(server.port)"
        func get(_ path: String) -> BodySpecification {
            .http(HTTPSpecification(url: Template(literal: base + path), tryTimeout: .seconds(300)))
        }
        let silent = (0..<20).map { _ in Task { try await runner.run(get("/silent")) } }
        var arrival = arrivals.stream.makeAsyncIterator()
        for _ in silent { await arrival.next() }
        #expect(try await runner.run(get("/")) == 1)
        for task in silent { task.cancel() }
        for task in silent {
            let words = "GET \(base)/silent: no answer (connected, 0 bytes)"
            await #expect(throws: Cancelled(words)) { try await task.value }
        }
        await runner.shutdown()
        server.stop()
    }

    @Test func anEndlessHeaderEnds() async throws {
        let long = try await failure { _ in
            .endless("HTTP/1.1 200 OK\r\nX: ", again: "xxxxxxxxxxxxxxxx")
        }
        #expect(long == "the server's headers are too long")
        let many = try await failure { _ in .endless("HTTP/1.1 200 OK\r\n", again: "X: y\r\n") }
        #expect(many == "the server's headers are too long")
    }

    @Test func anEndlessBodyIsTooLong() async throws {
        let reason = try await failure { _ in .endless("HTTP/1.1 200 OK\r\n\r\n", again: "xxxxxxxx")
        }
        #expect(reason == "the answer is longer than 1048576 bytes")
    }

    /// It ends in its time, and nothing that has no end is kept.
    @Test(
        arguments: [
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;a=", "xxxxxxxx"),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n"),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", "A: b\r\n"),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nA: ", "xxxxxxxx"),
            ("", "HTTP/1.1 100 Continue\r\n\r\n"), ("", "HTTP/1.1 103 X\r\nA: b\r\n\r\n"),
            ("HTTP/1.1 ", "200"), ("", "\r\n"), ("", "\0"),
            ("HTTP/1.1 200 OK\r\nContent-Length: 9000000000000000000\r\n\r\n", "xxxxxxxx"),
            ("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n\u{1F}", "\u{1F}\u{8}"),
        ],
        [HTTPSpecification.Output.json, .none]
    )
    func noEndIsTooLongForIt(
        text: (start: String, again: String),
        output: HTTPSpecification.Output
    ) async throws {
        let memory = try PeakMemory()
        let server = try HTTPTestServer { _ in .endless(text.start, again: text.again) }
        let runner = BodyRunner.quiet()
        let url = Template(literal: "http://127.0.0.1:\(server.port)/")
        let failure = await runner.failure(
            .http(HTTPSpecification(url: url, output: output, tryTimeout: .seconds(1)))
        )
        #expect(failure?.hasPrefix("GET \(url): ") == true, "\(failure ?? "none")")
        #expect(try memory.growth() < 32 << 20)
        await runner.shutdown()
        server.stop()
    }

    /// A server that says a byte at a time is given no more time than one that says nothing.
    @Test func aSlowServerHasItsTime() async throws {
        let reason = try await failure(tryTimeout: .seconds(1)) { _ in
            .endless("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n", again: " ", every: 50_000)
        }
        #expect(reason?.hasPrefix("no answer within 1s (connected, 200 OK, ") == true)
    }

    /// What a server sends beyond an answer is not the answer to the next request.
    @Test func whatFollowsAnAnswerIsNoOther() async throws {
        let requests = Counter()
        let server = try HTTPTestServer { _ in
            let answer = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n"
            return .silence(after: answer + "\(requests.next())" + answer + "9")
        }
        let runner = BodyRunner.quiet()
        let url = Template(literal: "http://127.0.0.1:\(server.port)/")
        for number in 0..<3 {
            #expect(
                try await runner.run(.http(HTTPSpecification(url: url))) == .integer(Int64(number))
            )
        }
        await runner.shutdown()
        server.stop()
    }

    @Test func whatAnErrorSaysIsNotWaitedFor() async throws {
        let reason = try await failure { _ in .endless("HTTP/1.1 500 X\r\n\r\n", again: "x") }
        #expect(reason == "500 Internal Server Error; expected 200 to 299")
    }

    @Test func aServerThatSaysNothingHasItsTime() async throws {
        let reason = try await failure(tryTimeout: .milliseconds(50)) { _ in .never }
        #expect(reason == "no answer within 50ms (connected, 0 bytes)")
    }

    @Test func anAnswerThatStopsSaysHowFarItCame() async throws {
        let reason = try await failure(tryTimeout: .seconds(1)) { _ in
            .silence(after: "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[1,")
        }
        #expect(reason == "no answer within 1s (connected, 200 OK, 3 bytes of the body)")
    }

    @Test func aHandshakeThatHangsKeepsNoLaterTryWaiting() async throws {
        let handshakes = Mutex(0)
        let server = try HTTPTestServer { _ in
            handshakes.withLock { $0 += 1 }
            return .never
        }
        let runner = BodyRunner.quiet()
        let url = Template(literal: "https://127.0.0.1:\(server.port)/")
        let specification = HTTPSpecification(url: url, tryTimeout: .milliseconds(50))
        let accepted = [
            "no answer within 50ms (not connected)", "no connection and TLS handshake in time",
        ]
        while handshakes.withLock(\.self) < 3 {
            let failure = await runner.failure(.http(specification)) ?? ""
            #expect(accepted.contains { failure.hasSuffix(": \($0)") }, "\(failure)")
        }
        await runner.shutdown()
        server.stop()
    }

    @Test func redirectsHaveOneTimeTogether() async throws {
        let requests = Counter()
        let reason = try await failure(tryTimeout: .seconds(1)) { _ in
            // Time enough for this request, but not for all that follow.
            usleep(300_000)
            return .redirect("302 X", to: "/\(requests.next())")
        }
        #expect(reason?.contains(": no answer within 1s (") == true, "\(reason ?? "")")
    }

    @Test func aByteOrderMarkBeforeJSONIsSkipped() async throws {
        #expect(try await failure { _ in .ok("\u{FEFF}{\"id\": 1}") } == nil)
        let reason = try await failure { _ in .ok("\u{FEFF}{\"id\": x}") }
        #expect(reason?.contains("byte 10: ") == true, "\(reason ?? "")")
    }

    @Test(arguments: [
        "https://expired.invalid./", "https://a_b.invalid/", "https://127.0.0.1:1/",
        "http://xn--.invalid/", "https://[::1]:1/", "http://xn--zzzzzz--.invalid/",
    ])
    func aHostThatIsNotThereIsAnErrorOfOneLine(url: String) async throws {
        let runner = BodyRunner.quiet()
        let body = BodySpecification.http(
            HTTPSpecification(url: Template(literal: url), tryTimeout: .seconds(5))
        )
        let failure = try #require(await runner.failure(body))
        #expect(failure.hasPrefix("GET \(url): ") && !failure.contains("\n"), "\(failure)")
        await runner.shutdown()
    }
}

/// The most memory that this process has had since a moment.
private struct PeakMemory {
    private let start: Int

    init() throws {
        // Begins to count anew (proc_pid_clear_refs(5)).
        try Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
        start = try Self.peak()
    }

    /// The bytes by which it grew.
    func growth() throws -> Int { try Self.peak() - start }

    private static func peak() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(line.split(separator: " ").dropFirst().compactMap { Int($0) }.first)
            << 10
    }
}
