import Foundation
import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayTestSupport
import SlipwayVarlink
import Testing

/// Programs of a running daemon.
@Suite(.timeLimit(.minutes(5)))
struct ProgramTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func daemon(
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
    private func quoted(_ script: String) -> String {
        "\""
            + script.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            .replacing("\n", with: "\\n") + "\""
    }

    private func program(_ daemon: RunningDaemon) throws -> ProgramStatus {
        try #require(try daemon.report().programs.first)
    }

    private func refusal(_ call: () throws -> Void) -> LaunchRefusal? {
        do {
            try call()
            return nil
        } catch {
            guard case .refused(let refusal)? = error as? ControlClientError else { return nil }
            return LaunchRefusal(refusal)
        }
    }

    /// As in a container that is paused, with and without its programs.
    @Test(arguments: [false, true])
    func aDaemonThatDidNotRunKeepsAProgramThatPings(isProgramStopped: Bool) async throws {
        let daemon = try await daemon(
            "watchdog: 500ms",
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
        try await Task.sleep(for: .milliseconds(1200))
        for process in stopped { kill(process, SIGCONT) }
        func pings() -> Int { (try? folder.read("pings"))?.count ?? 0 }
        let before = pings()
        try await eventually("it has pinged again, for longer than its watchdog") {
            pings() > before + 10
        }
        #expect(try program(daemon).pid == pid)
        #expect(await daemon.stop().status == 0)
    }

    /// A program that ended in its time is known when the daemon runs again, before its time is
    /// judged.
    @Test func whatEndedWhileTheDaemonDidNotRunHasItsResult() async throws {
        let daemon = try await daemon(
            "optional: true\n    ended: degrade",
            more: """
                actions:
                  charge:
                    effect: once
                    timeout: 1s
                    exec: [/bin/sh, -c, 'echo >>\(folder.path)/charged; sleep 0.3']
                """
        )
        try await daemon.untilReady()
        let client = try daemon.client()
        let reply = try client.call(Method.Submit(kind: "charge"))
        let id = reply.action.id.description
        try await eventually("it runs") {
            FileManager.default.fileExists(atPath: "\(folder.path)/charged")
        }
        let pid = try daemon.identifier
        kill(pid, SIGSTOP)
        // Longer than its timeout.
        try await Task.sleep(for: .milliseconds(1300))
        kill(pid, SIGCONT)
        try await eventually("it has ended") {
            try client.call(Method.GetAction(id)).action.state == .done
        }
        #expect(await daemon.stop().status == 0)
    }

    @Test func theEndOfAProgramEndsTheServiceWhichNamesIt() async throws {
        let daemon = try await daemon("ended: fail")
        try await daemon.untilReady()
        let pid = try #require(try program(daemon).pid)
        kill(pid, SIGKILL)
        let result = await daemon.program.result()
        #expect(result.status == 1)
        #expect(result.output.contains("Program 'web' was killed by SIGKILL"))
        #expect(result.output.contains("'web' failed: was killed by SIGKILL"))
    }

    /// Of a program that ran, and of one that was not ready yet.
    @Test(arguments: ["systemd-notify --ready; ", ""])
    func theErrorNumberOfAProgramIsTheServices(before: String) async throws {
        let manager = try NotifySocket()
        let daemon = try await daemon(
            "ended: fail",
            script: "\(before)systemd-notify --status='cannot write' ERRNO=28; exit 1",
            environment: ["NOTIFY_SOCKET": manager.path]
        )
        let result = await daemon.program.result()
        #expect(result.status == 1)
        let words = before.isEmpty ? "'/bin/sh' exited with 1 before it was ready" : "exited with 1"
        #expect(
            manager.messages().last
                == "STATUS=Failed: web: \(words): cannot write: No space left on device (ENOSPC)"
                + "\nERRNO=28"
        )
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
        #expect(result.output.contains("for its first start add retry") == isSaid)
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

    @Test func programsEndInReverseOrderWithAllTheirProcesses() async throws {
        func script(_ name: String) -> String {
            """
            setsid sleep 1000 & echo $! >> pids
            trap 'echo \(name) >> ends; exit' TERM
            systemd-notify --ready; while :; do sleep 0.01; done
            """
        }
        func operation(_ name: String, _ requires: String) -> String {
            """
              \(name):
                requires: [\(requires)]
                exec:
                  command: [/bin/sh, -c, \(quoted(script(name)))]
                  directory: \(folder.path)
                  ready: notify
            """
        }
        let daemon = try await RunningDaemon(
            """
            name: ordered
            grace: 20s
            operations:
            \(operation("database", ""))
            \(operation("web", "database"))
            \(operation("proxy", "web"))
            """,
            environment: ["PATH": "/usr/bin:/bin"],
            in: folder
        )
        try await daemon.untilReady()
        #expect(await daemon.stop().status == 0)
        #expect(try folder.read("ends") == "proxy\nweb\ndatabase\n")
        let pids = try folder.read("pids").split(separator: "\n").compactMap { pid_t($0) }
        #expect(pids.count == 3)
        #expect(pids.allSatisfy { kill($0, 0) != 0 })
    }

    /// Its `stop` and its end have a grace each, so that what it requires is there until it is gone.
    @Test(arguments: ["sleep 1.5", "exec sleep 1000"])
    func aProgramWithAStopEndsBeforeWhatItRequires(stop: String) async throws {
        func program(_ name: String, after: String) -> String {
            """
                exec:
                  command:
                    - /bin/sh
                    - -c
                    - \(quoted(
                        """
                        trap '\(after) echo \(name) >> ends; exit' TERM
                        systemd-notify --ready; while :; do sleep 0.01; done
                        """
                    ))
                  directory: \(folder.path)
                  ready: notify
            """
        }
        let daemon = try await RunningDaemon(
            """
            name: ordered
            grace: 2s
            operations:
              db:
            \(program("db", after: ""))
              web:
                requires: [db]
            \(program("web", after: "sleep 1.2;"))
                stop: { command: [/bin/sh, -c, "echo stop >> ends; \(stop)"], directory: \(folder.path) }
            """,
            environment: ["PATH": "/usr/bin:/bin"],
            in: folder
        )
        try await daemon.untilReady()
        let result = await daemon.stop()
        #expect(result.status == 0)
        #expect(try folder.read("ends") == "stop\nweb\ndb\n")
        let isLate = stop.contains("1000")
        #expect(result.output.contains("'/bin/sh' did not end within 1.8") == isLate)
    }

    @Test func whatAnOperatorStartedAfterItsOperationFailedEndsBeforeWhatItRequires() async throws {
        func script(_ name: String, _ begin: String = "") -> String {
            """
            \(begin)
            trap 'echo \(name) >> ends; exit' TERM
            systemd-notify --ready; while :; do sleep 0.01; done
            """
        }
        func operation(_ name: String, _ script: String, _ keys: String = "") -> String {
            """
              \(name):
                exec:
                  command: [/bin/sh, -c, \(quoted(script))]
                  directory: \(folder.path)
                  ready: notify
                \(keys)
            """
        }
        let daemon = try await RunningDaemon(
            """
            name: ordered
            grace: 20s
            operations:
            \(operation("db", script("db")))
            \(operation(
                "web",
                script("web", "test -e go || exit 3"),
                "optional: true\n    ended: degrade\n    requires: [db]"
            ))
            """,
            environment: ["PATH": "/usr/bin:/bin"],
            in: folder
        )
        try await daemon.untilReady()
        try folder.write("", to: "go")
        let started = try daemon.client().call(Method.StartProgram("web")).program
        #expect(started.state == .running)
        #expect(await daemon.stop().status == 0)
        #expect(try folder.read("ends") == "web\ndb\n")
    }

    @Test func anAttemptThatTimesOutSaysWhatItWaitedFor() async throws {
        let daemon = try await daemon(
            "timeout: 500ms",
            script: "echo loading; exec sleep 1000"
        )
        let result = await daemon.program.result()
        #expect(result.status == 1)
        let words = "'/bin/sh' has not said READY=1 (sd_notify); it last said: loading"
        #expect(result.output.contains("timed out after 500ms: \(words)"))
        #expect(!result.output.contains("is stopped"))
        #expect(result.output.contains("Program 'web' was ended before it was ready"))
    }

    /// As the kernel does it, without a service manager.
    @Test func programsDieWithADaemonThatIsKilled() async throws {
        let daemon = try await daemon("ended: fail")
        try await daemon.untilReady()
        let pid = try #require(try program(daemon).pid)
        try daemon.send(SIGKILL)
        _ = await daemon.program.result()
        try await eventually("the program is gone") { !isRunning(pid) }
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
        #expect(daemon.program.output.contains("asked to start program 'web', which \(reason)"))
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
            sleep 1; systemd-notify --ready; exec sleep 1000
            """
        let daemon = try await daemon("timeout: 500ms", script: script)
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
