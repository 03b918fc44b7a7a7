import Foundation
import Glibc
import SlipwayTestSupport
import Testing

/// The fate of processes when the daemon, or a process before it, is killed, without systemd.
@Suite(.timeLimit(.minutes(5)))
struct ReaperTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A program, a step and an action, each with descendants that have their own sessions, no
    /// variables and no parents.
    private static let configuration = """
        name: tested
        operations:
          program: { exec: { command: [/bin/sh, -c, 'eval "$LEAVE"; sleep 1000'], ready: started } }
          step: { stage: background, exec: [/bin/sh, -c, 'eval "$LEAVE"; sleep 1000'] }
          old: { exec: [/bin/sh, -c, 'eval "$LEAVE"'] }
        """

    private static let leaving = """
        (setsid env -i /bin/sh -c '/bin/setsid /bin/sleep 1000 & echo $$ $! >>"$0"; wait' "$PIDS" &)
        """

    private func daemon(
        through command: [String] = [],
        in place: TemporaryFolder? = nil
    ) async throws -> (RunningDaemon, left: [Int32]) {
        let pids = "\(folder.path)/pids"
        let daemon = try await RunningDaemon(
            Self.configuration,
            environment: ["LEAVE": Self.leaving, "PIDS": pids],
            through: command,
            in: place
        )
        var left: [Int32] = []
        try await eventually("three have left processes behind") {
            let text = (try? String(contentsOfFile: pids, encoding: .utf8)) ?? ""
            left = text.split(whereSeparator: \.isWhitespace).compactMap { Int32($0) }
            return left.count == 6
        }
        try #require(left.allSatisfy(isRunning))
        return (daemon, left)
    }

    enum Victim: CaseIterable { case first, second, daemon }

    /// Every choice of one or two of the three, in both orders.
    static let victims: [[Victim]] =
        Victim.allCases.flatMap { one in
            [[one]] + Victim.allCases.filter { $0 != one }.map { [one, $0] }
        }

    @Test(arguments: victims)
    func nothingOutlivesIt(victims: [Victim]) async throws {
        let (daemon, left) = try await daemon()
        let reapers = try daemon.reapers
        try #require(reapers.count == 2)
        let children = try ObservedProcess.children(of: daemon.identifier).map(\.pid)
        let own = try daemon.identifier
        for victim in victims {
            switch victim {
            case .first: kill(reapers[0], SIGKILL)
            case .second: kill(reapers[1], SIGKILL)
            case .daemon: kill(own, SIGKILL)
            }
        }
        let result = await daemon.program.result()
        #expect(result.status == (victims.contains(.first) ? SIGKILL : 128 + SIGKILL))
        try await eventually("everything has ended") {
            (reapers + [own] + children + left).filter(isRunning).isEmpty
        }
    }

    /// Together, so that no process is left that would end the others.
    @Test func theNextDaemonEndsWhatIsLeftWhereAllWereKilled() async throws {
        let socket = try TemporaryFolder()
        let (daemon, left) = try await daemon(in: socket)
        let all = try daemon.reapers + [daemon.identifier]
        // Stopped ones do not end anything meanwhile.
        for pid in all { kill(pid, SIGSTOP) }
        for pid in all { kill(pid, SIGKILL) }
        _ = await daemon.program.result()
        #expect(!left.filter(isRunning).isEmpty)
        let next = try await RunningDaemon(
            "name: tested\noperations: { a: { sleep: 1ms } }",
            in: socket
        )
        #expect(left.filter(isRunning) == [])
        #expect(await next.stop().status == 0)
    }

    @Test func whatKillsItsProcessGroupEndsAll() async throws {
        let leading = "import os, sys; os.setpgid(0, 0); os.execv(sys.argv[1], sys.argv[1:])"
        let (daemon, left) = try await daemon(through: ["/usr/bin/python3", "-c", leading])
        try #require(kill(-daemon.program.identifier, SIGKILL) == 0)
        #expect(await daemon.program.result().status == SIGKILL)
        try await eventually("everything has ended") { left.filter(isRunning).isEmpty }
    }

    /// As `helper & exec slipwayd` in a script.
    @Test(arguments: [SIGTERM, SIGKILL])
    func whatItsScriptHasStartedBeforeGoesOn(signal: Int32) async throws {
        let helper = "\(folder.path)/helper"
        let script = """
            import os, subprocess, sys
            helper = subprocess.Popen(["/bin/sleep", "1000"])
            print(helper.pid, file=open("\(helper)", "w"), flush=True)
            os.execv(sys.argv[1], sys.argv[1:])
            """
        let (daemon, left) = try await daemon(through: ["/usr/bin/python3", "-c", script])
        let text = try String(contentsOfFile: helper, encoding: .utf8)
        let spared = try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        defer { kill(spared, SIGKILL) }
        kill(try daemon.identifier, signal)
        #expect(await daemon.program.result().status == (signal == SIGTERM ? 0 : 128 + SIGKILL))
        #expect(left.filter(isRunning) == [])
        #expect(isRunning(spared))
    }

    @Test func whatKillsByTheNameOfItsProgramEndsAll() async throws {
        let (daemon, left) = try await daemon()
        let killing = try await Program(
            executable: URL(filePath: "/usr/bin/pkill"),
            arguments: ["-KILL", "-f", "slipwayd .*--socket \(daemon.socket)"]
        ).run()
        try #require(killing.status == 0)
        #expect(await daemon.program.result().status == 128 + SIGKILL)
        try await eventually("everything has ended") { left.filter(isRunning).isEmpty }
    }

    @Test func theNextDaemonBeginsOnceNothingIsLeft() async throws {
        let folder = try TemporaryFolder()
        // Fails where the former one's process is there.
        let configuration = """
            name: tested
            operations:
              alone:
                exec: [/bin/sh, -c, 'if [ -e "$PID" ] && kill -0 $(cat "$PID"); then exit 1; fi']
              left:
                requires: [alone]
                exec: [/bin/sh, -c, '(setsid env -i /bin/sh -c "echo \\$\\$ >$PID.new; while :; do /bin/sleep 1000; done" &);
                  while [ ! -s "$PID.new" ]; do sleep 0.01; done; mv "$PID.new" "$PID"']
            """
        let environment = ["PID": "\(folder.path)/pid"]
        for number in 1...5 {
            let daemon = try await RunningDaemon(
                configuration,
                environment: environment,
                in: folder
            )
            try await daemon.untilReady()
            if number == 5 {
                #expect(await daemon.stop().status == 0)
            } else {
                let own = try daemon.identifier
                kill(own, SIGKILL)
                try await eventually("it does not answer any more") { !isRunning(own) }
            }
        }
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGQUIT])
    func signalsReachTheDaemonThroughThem(signal: Int32) async throws {
        let daemon = try await RunningDaemon("name: tested\noperations: { a: { sleep: 10m } }")
        kill(daemon.program.identifier, signal)
        let result = await daemon.program.result()
        #expect(result.status == 0)
        #expect(result.output.contains("Stopping: SIG"))
    }

    /// It comes to the daemon three times, and is no second request.
    @Test func aSignalToAllOfThemIsOneRequest() async throws {
        let (daemon, left) = try await daemon()
        let script =
            "trap 'touch \(folder.path)/asked; sleep 0.3; touch \(folder.path)/ended; exit' TERM"
        let slow = try await RunningDaemon(
            """
            name: slow
            grace: 100s
            operations:
              slow: { exec: [/bin/sh, -c, "\(script); touch \(folder.path)/up; while :; do sleep 0.01; done"] }
            """
        )
        try await eventually("it runs") {
            FileManager.default.fileExists(atPath: "\(folder.path)/up")
        }
        for pid in try slow.reapers + [slow.identifier] { kill(pid, SIGTERM) }
        #expect(await slow.program.result().status == 0)
        #expect(FileManager.default.fileExists(atPath: "\(folder.path)/ended"))
        #expect(await daemon.stop().status == 0)
        #expect(left.filter(isRunning) == [])
    }

    /// Its supervisor knows it by its number, and ends what it leaves.
    @Test func underASupervisorThatListensItHasNone() async throws {
        let socket = try NotifySocket()
        let daemon = try await RunningDaemon(
            "name: tested\noperations: { a: { sleep: 1ms } }",
            environment: ["NOTIFY_SOCKET": socket.path]
        )
        #expect(try daemon.identifier == daemon.program.identifier)
        #expect(await daemon.stop().status == 0)
    }

    @Test func whoIsAskedToStopWhileItWaitsForTheLastOneEndsAsAsked() async throws {
        let folder = try TemporaryFolder()
        let lock = open("\(folder.path)/socket.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(lock) }
        try #require(flock(lock, LOCK_EX) == 0)
        let daemon = try RunningDaemon(
            starting: "name: tested\noperations: { a: { sleep: 10m } }",
            in: folder
        )
        // Once it has reapers its signals are held back.
        try await eventually("it has begun") {
            try ObservedProcess.children(of: daemon.program.identifier).count == 1
        }
        daemon.program.terminate()
        let result = await daemon.program.result()
        #expect(result.status == 0, "\(result.output)")
        #expect(result.output.contains("stopped while it waited for"))
    }

    /// As a log's consumer that is stuck.
    @Test func whatDoesNotReadItsOutputHoldsNothingUp() async throws {
        let full = """
            import os, sys
            \(fullStandardError)
            os.execv(sys.argv[1], sys.argv[1:])
            """
        let (daemon, left) = try await daemon(through: ["/usr/bin/python3", "-c", full])
        kill(try daemon.identifier, SIGKILL)
        #expect(await daemon.program.result().status == 128 + SIGKILL)
        #expect(left.filter(isRunning) == [])
    }

    /// A daemon that is a program of another one has reapers, though that one listens to it.
    @Test func nothingOutlivesADaemonBelowAnother() async throws {
        let inner = try TemporaryFolder()
        try inner.write(
            """
            name: inner
            operations: { leaving: { exec: [/bin/sh, -c, 'eval "$LEAVE"'] } }
            """,
            to: "inner.yaml"
        )
        let slipwayd = Checkout.programs.appending(path: "slipwayd").path()
        let outer = try await RunningDaemon(
            """
            name: outer
            operations:
              inner:
                exec:
                  command: [\(slipwayd), --config, \(inner.path)/inner.yaml, --socket, \(inner.path)/socket]
                  ready: notify
                ended: degrade
            """,
            environment: ["LEAVE": Self.leaving, "PIDS": "\(folder.path)/pids"]
        )
        try await outer.untilReady()
        let left = try await processes(in: folder)
        #expect(left.count == 2)
        kill(try #require(listener(at: "\(inner.path)/socket")), SIGKILL)
        try await eventually("it is gone") { left.filter(isRunning).isEmpty }
        #expect(await outer.stop().status == 0)
    }

    @Test func aStoppedJobAndItsContinuationAreTheDaemons() async throws {
        let daemon = try await RunningDaemon(
            "name: tested\noperations: { a: { sleep: 10m } }",
            through: ["/usr/bin/env", "--default-signal=TSTP"]
        )
        let pid = try daemon.identifier
        kill(daemon.program.identifier, SIGTSTP)
        try await eventually("it is stopped") { try state(of: pid) == "T" }
        kill(daemon.program.identifier, SIGCONT)
        try await eventually("it goes on") { try state(of: pid) != "T" }
        #expect(await daemon.stop().status == 0)
    }

    /// No shell would continue the leader of a session.
    @Test func theLeaderOfASessionIsNotStoppedLikeAJob() async throws {
        let daemon = try await RunningDaemon(
            "name: tested\noperations: { a: { sleep: 10m } }",
            through: [
                "/usr/bin/setsid", "--fork", "--wait", "/usr/bin/env", "--default-signal=TSTP",
            ]
        )
        // The first one is setsid(1), which waits.
        let leader = try daemon.reapers[1]
        try #require(getsid(leader) == leader)
        kill(leader, SIGTSTP)
        kill(leader, SIGTERM)
        #expect(await daemon.program.result().status == 0)
    }

    /// The terminal knows the group of the first process as the one that may write to it.
    @Test func itWritesToATerminalThatStopsWritersInTheBackground() async throws {
        let inTerminal = """
            import fcntl, os, pty, sys, termios
            main, terminal = pty.openpty()
            modes = termios.tcgetattr(terminal)
            modes[3] |= termios.TOSTOP
            termios.tcsetattr(terminal, termios.TCSANOW, modes)
            if os.fork() == 0:
                os.setsid()
                fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
                for number in range(3):
                    os.dup2(terminal, number)
                os.execv(sys.argv[1], sys.argv[1:])
            os.close(terminal)
            try:
                while data := os.read(main, 4096):
                    os.write(1, data)
            except OSError:
                pass
            sys.exit(os.waitstatus_to_exitcode(os.wait()[1]))
            """
        let daemon = try await RunningDaemon(
            "name: tested\noperations: { a: { sleep: 1ms } }",
            through: ["/usr/bin/python3", "-c", inTerminal]
        )
        try await daemon.untilItSays("Startup finished")
        kill(try daemon.identifier, SIGTERM)
        #expect(await daemon.program.result().status == 0)
    }

    private func state(of pid: Int32) throws -> Substring? {
        let line = try String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
        return line.split(separator: ")").last?.split(separator: " ").first
    }
}
