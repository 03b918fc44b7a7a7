import Foundation
import Slipway
import SlipwayTestSupport
import Synchronization
import Testing

@testable import SlipwayProcess

/// Programs that fork their daemons, with real processes.
extension ProgramsTests {
    /// Forks a daemon that runs `daemon`, names it, and exits.
    private func forking(_ daemon: String) -> String {
        """
        sh -c '\(daemon)' & echo $! > pids
        systemd-notify MAINPID=$! READY=1; exit 0
        """
    }

    @Test func theEndOfTheDaemonThatItNamesIsItsEnd() async throws {
        let daemon = "while [ ! -e go ]; do sleep 0.01; done; echo done; exit 5"
        try await start(definition(forking(daemon)))
        let pids = try await processes(in: folder)
        try await eventually("it is the main one") { last()?.pid.map { Int($0) } == pids.first }
        try folder.write("", to: "go")
        try await eventually("the launch failed") {
            // How, is known to the daemon, which adopts what has lost its parent.
            failures().count == 1
        }
    }

    @Test func itsDaemonGetsSignalsAndIsAskedToEnd() async throws {
        let daemon = """
            trap "echo usr1 >> heard" USR1; trap "echo term >> heard; exit 0" TERM
            echo > up; while :; do sleep 0.01; done
            """
        try await start(definition(forking(daemon)))
        let pids = try await processes(in: folder)
        try await eventually("its daemon is up") { (try? folder.read("up")) != nil }
        #expect(await programs.signal("web", SIGUSR1))
        try await eventually("it heard it") { (try? folder.read("heard")) == "usr1\n" }
        #expect(await programs.stop("web") == nil)
        #expect(try folder.read("heard") == "usr1\nterm\n")
        #expect(!pids.contains(where: isRunning))
        #expect(failures() == [])
    }

    @Test func aProcessThatIsNoneOfItIsNotItsDaemon() async throws {
        let script = """
            systemd-notify MAINPID=$PPID READY=1; systemd-notify MAINPID=1
            while [ ! -e go ]; do sleep 0.01; done; exit 3
            """
        try await start(definition(script))
        try await eventually("it is said") {
            let words =
                "web: slipway: MAINPID=\(getpid()) is not followed: it is not one of the program's "
                + "processes\n"
            return try folder.read("log").contains(words)
        }
        #expect(last()?.pid != getpid())
        try folder.write("", to: "go")
        try await eventually("its own end counts") {
            failures().first?.hasPrefix("web: exited with 3") == true
        }
    }

    @Test func aProgramThatRunsForItsTimeIsReady() async throws {
        var policy = ProgramPolicy()
        policy.settling = .milliseconds(30)
        try await start(
            definition("exec sleep 1000", ready: .settled(.milliseconds(30)), policy: policy)
        )
        #expect(last()?.state == .running)
        #expect((last()?.startup ?? .zero) >= .milliseconds(30))
        #expect(await programs.stop("web") == nil)
    }

    @Test func oneThatEndsBeforeThatHasFailed() async throws {
        var policy = ProgramPolicy()
        policy.settling = .seconds(100)
        await #expect(throws: ProgramFailure.ended("exited with 4 before it was ready")) {
            try await start(definition("exit 4", ready: .settled(.seconds(100)), policy: policy))
        }
    }

    @Test func aStopEndsTheCommandThatComesBeforeItIsGivenUp() async throws {
        var policy = ProgramPolicy()
        policy.hasLastCommand = true
        let given = definition("exit 1", ready: .started, policy: policy)
        let reasons = News()
        let definition = ProgramDefinition(
            name: "web",
            command: given.command,
            ready: .started,
            policy: policy,
            lastCommand: { status, _ in
                reasons.failures.withLock { $0.append(status.reason ?? "") }
                // Ends when it is cancelled.
                let never = AsyncStream(Void.self) { _ in }
                for await _ in never {}
                return "was cancelled"
            }
        )
        try await start(definition)
        try await eventually("the command runs") {
            reasons.failures.withLock { $0 } == ["exited with 1"]
        }
        #expect(await programs.stop("web") == nil)
        #expect(last()?.state == .stopped)
        #expect(failures() == [])
    }

    @Test(arguments: [ProgramEnd.Dependents.restarted, .stopped])
    func whatDependsOnAProgramFollowsItsRestart(rule: ProgramEnd.Dependents) async throws {
        func named(_ name: String, _ policy: ProgramPolicy, requires: Set<String>)
            -> ProgramDefinition
        {
            let script = """
                echo \(name) >> starts; systemd-notify --ready
                while [ ! -e end-\(name) ]; do sleep 0.01; done; rm end-\(name); exit 1
                """
            return ProgramDefinition(
                name: name,
                command: .shell(script, in: folder, output: .lines),
                requires: requires,
                ready: .notify,
                policy: policy
            )
        }
        var policy = ProgramPolicy(ended: .restart(.init(initial: .milliseconds(1))))
        policy.end.dependents = rule
        try await start(named("db", policy, requires: []))
        try await start(named("cache", .init(), requires: ["db"]))
        try await start(named("web", .init(), requires: ["db", "cache"]))
        try folder.write("", to: "end-db")
        try await eventually("all are started again") {
            try folder.read("starts") == "db\ncache\nweb\ndb\ncache\nweb\n"
                && last()?.state == .running
        }
        #expect(last()?.name == "web")
        #expect(last()?.reason?.contains("as 'db' ") == true)
        for name in ["web", "cache", "db"] { #expect(await programs.stop(name) == nil) }
        #expect(failures() == [])
    }
}
