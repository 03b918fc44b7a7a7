import Foundation
import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayTestSupport
import SlipwayVarlink
import Testing

/// The ends of programs: by themselves, with the service, and in which order.
extension ProgramTests {
    /// A program that ended in its time is known when the daemon runs again, before its time is
    /// judged.
    @Test func whatEndedWhileTheDaemonDidNotRunHasItsResult() async throws {
        let daemon = try await daemon(
            "optional: true\n    ended: degrade",
            more: """
                actions:
                  charge:
                    effect: once
                    timeout: 3s
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
        try await Task.sleep(for: .milliseconds(3300))
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

    /// A web server may log each request, those of its health check too.
    @Test func theLastWordsOfAProgramAreNoAnswersToItsHealthCheck() async throws {
        let ask = "\(folder.path)/ask"
        let daemon = try await daemon(
            """
            health: { exec: [/bin/sh, -c, ': >\(ask); while [ -e \(ask) ]; do sleep 0.01; done'], every: 1s }
                ended: fail
            """,
            script: """
                systemd-notify --ready; echo serving
                while :; do
                    if [ -e ask ]; then echo GET /health; rm ask; : >asked; fi
                    sleep 0.02
                done
                """
        )
        try await daemon.untilReady()
        try await eventually("it is asked") {
            FileManager.default.fileExists(atPath: "\(folder.path)/asked")
        }
        kill(try #require(try program(daemon).pid), SIGKILL)
        let result = await daemon.program.result()
        #expect(result.output.contains("GET /health"))
        #expect(
            result.output.contains("was killed by SIGKILL; it last said: serving"),
            "\(result.output)"
        )
    }

    @Test(
        arguments: [
            ("ended: stop", 0, 0), ("ended: stop", 3, 1),
            ("ended: fail\n    exitStatus: own", 0, 1),
            ("ended: stop\n    success: [3]\n    exitStatus: own", 3, 3),
            ("ended: stop\n    exitStatus: own", 7, 7),
        ]
    )
    func theServiceEndsWithAProgram(keys: String, status: Int, expected: Int32) async throws {
        let daemon = try await daemon(
            keys,
            script: "systemd-notify --ready; while [ ! -e go ]; do sleep 0.01; done; exit \(status)"
        )
        try await daemon.untilReady()
        try folder.write("", to: "go")
        let result = await daemon.program.result()
        #expect(result.status == expected)
        let words =
            expected == 0 || status == 3 && expected == 3 ? "'web' exited" : "'web' failed: exited"
        #expect(result.output.contains("Stopping: \(words) with \(status)"))
    }

    @Test func theEndOfADaemonThatAProgramHasForkedIsThePrograms() async throws {
        let daemon = try await daemon(
            "exitStatus: own",
            script: "echo $$$$ >pids; "
                + "setsid sh -c 'while [ ! -e go ]; do sleep 0.01; done; exit 5' & "
                + "systemd-notify MAINPID=$! READY=1; exit 0"
        )
        try await daemon.untilReady()
        // A shell that still waits for systemd-notify would reap the daemon, too, and keep its status.
        let shell = try #require(await processes(in: folder).first)
        try await eventually("the shell has ended") { !isRunning(shell) }
        try folder.write("", to: "go")
        let result = await daemon.program.result()
        #expect(result.status == 5)
        #expect(result.output.contains("'web' failed: exited with 5"))
    }

    /// Its status is the daemon's to know only after its parent's end.
    @Test func theEndOfADaemonIsKnownThatEndsBeforeTheProgramThatForkedIt() async throws {
        try folder.write(
            """
            import os, signal, subprocess, time
            signal.signal(signal.SIGUSR1, lambda *_: os._exit(5))
            child = os.fork()
            if child == 0:
                signal.pause()
            subprocess.run(["systemd-notify", f"MAINPID={child}", "READY=1"])
            os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
            # The daemon asks in vain meanwhile, which nothing shows from outside.
            time.sleep(0.05)
            """,
            to: "forking.py"
        )
        let daemon = try await daemon("exitStatus: own", script: "exec python3 forking.py")
        try await daemon.untilReady()
        kill(try #require(try program(daemon).pid), SIGUSR1)
        let result = await daemon.program.result()
        #expect(result.status == 5, "\(result.output)")
    }

    @Test func aCommandRunsBeforeAProgramIsGivenUp() async throws {
        let daemon = try await daemon(
            "beforeGivingUp: [/bin/sh, -c, 'echo \"$LAUNCH_REASON, $LAUNCH_RESTARTS\" >\(folder.path)/paged']",
            script:
                "systemd-notify --ready; while [ ! -e go ]; do sleep 0.01; done; echo broken; exit 1"
        )
        try await daemon.untilReady()
        try folder.write("", to: "go")
        let result = await daemon.program.result()
        #expect(result.status == 1)
        #expect(try folder.read("paged") == "exited with 1: broken, 0\n")
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

    /// As the kernel does it, without a service manager.
    @Test func programsDieWithADaemonThatIsKilled() async throws {
        let daemon = try await daemon("ended: fail")
        try await daemon.untilReady()
        let pid = try #require(try program(daemon).pid)
        try daemon.send(SIGKILL)
        _ = await daemon.program.result()
        try await eventually("the program is gone") { !isRunning(pid) }
    }
}
