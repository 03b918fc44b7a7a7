import Foundation
import Glibc
import SlipwayClient
import SlipwayInterface
import SlipwayJSON
import SlipwayTestSupport
import Testing

/// Whatever other processes do at its socket and around it, a caller gets an answer.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct LockoutTests {
    private static let configuration = """
        name: tested
        operations: { a: { sleep: 1ms } }
        actions: { slow: { sleep: 10m, timeout: 1h } }
        """

    /// The limit of a login shell: a quarter of the slots, 54, are for one user.
    private static let fewDescriptors = [
        "/bin/sh", "-c", "ulimit -n 1024; exec \"$0\" \"$@\"",
    ]

    private func daemon() async throws -> RunningDaemon {
        let daemon = try await RunningDaemon(Self.configuration, through: Self.fewDescriptors)
        try await daemon.untilReady()
        // For users who are in none of its groups.
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o666],
            ofItemAtPath: daemon.socket
        )
        return daemon
    }

    /// Half of them have never sent a byte.
    @Test func threeHundredIdleConnectionsKeepNobodyOut() async throws {
        let daemon = try await daemon()
        let other = try PythonPeer(
            """
            import json, signal, time
            idle = [connect() for _ in range(300)]
            for number in range(0, 300, 2):
                try: call(idle[number], "GetStatus")
                except (OSError, EOFError): pass
            begin = time.monotonic()
            assert call(connect(), "GetStatus")["parameters"]["status"]["name"] == "tested"
            print("answered", time.monotonic() - begin < 1, flush=True)
            signal.pause()
            """,
            at: daemon.socket
        )
        try await other.says("answered True")
        #expect(throws: Never.self) {
            try daemon.client().call(Method.GetStatus(), timeout: .seconds(1))
        }
        withExtendedLifetime(other) {}
        #expect(await daemon.stop().status == 0)
    }

    @Test func aRefusalIsTypedAndToldOnceAMinute() async throws {
        let daemon = try await daemon()
        // Incomplete calls do not give way.
        let other = try PythonPeer(
            """
            import signal
            held = []
            refused = 0
            for _ in range(300):
                held.append(connect())
                held[-1].sendall(b'{')
            for _ in range(20):
                answer = call(connect(), "GetStatus")
                if answer.get("error") == "org.slipway.Launch.TooManyConnections":
                    assert min(answer["parameters"][key] for key in ("limit", "yours")) > 0
                    refused += 1
            print("refused", refused, flush=True)
            signal.pause()
            """,
            at: daemon.socket
        )
        try await other.says("refused 20")
        if geteuid() == 0 {
            // Root has reserved slots.
            #expect(throws: Never.self) {
                try daemon.client().call(Method.GetStatus(), timeout: .seconds(1))
            }
        }
        let output = await daemon.stop().output
        let told = output.split(separator: "\n").filter { $0.contains("was refused") }
        #expect(told.count == 1, "\(output)")
        #expect(told.first?.contains("user \(PythonPeer.uid)") == true)
    }

    @Test func waitingSendersDoNotCountAgainstThoseWhoAsk() async throws {
        let daemon = try await daemon()
        let other = try PythonPeer(
            """
            import signal
            waiting = [connect() for _ in range(50)]
            for sender in waiting:
                send(sender, "Submit", {"kind": "slow", "wait": "done"})
            many = [call(connect(), "GetStatus") for _ in range(100)]
            print("answered", sum("error" not in answer for answer in many), flush=True)
            signal.pause()
            """,
            at: daemon.socket
        )
        try await other.says("answered 100")
        let actions = try daemon.client().call(Method.ListActions()).actions
        #expect(actions.count == 50)
        #expect(await daemon.stop().status == 0)
    }

    /// With a lock on the folder, which every user who may list it can take.
    @Test func aLockOnTheSocketsFolderHangsNoStart() async throws {
        let folder = try TemporaryFolder()
        let other = try PythonPeer(
            """
            import fcntl, os, signal, sys
            fcntl.flock(os.open(os.path.dirname(sys.argv[1]), os.O_RDONLY), fcntl.LOCK_EX)
            print("locked", flush=True)
            signal.pause()
            """,
            at: "\(folder.path)/socket"
        )
        try await other.says("locked")
        let daemon = try await RunningDaemon(Self.configuration, in: folder)
        try await daemon.untilReady()
        #expect(await daemon.stop().status == 0)
    }

    @Test(.enabled(if: Privileges.areThere, Privileges.comment))
    func nobodyElseCanLockWhatTheDaemonLocks() async throws {
        let daemon = try await daemon()
        let other = try PythonPeer(
            """
            import os, sys
            folder = os.path.dirname(sys.argv[1])
            for name in os.listdir(folder):
                if not name.endswith(".lock"): continue
                try: os.open(os.path.join(folder, name), os.O_RDONLY)
                except PermissionError: print("not allowed", flush=True)
            """,
            at: daemon.socket
        )
        try await other.says("not allowed")
        #expect(await daemon.stop().status == 0)
    }

    @Test func aThousandConnectsBeforeItRunsAreAllAnswered() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(Self.configuration, to: "tested.yaml")
        let slipwayd = Checkout.programs.appending(path: "slipwayd").path()
        let activator = try PythonPeer(
            """
            import os, signal
            listener = socket.socket(socket.AF_UNIX)
            listener.bind(path)
            # As systemd does, whose Backlog= is what the kernel allows.
            listener.listen(4096)
            peers = []
            for _ in range(1024):
                peer = socket.socket(socket.AF_UNIX)
                peer.setblocking(False)
                peer.connect(path)
                peer.setblocking(True)
                send(peer, "GetStatus")
                peers.append(peer)
            daemon = os.fork()
            if daemon == 0:
                os.dup2(listener.fileno(), 3)
                os.set_inheritable(3, True)
                os.environ |= {"LISTEN_FDS": "1", "LISTEN_PID": str(os.getpid())}
                os.execv(sys.argv[2], [sys.argv[2], "--config", sys.argv[3]])
            listener.close()
            answers = sum("status" in reply(peer)["parameters"] for peer in peers)
            os.kill(daemon, signal.SIGTERM)
            print("answers", answers, "status", os.waitpid(daemon, 0)[1], flush=True)
            """,
            at: "\(folder.path)/socket",
            arguments: [slipwayd, file],
            isOther: false
        )
        try await activator.says("answers 1024 status 0")
    }
}
