import Foundation
import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayJSON
import SlipwayTestSupport
import SlipwayVarlink
import Testing

/// A credential is known to whom it was handed, and to nobody else, however he repeats it.
@Suite(.timeLimit(.minutes(5)))
struct CredentialSecrecyTests {
    private static let secret = "hunter2-correct-horse"

    /// Servers and programs that repeat what they were told.
    private static let gossip = """
        import http.server, os, socket, socketserver, sys
        path, secret = sys.argv[1], os.environ["TOKEN"]
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                told = self.headers["Authorization"]
                status = {"/refused": 401, "/strange": 499, "/away": 302}.get(self.path, 200)
                body = ('{"told": "%s"}' if self.path == "/ok" else "<p>%s</p>") % told
                self.send_response(status, told)
                self.send_header("Content-Type", "text/" + told)
                if status == 302: self.send_header("Location", "/" + secret)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body.encode())
            def address_string(self): return "client"
        class Server(socketserver.ThreadingUnixStreamServer): pass
        print("serving with " + secret, flush=True)
        server = Server(path, Handler)
        notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        notify.connect(os.environ["NOTIFY_SOCKET"].replace("@", "\\0", 1))
        notify.send(b"READY=1\\nSTATUS=serving with " + secret.encode())
        server.serve_forever()
        """

    private func configuration(_ folder: TemporaryFolder) throws -> String {
        let script = try folder.write(Self.gossip, to: "gossip.py")
        let socket = "\(folder.path)/http"
        let base = "http+unix://\(socket.replacing("/", with: "%2F"))"
        func request(_ path: String, _ output: String = "none") -> String {
            "{ url: '\(base)/\(path)', output: \(output), headers: { Authorization: 'Bearer ${credential.token}' } }"
        }
        return """
            name: discreet
            grace: 2s
            operations:
              gossip:
                exec:
                  command: [/usr/bin/python3, -B, '\(script)', '\(socket)']
                  environment: { TOKEN: "${credential.token}" }
                  ready: notify
                ended: degrade
              works: { requires: [gossip], http: \(request("ok", "json")) }
              refused: { requires: [gossip], optional: true, http: \(request("refused")) }
              strange: { requires: [gossip], optional: true, http: \(request("strange")) }
              away: { requires: [gossip], optional: true, http: \(request("away", "json")) }
              page: { requires: [gossip], optional: true, http: \(request("page", "json")) }
              prints:
                optional: true
                exec:
                  command: [/bin/sh, -c, 'cat; echo; echo "now $TOKEN" >&2; exit 3']
                  stdin: "${credential.token}"
                  environment: { TOKEN: "${credential.token}" }
              dies:
                optional: true
                exec:
                  command: [/bin/sh, -c, 'echo "last $TOKEN" >&2; exit 3']
                  environment: { TOKEN: "${credential.token}" }
                  ready: started
                ended: degrade
              file: { write: { path: '\(folder.path)/written', mode: "0600", content: "${credential.token}" } }
            actions:
              tell:
                requires: [works]
                exec: { command: [/bin/sh, -c, 'cat >&2; exit 4'], stdin: "${credential.token}" }
              ask: { requires: [gossip], http: \(request("page", "json")) }
            """
    }

    /// The parameters with which each method is called.
    private static func calls(_ id: String) -> [(String, JSON)] {
        [
            ("GetStatus", [:]), ("GetReport", ["actions": 10]), ("Explain", [:]),
            ("Explain", ["name": "prints"]), ("Explain", ["name": "page"]),
            ("ListActions", [:]), ("GetAction", ["id": .string(id)]),
            ("WaitAction", ["id": .string(id)]), ("CancelAction", ["id": .string(id)]),
            ("RetryAction", ["id": .string(id)]), ("ListKinds", [:]),
            ("CancelActions", ["ids": [.string(id)]]), ("RetryActions", ["ids": [.string(id)]]),
            ("Submit", ["kind": "ask", "wait": "done"]),
            ("Backup", [:]), ("Drain", [:]), ("CancelOperation", ["name": "works"]),
            ("PauseQueue", [:]),
            ("ResumeQueue", [:]), ("StopProgram", ["name": "gossip"]),
            ("StartProgram", ["name": "gossip"]), ("RestartProgram", ["name": "gossip"]),
            ("PurgeActions", [:]), ("ListValues", [:]), ("ForgetValue", ["name": "page"]),
            ("ListPrograms", [:]), ("ListLaunches", [:]), ("Reload", [:]), ("Restart", [:]),
        ]
    }

    @Test func nobodyIsToldOfIt() async throws {
        let (folder, manager) = (try TemporaryFolder(), try NotifySocket())
        let (credentials, state) = (try TemporaryFolder(), try TemporaryFolder())
        try credentials.write(Self.secret + "\n", to: "token", mode: 0o400)
        let daemon = try await RunningDaemon(
            configuration(folder),
            arguments: ["--state-directory", state.path],
            environment: [
                "CREDENTIALS_DIRECTORY": credentials.path, "NOTIFY_SOCKET": manager.path,
            ],
            in: folder
        )
        try await daemon.untilReady()
        try await eventually("the optional ones have ended") {
            try daemon.report().operations.allSatisfy { $0.endedAt != nil }
        }
        try await daemon.untilItSays("last ***")
        // Who it was meant for has it.
        #expect(try folder.read("written") == Self.secret)
        let (replies, status) = try everyReply(of: daemon, manager)
        let arguments = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap {
            try? String(contentsOfFile: "/proc/\($0)/cmdline", encoding: .isoLatin1)
        }
        let result = await daemon.stop()
        let files = try FileManager.default.contentsOfDirectory(atPath: state.path)
        let stored = try files.map {
            String(decoding: try Data(contentsOf: state.url.appending(path: $0)), as: UTF8.self)
        }
        #expect(files.contains { $0.hasPrefix("actions") || $0.hasSuffix(".db") }, "\(files)")
        expectHidden([
            ("the log", [result.output]), ("a reply", replies),
            ("STATUS", status + manager.messages()),
            ("the command line of a process", arguments), ("the store", stored),
        ])
        // The rest of what was said is there.
        for said in ["serving with ***", "now ***", "last ***"] {
            #expect(result.output.contains(said))
        }
        for said in [
            "401 Unauthorized", "499 Bearer ***", "<p>Bearer ***</p>", "serving with ***",
        ] {
            #expect(replies.contains { $0.contains(said) }, "\(said)")
        }
    }

    /// Calls every method, after an action that repeats the secret.
    ///
    /// - Returns: Each reply with the name of its method, and what the manager was told meanwhile.
    private func everyReply(
        of daemon: RunningDaemon,
        _ manager: NotifySocket
    ) throws -> (replies: [String], status: [String]) {
        let client = try daemon.client()
        let told = try client.call(
            Method.Submit(kind: "tell", wait: .done),
            timeout: .seconds(60)
        )
        var replies: [String] = []
        try daemon.client().stream("\(LaunchInterface.name).Watch") { reply, _ in
            replies.append("Watch: \(reply.compact)")
            return false
        }
        // The kernel holds few datagrams, and the daemon waits for a manager that reads none.
        var status = manager.messages()
        let calls = Self.calls(told.action.id.description)
        for (name, parameters) in calls {
            status += manager.messages()
            do throws(ControlClientError) {
                let reply = try client.call("\(LaunchInterface.name).\(name)", parameters)
                replies.append("\(name): \(reply.compact)")
            } catch {
                replies.append("\(name): \(error)")
            }
        }
        let known = Set(VarlinkInterface.launch.methods)
        #expect(Set(calls.map(\.0)).union(["Watch"]) == known, "a method is not asked here")
        return (replies, status)
    }

    private func expectHidden(_ places: [(String, [String])]) {
        for (place, texts) in places {
            for text in texts where text.contains(Self.secret) {
                let start = text.range(of: Self.secret).map { text[..<$0.lowerBound].suffix(200) }
                Issue.record("\(place) has it: …\(start ?? "")SECRET")
            }
        }
    }

    @Test func oneThatIsMissingIsKnownBeforeAnythingRuns() async throws {
        let folder = try TemporaryFolder()
        let daemon = try RunningDaemon(
            starting: """
                name: lacking
                operations:
                  early: { write: { path: '\(folder.path)/early', content: a } }
                  login: { exec: { command: [/bin/true], stdin: "${credential.token}" } }
                """,
            environment: ["CREDENTIALS_DIRECTORY": folder.path],
            in: folder
        )
        let result = await daemon.program.result()
        #expect(result.status == 78)
        #expect(
            result.output.contains(
                "tested.yaml:4:50: operations.login.exec.stdin: 'token' is no credential of the service; add "
                    + "LoadCredential=token:/PATH to its unit"
            ),
            "\(result.output)"
        )
        #expect((try? folder.read("early")) == nil)
    }
}
