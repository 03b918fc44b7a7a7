import Foundation
import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayJSON
import SlipwayTestSupport
import Testing

/// `fallback: { cached: 7d }`: a service that starts from the values of an earlier process.
@Suite(.timeLimit(.minutes(5)))
struct CachedValueTests {
    private let folder: TemporaryFolder
    private let state: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        state = try TemporaryFolder()
    }

    private func daemon(notifying socket: NotifySocket? = nil) async throws -> RunningDaemon {
        let daemon = try await RunningDaemon(
            """
            name: cached
            operations:
              user:
                exec: { command: [/bin/cat, "\(folder.path)/user"], output: json }
                fallback: { cached: 7d, value: { id: 0 } }
              greet: { exec: [/bin/echo, "hello ${operations.user.value.id}"] }
            """,
            arguments: ["--state-directory", state.path],
            environment: socket.map { ["NOTIFY_SOCKET": $0.path] } ?? [:]
        )
        try await daemon.untilReady()
        return daemon
    }

    private func runOnce(with user: String) async throws {
        try folder.write(user, to: "user")
        let daemon = try await daemon()
        let report = try daemon.report()
        #expect(report.operations("user").map(\.outcome) == [.succeeded])
        #expect(await daemon.stop().status == 0)
        try FileManager.default.removeItem(atPath: "\(folder.path)/user")
    }

    @Test func theLastGoodValueStandsInForAFailedStep() async throws {
        try await runOnce(with: #"{ "id": 4 }"#)
        try await runOnce(with: #"{ "id": 5 }"#)
        let socket = try NotifySocket()
        let daemon = try await daemon(notifying: socket)
        let user = try #require(try daemon.report().operations("user").first)
        #expect(user.outcome?.word == "degraded")
        #expect(user.fallback?.source == "cache")
        #expect(user.fallback?.age.map { $0 < .seconds(3600) } == true)
        let words = try #require(user.fallback?.words)
        try await eventually("STATUS says from when it is") {
            socket.messages().contains { $0.contains(", user degraded: \(words); ") }
        }
        let output = await daemon.stop().output
        #expect(output.contains("hello 5"))
        #expect(output.contains("Operation 'user' is degraded"))
        #expect(output.contains(": \(words); "))
    }

    private func slipway(_ daemon: RunningDaemon, _ words: String...) async throws -> Program.Result
    {
        try await Program(
            executable: Checkout.programs.appending(path: "slipway"),
            arguments: ["values", "--socket", daemon.socket] + words
        ).run()
    }

    @Test func operatorsListWhatIsKeptAndHaveItForgotten() async throws {
        try await runOnce(with: #"{ "id": 5 }"#)
        let daemon = try await daemon()
        let listed = try await slipway(daemon, "--json")
        let values = try JSON(parsing: listed.output)
        #expect(values[0]?["operation"] == "user")
        #expect(values[0]?["identity"]?.stringValue?.hasPrefix("/bin/cat #") == true)
        #expect(values[0]?["size"] == 18)
        #expect(try await slipway(daemon).output.hasPrefix("OPERATION"))
        #expect(
            try await slipway(daemon, "--forget", "user").output
                == "the kept value of 'user' is forgotten\n"
        )
        #expect(try await slipway(daemon).output == "no values\n")
        let again = try await slipway(daemon, "--forget", "user")
        #expect(again.status == 1)
        #expect(
            again.output
                == "slipway: no value of 'user' is kept; 'slipway values' lists those that are\n"
        )
        #expect(await daemon.stop().status == 0)
    }

    /// It would stand in for longer than its `fallback` says.
    @Test func aReloadKeepsAValueFromWhenItWasNew() async throws {
        try folder.write(#"{ "id": 5 }"#, to: "user")
        let daemon = try await daemon()
        let kept = { try daemon.client().call(Method.ListValues()).values }
        try await eventually("it is kept") { try kept().map(\.operation) == ["user"] }
        let before = try kept()
        for _ in 1...2 { _ = try daemon.client().call(Method.Reload(), timeout: .seconds(60)) }
        #expect(try kept() == before)
        #expect(await daemon.stop().status == 0)
    }

    @Test func withoutAPlaceNothingIsKept() async throws {
        let daemon = try await RunningDaemon(
            "name: placeless\noperations: { a: { sleep: 1ms } }"
        )
        let result = try await slipway(daemon)
        #expect(result.status == 1)
        #expect(
            result.output
                == "slipway: cannot use the kept values of operations: the service has no state directory\n"
        )
        #expect(await daemon.stop().status == 0)
    }

    /// Nothing may keep a service from starting which is only there for its start.
    @Test(arguments: [nil, "no database"])
    func aStoreThatWasLostOrDamagedCostsTheValueAlone(content: String?) async throws {
        try await runOnce(with: #"{ "id": 5 }"#)
        for name in try FileManager.default.contentsOfDirectory(atPath: state.path) {
            try FileManager.default.removeItem(atPath: "\(state.path)/\(name)")
        }
        if let content { try state.write(content, to: "slipway-actions.db", mode: 0o600) }
        let daemon = try await daemon()
        let user = try #require(try daemon.report().operations("user").first)
        #expect(user.fallback?.source == "default")
        #expect(await daemon.stop().output.contains("hello 0"))
    }

    /// Answers with the file beside it, unless the client has it already; writes down what it is asked.
    private static let server = """
        import http.server, os, socketserver, sys
        folder, path = sys.argv[1], sys.argv[1] + "/http"
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                body = open(folder + "/answer").read()
                known = self.headers["If-None-Match"]
                with open(folder + "/asked", "a") as asked: asked.write("%s\\n" % known)
                tag = '"%d"' % len(body)
                self.send_response(304 if known == tag else 200)
                self.send_header("ETag", tag)
                if known != tag: self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                if known != tag: self.wfile.write(body.encode())
            def address_string(self): return "client"
        if os.path.exists(path): os.remove(path)
        socketserver.ThreadingUnixStreamServer(path, Handler).serve_forever()
        """

    @Test func anAnswerThatIsKeptIsNotSentAgain() async throws {
        let script = try folder.write(Self.server, to: "server.py")
        let url = "http+unix://\("\(folder.path)/http".replacing("/", with: "%2F"))/me"
        func launch(_ answer: String) async throws -> String {
            try folder.write(answer, to: "answer")
            let daemon = try await RunningDaemon(
                """
                name: cached
                operations:
                  server: { exec: { command: [/usr/bin/python3, -B, '\(script)', '\(folder.path)'], \
                            ready: 'socket:\(folder.path)/http' } }
                  user:
                    requires: [server]
                    http: { url: '\(url)' }
                    fallback: { cached: 7d }
                  greet: { exec: [/bin/echo, "hello ${operations.user.value.id}"] }
                """,
                arguments: ["--state-directory", state.path]
            )
            try await daemon.untilReady()
            #expect(try daemon.report().operations("user").map(\.outcome) == [.succeeded])
            return await daemon.stop().output
        }
        #expect(try await launch(#"{ "id": 4 }"#).contains("hello 4"))
        #expect(try await launch(#"{ "id": 4 }"#).contains("hello 4"))
        #expect(try await launch(#"{ "id": 55 }"#).contains("hello 55"))
        let asked = try folder.read("asked").split(separator: "\n")
        #expect(asked == ["None", "\"11\"", "\"11\""])
    }
}
