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
    private func failure(
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

    /// The output of `gzip` for a text.
    private func compressed(_ text: String) async throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let file = try folder.write(text, to: "body")
        let gzip = Program(executable: URL(filePath: "/bin/gzip"), arguments: ["-n", file])
        #expect(try await gzip.run().status == 0)
        return Array(try Data(contentsOf: URL(filePath: "\(file).gz")))
    }

    @Test func compressedAnswersAreDecoded() async throws {
        let bytes = try await compressed(#"{"id": "u-1042"}"#)
        let server = try HTTPTestServer { request in
            let isAsked = request.lines.contains("Accept-Encoding: gzip, deflate")
            return isAsked
                ? .status("200 OK", headers: ["Content-Encoding: gzip"], bytes: bytes) : nil
        }
        let runner = BodyRunner.quiet()
        let url = Template(literal: "http://127.0.0.1:\(server.port)/")
        #expect(try await runner.run(.http(HTTPSpecification(url: url))) == ["id": "u-1042"])
        await runner.shutdown()
        server.stop()
    }

    @Test(arguments: ["204 No Content", "200 OK"])
    func whatIsEmptyMaySayThatItIsCompressed(status: String) async throws {
        for encoding in ["gzip", "deflate"] {
            let server = try HTTPTestServer { _ in
                .status(status, headers: ["Content-Encoding: \(encoding)"])
            }
            let runner = BodyRunner.quiet()
            let url = Template(literal: "http://127.0.0.1:\(server.port)/")
            let specification = HTTPSpecification(url: url, output: .text)
            #expect(try await runner.run(.http(specification)) == "")
            await runner.shutdown()
            server.stop()
        }
    }

    @Test func aBombIsTooLong() async throws {
        let bytes = try await compressed(String(repeating: " ", count: 64 << 20))
        #expect(bytes.count < 1 << 20)
        let reason = try await failure { _ in
            .status("200 OK", headers: ["Content-Encoding: gzip"], bytes: bytes)
        }
        #expect(reason == "the answer is longer than 1048576 bytes")
    }

    /// A body that is dropped may be as long as it likes, compressed or not.
    @Test(arguments: [true, false])
    func ofABodyThatIsNotWantedNothingIsTooLong(isCompressed: Bool) async throws {
        let text = String(repeating: " ", count: 4 << 20)
        let bytes = isCompressed ? try await compressed(text) : Array(text.utf8)
        let server = try HTTPTestServer { _ in
            .status(
                "200 OK",
                headers: isCompressed ? ["Content-Encoding: gzip"] : [],
                bytes: bytes
            )
        }
        let runner = BodyRunner.quiet()
        let url = Template(literal: "http://127.0.0.1:\(server.port)/")
        let specification = HTTPSpecification(url: url, output: .none)
        #expect(try await runner.run(.http(specification)) == .null)
        await runner.shutdown()
        server.stop()
    }

    private static let document = #"{"id": "u-1042", "tags": [1, 2, 3]}"#

    /// Whatever frames it: its length, its chunks, or the end of the connection.
    @Test func aBodyThatIsCutShortInsideItsCompressionIsAnError() async throws {
        let bytes = try await compressed(Self.document)
        func failure(of part: some Sequence<UInt8>, _ frame: String) async throws -> String? {
            let part = Array(part)
            let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n"
            let framed: [UInt8] =
                switch frame {
                case "length": Array("Content-Length: \(part.count)\r\n\r\n".utf8) + part
                case "chunks":
                    Array("Transfer-Encoding: chunked\r\n\r\n".utf8)
                        + Array("\(String(part.count, radix: 16))\r\n".utf8) + part
                        + Array("\r\n0\r\n\r\n".utf8)
                default: Array("\r\n".utf8) + part
                }
            return try await self.failure { _ in .bytes(Array(head.utf8) + framed) }
        }
        for frame in ["length", "chunks", "end"] {
            for length in 1..<bytes.count {
                #expect(
                    try await failure(of: bytes.prefix(length), frame)
                        == "the answer ends in the middle of its compressed data",
                    "\(length) of \(bytes.count) bytes, framed by \(frame)"
                )
            }
            #expect(try await failure(of: bytes, frame) == nil)
            // Several parts are one body; what follows them is none.
            let blank = try await compressed(" ")
            #expect(try await failure(of: bytes + blank, frame) == nil)
            #expect(
                try await failure(of: bytes + [1, 2, 3], frame)
                    == "the answer is not compressed as it says"
            )
        }
    }

    /// As RFC 9110 has it, and as some servers do.
    @Test(arguments: ["zlib.compress(b)", "zlib.compress(b)[2:-4]"])
    func deflateIsDecodedWithAndWithoutItsFrame(expression: String) async throws {
        let script =
            "import sys, zlib; b = sys.argv[1].encode(); sys.stdout.write((\(expression)).hex())"
        let python = Program(
            executable: URL(filePath: "/usr/bin/python3"),
            arguments: ["-c", script, Self.document]
        )
        let digits = Array(try await python.run().output)
        let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
            UInt8(String(digits[$0...($0 + 1)]), radix: 16)
        }
        for length in [bytes.count, bytes.count - 1, 1] {
            let reason = try await failure { _ in
                .status(
                    "200 OK",
                    headers: ["Content-Encoding: deflate"],
                    bytes: Array(bytes.prefix(length))
                )
            }
            #expect(
                reason
                    == (length == bytes.count
                        ? nil : "the answer ends in the middle of its compressed data")
            )
        }
    }

    @Test func aCompressionThatNobodyAskedForIsAnError() async throws {
        let reason = try await failure { _ in
            .status("200 OK", headers: ["Content-Encoding: br"], bytes: [1, 2, 3])
        }
        #expect(reason == "the answer is not compressed as it says")
    }

    @Test func aByteOrderMarkBeforeJSONIsSkipped() async throws {
        #expect(try await failure { _ in .ok("\u{FEFF}{\"id\": 1}") } == nil)
        let reason = try await failure { _ in .ok("\u{FEFF}{\"id\": x}") }
        #expect(reason?.contains("byte 10: ") == true, "\(reason ?? "")")
    }

    @Test func whatIsNotCompressedAsItSaysIsAnError() async throws {
        let reason = try await failure { _ in
            .status("200 OK", headers: ["Content-Encoding: gzip"], bytes: Array("plain".utf8))
        }
        #expect(reason == "the answer is not compressed as it says")
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
