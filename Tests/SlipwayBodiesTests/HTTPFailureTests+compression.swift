import Foundation
import SlipwayBodies
import SlipwayConfiguration
import SlipwayJSON
import SlipwayTestSupport
import Testing

/// Compressed answers, and those that are not compressed as they say.
extension HTTPFailureTests {
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
            let padding = [UInt8](repeating: 0, count: 512)
            #expect(try await failure(of: bytes + padding, frame) == nil)
            #expect(
                try await failure(of: bytes + padding + [1, 2, 3], frame)
                    == "the answer is not compressed as it says"
            )
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

    /// Each is a list, as one line or as two.
    @Test(arguments: [
        (["identity, gzip"], nil), (["identity", "GZIP ,"], nil),
        (["gzip, gzip"], "the answer is compressed more than once"),
        (["gzip", "br"], "the answer is compressed more than once"),
    ])
    func theCompressionsOfAnAnswerAreAList(lines: [String], reason: String?) async throws {
        let bytes = try await compressed(Self.document)
        let failure = try await failure { _ in
            .status("200 OK", headers: lines.map { "Content-Encoding: \($0)" }, bytes: bytes)
        }
        #expect(failure == reason)
    }

    @Test func whatIsNotCompressedAsItSaysIsAnError() async throws {
        let reason = try await failure { _ in
            .status("200 OK", headers: ["Content-Encoding: gzip"], bytes: Array("plain".utf8))
        }
        #expect(reason == "the answer is not compressed as it says")
    }
}
