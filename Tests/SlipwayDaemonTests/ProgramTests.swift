import Foundation
import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayReport
import SlipwayTestSupport
import SlipwayVarlink
import Testing

/// Programs of a running daemon.
@Suite(.timeLimit(.minutes(5)))
struct ProgramTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    func daemon(
        _ keys: String,
        script: String = "systemd-notify --ready; exec sleep 1000",
        more: String = "",
        environment: [String: String] = [:]
    ) async throws -> RunningDaemon {
        try await RunningDaemon(
            """
            name: kept
            grace: 20s
            operations:
              web:
                exec:
                  command: [/bin/sh, -c, \(quoted(script))]
                  directory: \(folder.path)
                  ready: notify
                \(keys)
            \(more)
            """,
            environment: ["PATH": "/usr/bin:/bin"].merging(environment) { $1 },
            in: folder
        )
    }

    /// A script as a YAML string.
    func quoted(_ script: String) -> String {
        "\""
            + script.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            .replacing("\n", with: "\\n") + "\""
    }

    func program(_ daemon: RunningDaemon) throws -> ProgramStatus {
        try #require(try daemon.report().programs.first)
    }

    /// As in a container that is paused, with and without its programs.
    @Test(arguments: [false, true])
    func aDaemonThatDidNotRunKeepsAProgramThatPings(isProgramStopped: Bool) async throws {
        let daemon = try await daemon(
            "watchdog: 1500ms",
            script: """
                systemd-notify --ready
                while :; do systemd-notify WATCHDOG=1; echo >>pings; sleep 0.1; done
                """
        )
        try await daemon.untilReady()
        let pid = try #require(try program(daemon).pid)
        let stopped = try [daemon.identifier] + (isProgramStopped ? [pid] : [])
        for process in stopped { kill(process, SIGSTOP) }
        // Longer than its watchdog.
        try await Task.sleep(for: .milliseconds(2000))
        for process in stopped { kill(process, SIGCONT) }
        func pings() -> Int { (try? folder.read("pings"))?.count ?? 0 }
        let before = pings()
        try await eventually("it has pinged again, for longer than its watchdog") {
            pings() > before + 20
        }
        #expect(try program(daemon).pid == pid)
        #expect(await daemon.stop().status == 0)
    }

    @Test func aProgramIsStartedAgainAndTheLaunchIsDegradedMeanwhile() async throws {
        let daemon = try await daemon("ended: restart\n    restart: { initial: 300ms }")
        try await daemon.untilReady()
        kill(try #require(try program(daemon).pid), SIGKILL)
        try await eventually("it is missed") {
            try daemon.report().phase == .ready(degraded: true)
        }
        try await eventually("it runs again") {
            let report = try daemon.report()
            return report.phase == .ready(degraded: false) && report.programs.first?.restarts == 1
        }
        #expect(await daemon.stop().status == 0)
    }

    /// Restarts are for a program that has been ready: a first start that fails is its operation's.
    @Test(arguments: [("", true), ("retry: { attempts: 2, initial: 1ms }", false)])
    func aFirstStartThatFailsSaysWhatWouldTryItAgain(retry: String, isSaid: Bool) async throws {
        let daemon = try RunningDaemon(
            starting: """
                name: kept
                operations:
                  web:
                    exec: { command: [/bin/false], ready: notify }
                    ended: restart
                    \(retry)
                """
        )
        let result = await daemon.program.result()
        #expect(result.status == 1)
        #expect(result.output.contains("'/bin/false' exited with 1 before it was ready"))
        #expect(result.output.contains("for the first start add 'retry'") == isSaid)
    }

    @Test func theServiceGoesOnWithoutAProgramThatMayBeMissing() async throws {
        let daemon = try await daemon("ended: degrade")
        try await daemon.untilReady()
        kill(try #require(try program(daemon).pid), SIGKILL)
        try await eventually("it is missed") { try program(daemon).state == .ended }
        let reply = try daemon.client().call(Method.Explain())
        let explanation = reply.explanation
        #expect(explanation.steps.last?.detail == "was killed by SIGKILL")
        #expect(await daemon.stop().status == 0)
    }

    @Test func anOperatorStopsRestartsAndStartsIt() async throws {
        let daemon = try await daemon("ended: fail")
        try await daemon.untilReady()
        let client = try daemon.client()
        let first = try #require(try program(daemon).pid)
        let restarted = try client.call(Method.RestartProgram("web")).program
        #expect(restarted.state == .running)
        #expect(restarted.pid != first)
        let stopped = try client.call(Method.StopProgram("web")).program
        #expect((stopped.state, stopped.pid) == (.stopped, nil))
        // Whoever ended it, the service lacks it.
        #expect(try daemon.report().phase == .ready(degraded: true))
        let started = try client.call(Method.StartProgram("web")).program
        #expect(started.state == .running)
        #expect(try daemon.report().phase == .ready(degraded: false))
        #expect(
            refusal { _ = try client.call(Method.StopProgram("wbe")) }
                == .noSuchProgram("wbe", known: ["web"])
        )
        #expect(await daemon.stop().status == 0)
        #expect(daemon.program.output.contains("restarted program 'web'"))
    }

    @Test func aProgramThatIsStillStartingIsItsOperations() async throws {
        let daemon = try await daemon("ended: fail", script: "echo waits; exec sleep 1000")
        try await daemon.untilItSays("web: waits")
        let client = try daemon.client()
        #expect(
            refusal { _ = try client.call(Method.StopProgram("web")) } == .programStarting("web")
        )
        #expect(await daemon.stop().status == 0)
    }

    /// A stop would be told as done, and its operation start it all the same.
    @Test func aProgramWhoseOperationPausesBeforeItsNextAttemptIsItsOperations() async throws {
        let daemon = try await daemon("retry: { attempts: 2, initial: 30s }", script: "exit 1")
        try await daemon.untilItSays("tries again, attempt 2 of 2")
        let client = try daemon.client()
        #expect(
            refusal { _ = try client.call(Method.StopProgram("web")) } == .programStarting("web")
        )
        #expect(await daemon.stop().status == 0)
    }

    @Test func soIsOneInAGroupThatPausesBeforeItsNextAttempt() async throws {
        let daemon = try await RunningDaemon(
            """
            name: grouped
            operations:
              front:
                retry: { attempts: 2, initial: 30s }
                group:
                  operations:
                    web: { exec: { command: [/bin/sh, -c, exit 1], ready: notify } }
            """
        )
        try await daemon.untilItSays("tries again, attempt 2 of 2")
        let client = try daemon.client()
        #expect(
            refusal { _ = try client.call(Method.StopProgram("web")) } == .programStarting("web")
        )
        #expect(await daemon.stop().status == 0)
    }

    @Test func anAttemptThatTimesOutSaysWhatItWaitedFor() async throws {
        let daemon = try await daemon(
            "timeout: 2s",
            script: "echo loading; exec sleep 1000"
        )
        let result = await daemon.program.result()
        #expect(result.status == 1)
        let words = "'/bin/sh' has not said READY=1 (sd_notify); it last said: loading"
        #expect(result.output.contains("timed out after 2s: \(words)"))
        #expect(!result.output.contains("is stopped"))
        #expect(result.output.contains("Program 'web' was ended before it was ready"))
    }

    @Test func anOperatorsStartThatFailsIsNotLoggedAsDone() async throws {
        let script = "test -e bad && exit 3; systemd-notify --ready; exec sleep 1000"
        let daemon = try await daemon("ended: degrade", script: script)
        try await daemon.untilReady()
        let client = try daemon.client()
        _ = try client.call(Method.StopProgram("web"))
        try folder.write("", to: "bad")
        let reason = "exited with 3 before it was ready"
        #expect(
            refusal { _ = try client.call(Method.StartProgram("web")) }
                == .programFailed("web", message: reason)
        )
        #expect(await daemon.stop().status == 0)
        #expect(daemon.program.output.contains("asked to start program 'web', but it \(reason)"))
        #expect(!daemon.program.output.contains("started program 'web'"))
    }

    @Test func whatItLacksAndSaysIsInTheExplanationWhileItStarts() async throws {
        let script = """
            systemd-notify --status='migrating 3 of 7'
            while [ ! -e go ]; do sleep 0.01; done; systemd-notify --ready; exec sleep 1000
            """
        let daemon = try await daemon("timeout: 100s", script: script)
        let client = try daemon.client()
        try await eventually("its words are there") {
            let reply = try client.call(Method.Explain("web"))
            return reply.explanation.steps.last?.detail
                == "has not said READY=1 (sd_notify); migrating 3 of 7"
        }
        try folder.write("", to: "go")
        try await daemon.untilReady()
        #expect(await daemon.stop().status == 0)
    }

    @Test func aProgramMayAskForMoreTimeThanItsTimeout() async throws {
        let script = """
            systemd-notify EXTEND_TIMEOUT_USEC=60000000
            sleep 3; systemd-notify --ready; exec sleep 1000
            """
        let daemon = try await daemon("timeout: 2s", script: script)
        try await daemon.untilReady()
        #expect(await daemon.stop().status == 0)
    }

    @Test func aSocketThatWasNotPassedIsAFaultOfTheConfiguration() async throws {
        let daemon = try RunningDaemon(
            starting: """
                name: kept
                operations:
                  web:
                    exec: { command: [/bin/true], ready: started }
                    sockets: [http]
                """,
            environment: ["PATH": "/usr/bin:/bin"]
        )
        let result = await daemon.program.result()
        #expect(result.status == 78)
        let words = "operations.web.sockets: no activation socket is named 'http'; none was passed"
        #expect(result.output.contains(words))
    }
}
