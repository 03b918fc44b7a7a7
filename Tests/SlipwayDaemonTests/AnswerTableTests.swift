import Slipway
import SlipwayTestSupport
import Testing

/// The table of the manual: which answers of a server let a kept value stand in, of `http` and `flags` alike.
@Suite(.timeLimit(.minutes(5)))
struct AnswerTableTests {
    private static let away =
        [
            "silent", "closed", "garbage", "cut", "cut-chunks", "cut-gzip", "page", "empty", "list",
            "long",
        ]
        + [100, 101, 407, 408, 413, 425, 429, 500, 501, 502, 503, 504, 505, 511, 599].map {
            "\($0)"
        }
    private static let refused =
        ["circle", "nowhere", "headless"]
        + [
            300, 304, 305, 400, 401, 402, 403, 404, 405, 406, 409, 410, 411, 412, 414, 415, 416,
            417, 418, 421,
            422, 423, 424, 426, 428, 431, 451, 499,
        ].map { "\($0)" }

    /// Answers by the beginning of the path, once there is a file that says so; all is well before.
    private static let server = """
        import gzip, http.server, os, socketserver, sys, time
        folder, path = sys.argv[1], sys.argv[1] + "/http"
        good = b'{"flags":[{"key":"a","value":true}]}'
        packed = gzip.compress(good)[:-9]
        def ok(body, *lines):
            return b"\\r\\n".join([b"HTTP/1.1 200 OK", *lines, b"Connection: close", b"", body])
        def whole(body, *lines):
            return ok(body, b"Content-Length: %d" % len(body), *lines)
        def redirect(*lines):
            return b"\\r\\n".join([b"HTTP/1.1 302 Found", b"Content-Length: 0", b"Connection: close", *lines, b"", b""])
        answers = {
            "closed": b"", "garbage": b"nonsense\\r\\n\\r\\n", "cut": ok(good, b"Content-Length: 100"),
            "cut-chunks": ok(b"5\\r\\n[true\\r\\n", b"Transfer-Encoding: chunked"),
            "cut-gzip": whole(packed, b"Content-Encoding: gzip"),
            "page": whole(b"<html>Log in</html>", b"Content-Type: text/html"), "empty": whole(b""),
            "list": whole(b'[true'), "long": whole(b" " * (2 << 20)),
            "circle": redirect(b"Location: /circle"), "nowhere": redirect(b"Location: ftp://h/"),
            "headless": redirect(),
        }
        class Handler(socketserver.StreamRequestHandler):
            def handle(self):
                line = self.rfile.readline().decode().split(" ")
                length = 0
                while (head := self.rfile.readline().strip()):
                    name, _, value = head.decode().partition(":")
                    if name.lower() == "content-length": length = int(value)
                self.rfile.read(length)
                row = line[1].split("/")[1]
                if not os.path.exists(folder + "/bad"): return self.wfile.write(whole(good))
                if row == "silent": return time.sleep(60)
                code = b"HTTP/1.1 %s X\\r\\nContent-Length: 0\\r\\nConnection: close\\r\\n\\r\\n" % row.encode()
                self.wfile.write(answers.get(row, code))
        class Server(socketserver.ThreadingUnixStreamServer):
            daemon_threads = True
            request_queue_size = 256
        if os.path.exists(path): os.remove(path)
        Server(path, Handler).serve_forever()
        """

    @Test func aKeptValueStandsInForAServerThatIsAwayAlone() async throws {
        let folder = try TemporaryFolder()
        let state = try TemporaryFolder()
        let script = try folder.write(Self.server, to: "server.py")
        let url = "http+unix://\("\(folder.path)/http".replacing("/", with: "%2F"))"
        let steps = (Self.away + Self.refused).map { row in
            """
              http-\(row): { optional: true, requires: [server], fallback: { cached: 7d }, \
            http: { url: "\(url)/\(row)", tryTimeout: 5s } }
              flags-\(row): { optional: true, requires: [server], fallback: { cached: 7d }, \
            flags: { url: "\(url)/\(row)", context: { targetingKey: u }, tryTimeout: 5s } }
            """
        }
        let file = """
            name: answers
            deadline: 2m
            queues: { userInitiated: { width: 16 } }
            operations:
              server: { exec: { command: [/usr/bin/python3, -B, '\(script)', '\(folder.path)'], \
            ready: 'socket:\(folder.path)/http' } }
            \(steps.joined(separator: "\n"))
            """
        for isBad in [false, true] {
            if isBad { try folder.write("", to: "bad") }
            let daemon = try await RunningDaemon(
                file,
                arguments: ["--state-directory", state.path]
            )
            try await daemon.untilReady()
            let report = try daemon.report()
            for kind in ["http", "flags"] {
                for row in Self.away + Self.refused {
                    let step = try #require(report.operations("\(kind)-\(row)").first)
                    let expected =
                        !isBad ? "succeeded" : Self.away.contains(row) ? "degraded" : "failed"
                    #expect(
                        step.outcome?.word == expected,
                        "\(step.name): \(step.outcome?.message ?? "")"
                    )
                    guard expected == "failed" else { continue }
                    #expect(
                        step.outcome?.message?.hasSuffix(
                            "; its fallback declined: a kept value does not stand in where the "
                                + "server refused the request"
                        ) == true
                    )
                }
            }
            #expect(await daemon.stop().status == 0)
        }
    }
}
