import Foundation
import Slipway
import SlipwayLoop
import SlipwayTestSupport
import Synchronization
import Testing

@testable import SlipwayProcess

/// Programs with real processes.
struct ProgramsTests {
    let folder: TemporaryFolder
    let programs: Programs
    let news = News()

    final class News: Sendable {
        let told = Mutex<[ProgramStatus]>([])
        let failures = Mutex<[String]>([])
        /// Why the service ended well, and with which status of its own.
        let ends = Mutex<[String]>([])
    }

    /// The answer to a request.
    final class Answer: Sendable {
        private let result = Mutex<Result<ProgramStatus, Programs.Refusal>?>(nil)

        func set(_ result: Result<ProgramStatus, Programs.Refusal>) {
            self.result.withLock { $0 = result }
        }

        func value() async throws -> Result<ProgramStatus, Programs.Refusal> {
            try await eventually("there is an answer") { result.withLock { $0 } != nil }
            return try #require(result.withLock { $0 })
        }
    }

    init() async throws {
        folder = try TemporaryFolder()
        try Loop.start()
        let log = open("\(folder.path)/log", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        programs = Programs(
            log: OutputLog(.lines(log)),
            folder: NotifyFolder(in: folder.path)
        )
        await programs.observe { [news] status in
            news.told.withLock { $0.append(status) }
        } end: { [news] conclusion in
            let status = conclusion.exitStatus.map { " (\($0))" } ?? ""
            switch conclusion.end {
            case .failure(let failure):
                let words = "\(conclusion.name): \(failure.message)\(status)"
                news.failures.withLock { $0.append(words) }
            case .success(let reason):
                news.ends.withLock { $0.append("\(conclusion.name): \(reason)\(status)") }
            }
        }
    }

    func definition(
        _ script: String,
        name: String = "web",
        requires: Set<String> = [],
        ready: ProgramDefinition.Ready = .notify,
        policy: ProgramPolicy = .init(),
        check: ProgramDefinition.HealthCheck? = nil,
        stopCommand: ProgramDefinition.StopCommand? = nil
    ) -> ProgramDefinition {
        var command = ChildCommand.shell(script, in: folder, output: .lines)
        command.writer = OutputWriter(name: name, service: "tests", launchID: "launch")
        return ProgramDefinition(
            name: name,
            command: command,
            requires: requires,
            ready: ready,
            policy: policy,
            stopCommand: stopCommand,
            check: check
        )
    }

    func start(_ definition: ProgramDefinition) async throws {
        try await programs.start(definition) { _ in }
    }

    @Loop
    func carryOut(
        _ request: Programs.Request,
        _ name: String
    ) async -> Result<ProgramStatus, Programs.Refusal> {
        await withCheckedContinuation { continuation in
            programs.carryOut(request, name) { continuation.resume(returning: $0) }
        }
    }

    func failures() -> [String] { news.failures.withLock { $0 } }
    func last() -> ProgramStatus? { news.told.withLock { $0.last } }

    @Test func theEndOfAProgramTakesItsProcessesAlong() async throws {
        let script = """
            sleep 1000 & echo $! > pids
            systemd-notify --ready; while [ ! -e go ]; do sleep 0.01; done; exit 5
            """
        try await start(definition(script))
        let pids = try await processes(in: folder)
        try folder.write("", to: "go")
        try await eventually("the launch failed") { failures() == ["web: exited with 5"] }
        #expect(!pids.contains(where: isRunning))
    }

    /// A thread looks at what a restart needs, and the stop comes before its answer.
    @Test func aStopIsNotUndoneByARestartThatWasAskedForBefore() async throws {
        try await start(definition("systemd-notify --ready; exec sleep 1000"))
        let (restarted, stopped) = (Answer(), Answer())
        Loop.run { [programs] in
            programs.carryOut(.restart, "web") { restarted.set($0) }
            programs.carryOut(.stop, "web") { stopped.set($0) }
        }
        #expect(
            try await restarted.value()
                == .failure(.ended("is not restarted: it was stopped meanwhile"))
        )
        #expect(try await stopped.value().get().state == .stopped)
        #expect(last()?.state == .stopped)
    }

    @Test func aProgramIsStartedAgainAndGetsANewSocket() async throws {
        var restart = RestartLimits()
        restart.initial = .milliseconds(1)
        let script = """
            echo $NOTIFY_SOCKET >> sockets; systemd-notify --ready
            while [ ! -e end ]; do sleep 0.01; done; rm end; exit 1
            """
        try await start(definition(script, policy: ProgramPolicy(ended: .restart(restart))))
        try folder.write("", to: "end")
        try await eventually("it runs again") {
            last()?.restarts == 1 && last()?.state == .running
        }
        let sockets = try folder.read("sockets").split(separator: "\n")
        #expect(Set(sockets).count == 2)
        #expect(await programs.stop("web") == nil)
        #expect(failures() == [])
    }

    /// A cleaner of old files may have removed its socket: that says nothing about the program.
    @Test func aProgramThatCannotBeHeardAnyMoreIsNotSilent() async throws {
        try await start(
            definition(
                "systemd-notify --ready; rm $NOTIFY_SOCKET; exec sleep 1000",
                policy: ProgramPolicy(watchdog: .milliseconds(50))
            )
        )
        let words =
            "cannot be heard: its notify socket was removed, and its watchdog does not count; start it again"
        try await eventually("it is said") { last()?.lack == words }
        #expect(last()?.state == .running)
        #expect(last()?.restarts == 0)
        #expect(failures() == [])
        #expect(await programs.stop("web") == nil)
    }

    @Test func aProgramThatDoesNotPingIsEnded() async throws {
        let policy = ProgramPolicy(watchdog: .milliseconds(300))
        let script = """
            test "$WATCHDOG_USEC" = 300000 || exit 9
            systemd-notify --ready; exec sleep 1000
            """
        try await start(definition(script, policy: policy))
        try await eventually("it was missed") {
            failures() == ["web: sent no watchdog ping for 300ms"]
        }
    }

    @Test func aProgramWhoseHealthCheckFailsIsEnded() async throws {
        let policy = ProgramPolicy(health: .init(every: .milliseconds(1), misses: 2))
        let checks = Atomic(0)
        try await start(
            definition("exec sleep 1000", ready: .started, policy: policy) {
                checks.add(1, ordering: .relaxed).newValue < 3 ? nil : CheckFailure("HTTP 503")
            }
        )
        try await eventually("it failed") {
            failures() == ["web: failed its health check 2 times in a row: HTTP 503"]
        }
    }

    @Test func aProgramGetsSocketsByName() async throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { for end in ends { close(end) } }
        let script = """
            test "$LISTEN_PID" = $$ || exit 2; test "$LISTEN_FDS" = 2 || exit 3
            echo "$LISTEN_FDNAMES" >&3; read line <&4; echo "got $line"; exec sleep 1000
            """
        var definition = definition(script, ready: .started)
        var command = definition.command
        command.sockets = [("http", ends[0]), ("admin", ends[0])]
        definition = ProgramDefinition(
            name: "web",
            command: command,
            ready: .started,
            policy: .init()
        )
        try await start(definition)
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = recv(ends[1], &bytes, bytes.count, 0)
        #expect(String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self) == "http:admin\n")
        #expect(write(ends[1], "hello\n", 6) == 6)
        try await eventually("it was heard") {
            try folder.read("log").contains("web: got hello\n")
        }
        #expect(await programs.stop("web") == nil)
    }

    @Test func onlyTheVariablesOfItsSocketsAreReplaced() async throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { for end in ends { close(end) } }
        var command = ChildCommand.shell("env | grep LISTEN | sort", in: folder)
        command.sockets = [("http", ends[0])]
        command.environment["LISTEN_ADDR"] = "::1"
        command.environment["LISTEN_FDS"] = "7"
        command.environment["LISTEN_PIDFDID"] = "7"
        let text = try await ProcessRunner.quiet().run(command).text
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("LISTEN_PID=") }
        #expect(lines == ["LISTEN_ADDR=::1", "LISTEN_FDNAMES=http", "LISTEN_FDS=1"])
    }

    @Test func anOperatorStopsStartsAndRestartsIt() async throws {
        try await start(definition("echo $$ >> runs; systemd-notify --ready; exec sleep 1000"))
        for request in [Programs.Request.restart, .stop, .stop, .start, .start] {
            let result = await carryOut(request, "web")
            let expected: ProgramStatus.State = request == .stop ? .stopped : .running
            #expect(try result.get().state == expected)
        }
        #expect(try folder.read("runs").split(separator: "\n").count == 3)
        #expect(await programs.stop("web") == nil)
        #expect(failures() == [])
    }

    @Test func whatIsNoProgramIsRefused() async {
        let result = await carryOut(.stop, "nothing")
        #expect(result == .failure(.unknown(known: [])))
    }

    @Test(.enabled(if: getuid() == 0, "needs root, to be another user"))
    func aStrangersMessageDoesNotCount() async throws {
        let script = """
            echo $NOTIFY_SOCKET > socket; while [ ! -e go ]; do sleep 0.01; done
            systemd-notify --status=own --ready; exec sleep 1000
            """
        let definition = definition(script)
        async let started: Void = programs.start(definition) { _ in }
        try await eventually("it runs") {
            try FileManager.default.fileExists(atPath: "\(folder.path)/socket")
                && !folder.read("socket").isEmpty
        }
        #expect(chmod(folder.path, 0o711) == 0)
        let socket = try folder.read("socket").trimmingCharacters(in: .whitespacesAndNewlines)
        let send = """
            import os, socket; os.setuid(65534)
            s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            s.sendto(b"STATUS=forged\\nREADY=1", "\(socket)")
            """
        let runner = try ProcessRunner.quiet()
        let python = ChildCommand(
            "/usr/bin/python3",
            arguments: ["-c", send],
            environment: ["PATH": "/usr/bin:/bin"],
            writer: .step
        )
        #expect(try await runner.run(python).status == .exited(0))
        try folder.write("", to: "go")
        try await started
        #expect(!news.told.withLock { $0 }.contains { $0.message == "forged" })
        #expect(await programs.stop("web") == nil)
    }

    /// Also of this user: another program, or what is left of a former attempt.
    @Test func theMessageOfALivingProcessOfAnotherTreeDoesNotCount() async throws {
        let script = """
            echo $NOTIFY_SOCKET > new; mv new socket; while [ ! -e go ]; do sleep 0.01; done
            systemd-notify --status=own --ready; exec sleep 1000
            """
        let definition = definition(script)
        async let started: Void = programs.start(definition) { _ in }
        try await eventually("it runs") {
            FileManager.default.fileExists(atPath: "\(folder.path)/socket")
        }
        let socket = try folder.read("socket").trimmingCharacters(in: .whitespacesAndNewlines)
        let send = """
            import os, socket, time
            s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            s.sendto(b"STATUS=forged\\nREADY=1", "\(socket)")
            while not os.path.exists("\(folder.path)/go"): time.sleep(0.01)
            """
        let runner = try ProcessRunner.quiet()
        let python = ChildCommand(
            "/usr/bin/python3",
            arguments: ["-c", send],
            environment: ["PATH": "/usr/bin:/bin"],
            writer: .step
        )
        async let sender = runner.run(python)
        try await eventually("it is said that it does not count") {
            try folder.read("log")
                .contains("is not one of the program's: its sd_notify messages are ignored")
        }
        try folder.write("", to: "go")
        try await started
        #expect(try await sender.status == .exited(0))
        #expect(!news.told.withLock { $0 }.contains { $0.message == "forged" })
        #expect(await programs.stop("web") == nil)
    }

    @Test func aSocketAtWhichAnotherProcessListensIsNotIts() async throws {
        let script = """
            while [ ! -e go ]; do sleep 0.01; done; rm -f web.sock
            exec python3 -c '
            import socket, time
            s = socket.socket(socket.AF_UNIX)
            s.bind("web.sock")
            s.listen()
            time.sleep(1000)'
            """
        let foreign = ChildCommand.shell(
            """
            exec python3 -c '
            import os, socket, time
            s = socket.socket(socket.AF_UNIX)
            s.bind("web.sock")
            s.listen()
            open("bound", "w")
            while not os.path.exists("go"): time.sleep(0.01)'
            """,
            in: folder
        )
        let runner = try ProcessRunner.quiet()
        async let other = runner.run(foreign)
        try await eventually("another process listens") {
            FileManager.default.fileExists(atPath: "\(folder.path)/bound")
        }
        let path = "\(folder.path)/web.sock"
        let definition = definition(script, ready: .socket(path))
        async let started: Void = programs.start(definition) { _ in }
        try await eventually("it is known who listens") {
            last()?.lack?.hasSuffix("which is none of it, listens there") == true
        }
        #expect(last()?.state == .starting)
        try folder.write("", to: "go")
        try await started
        #expect(try await other.status == .exited(0))
        #expect(await programs.stop("web") == nil)
    }
}
