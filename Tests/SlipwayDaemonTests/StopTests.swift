import Foundation
import Glibc
import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayTestSupport
import Testing

/// The end of the processes that a daemon started.
@Suite(.timeLimit(.minutes(5)))
struct StopTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func daemon(_ operations: String, grace: String = "20s") async throws -> RunningDaemon {
        try await RunningDaemon(
            "name: tested\ngrace: \(grace)\n\(operations)",
            environment: ["PATH": "/usr/bin:/bin", "FOLDER": folder.path],
            in: folder
        )
    }

    /// A program that on SIGTERM does something and exits.
    private func program(_ name: String, onTERM: String, more: String = "") throws -> String {
        try folder.write(
            """
            #!/bin/sh
            trap '\(onTERM); exit 0' TERM
            echo $$ > "$FOLDER/\(name).new"; mv "$FOLDER/\(name).new" "$FOLDER/\(name).pid"
            while :; do sleep 0.02; done
            """,
            to: name,
            mode: 0o755
        )
        return "  \(name): { exec: { command: [\(folder.path)/\(name)], ready: started }\(more) }\n"
    }

    private func untilRunning(_ names: [String]) async throws {
        for name in names { _ = try await processes("\(name).pid", in: folder) }
    }

    /// Each ends only once all were asked: one after the other none would.
    @Test func independentProgramsEndSideBySide() async throws {
        let names = (1...12).map { "p\($0)" }
        var operations = "operations:\n"
        for name in names {
            operations += try program(
                name,
                onTERM: """
                    touch "$FOLDER/\(name).asked"
                    while [ "$(ls "$FOLDER" | grep -c asked)" -lt 12 ]; do sleep 0.02; done
                    """
            )
        }
        let daemon = try await daemon(operations)
        try await untilRunning(names)
        let result = await daemon.stop()
        #expect(result.status == 0)
        #expect(!result.output.contains("was killed"), "\(result.output)")
    }

    @Test func whatDependsOnAProgramEndsBeforeIt() async throws {
        let daemon = try await daemon(
            "operations:\n"
                + program("db", onTERM: #"echo db >> "$FOLDER/log""#)
                + program("web", onTERM: #"echo web >> "$FOLDER/log""#, more: ", requires: [db]")
        )
        try await untilRunning(["db", "web"])
        #expect(await daemon.stop().status == 0)
        #expect(try folder.read("log") == "web\ndb\n")
    }

    /// What depends on them keeps them from being asked; then all are killed.
    @Test func nothingIsStartedAgainOnceTheGraceIsEnded() async throws {
        let names = (1...8).map { "db\($0)" }
        var operations = "operations:\n"
        for name in names {
            operations +=
                "  \(name): { exec: { command: [/bin/sh, -c, 'echo \(name) >> \"$FOLDER/log\"; exec sleep 1000'], "
                + "ready: started }, ended: restart, restart: { initial: 1ms } }\n"
        }
        let deaf = try program(
            "web",
            onTERM: #"touch "$FOLDER/asked"; while :; do sleep 1; done"#,
            more: ", requires: [\(names.joined(separator: ", "))]"
        )
        let daemon = try await daemon(operations + deaf, grace: "100s")
        try await untilRunning(["web"])
        try daemon.send(SIGTERM)
        try await eventually("it is asked to end") {
            FileManager.default.fileExists(atPath: folder.path + "/asked")
        }
        // At once it would be the same request.
        try await Task.sleep(for: .milliseconds(300))
        try daemon.send(SIGTERM)
        #expect(await daemon.program.result().status == 0)
        #expect(try folder.read("log").split(separator: "\n").count == names.count)
    }

    /// A server that ends its workers itself is not disturbed.
    @Test func theMainProcessIsAskedBeforeThoseThatItStarted() async throws {
        let script = """
            (trap 'echo child >> log; exit' TERM; while :; do sleep 0.02; done) & \
            trap 'sleep 0.2; echo main >> log; exit 0' TERM; \
            echo $$ > new; mv new pids; while :; do sleep 0.02; done
            """
        let daemon = try await daemon(
            """
            operations:
              web:
                exec:
                  command: [/bin/sh, -c, "\(script)"]
                  directory: \(folder.path)
                  ready: started
            """
        )
        _ = try await processes(in: folder)
        #expect(await daemon.stop().status == 0)
        #expect(try folder.read("log") == "main\nchild\n")
    }

    @Test func whatHadToBeKilledIsSaid() async throws {
        let daemon = try await daemon(
            "operations:\n" + program("deaf", onTERM: "while :; do sleep 1; done"),
            grace: "1500ms"
        )
        try await untilRunning(["deaf"])
        let output = await daemon.stop().output
        #expect(output.contains("Program 'deaf' has not ended yet; it is killed 1.350s after"))
        #expect(output.contains("Program 'deaf' was killed: it did not end within 1.350s"))
    }

    @Test func operatorsStopAndRestartAProgramWithItsStop() async throws {
        let daemon = try await daemon(
            "operations:\n"
                + program(
                    "web",
                    onTERM: #"echo ended >> "$FOLDER/log""#,
                    more: #", stop: [/bin/sh, -c, 'echo stop >> "$FOLDER/log"']"#
                )
        )
        try await untilRunning(["web"])
        try await daemon.untilReady()
        let client = try daemon.client()
        _ = try client.call(Method.RestartProgram("web"))
        #expect(try folder.read("log") == "stop\nended\n")
        _ = try client.call(Method.StopProgram("web"))
        #expect(try folder.read("log") == "stop\nended\nstop\nended\n")
        // It does not run any more: its `stop` has nothing to talk to.
        #expect(await daemon.stop().status == 0)
        #expect(try folder.read("log") == "stop\nended\nstop\nended\n")
    }

    /// As systemd does with `KillMode=control-group`, and a container's runtime.
    @Test(
        arguments: [
            "exec: [/bin/sleep, '1000']",
            "exec: { command: [/bin/sleep, '1000'], ready: notify }",
        ]
    )
    func aStopThatReachesTheStepsTooIsAnOrdinaryEnd(body: String) async throws {
        for _ in 1...10 {
            let daemon = try await daemon("operations: { step: { \(body) } }")
            var child: Int32 = 0
            try await eventually("the step runs") {
                let children = try ObservedProcess.children(of: daemon.identifier)
                child = children.first?.pid ?? 0
                return child > 0
            }
            // As they come in /proc: reapers and daemon first.
            let all = try daemon.reapers + [daemon.identifier, child]
            for pid in all { kill(pid, SIGTERM) }
            let result = await daemon.program.result()
            #expect(result.status == 0, "\(result.output)")
        }
    }

    @Test func programsThatAreNotReadyYetHoldNothingElseUp() async throws {
        var operations = "queues: { userInitiated: { width: 2 } }\noperations:\n"
        for number in 1...20 {
            operations +=
                "  slow\(number): { exec: { command: [/bin/sleep, '1000'], ready: notify } }\n"
        }
        let daemon = try await daemon(operations + "  echo: { exec: [/bin/echo, hello] }\n")
        try await eventually("the others have run") {
            try daemon.report()["echo"]?.outcome == .succeeded
        }
        #expect(await daemon.stop().status == 0)
    }

    /// `python3 -c` runs a program in a terminal of its own, closes that, and prints how it ended.
    private static let inTerminal = """
        import os, pty, sys, time
        pid, terminal = pty.fork()
        if pid == 0:
            if sys.argv[1] == 'nohup':
                import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)
            out = os.open(sys.argv[2], os.O_CREAT | os.O_WRONLY)
            os.dup2(out, 1); os.dup2(out, 2)
            os.execv(sys.argv[3], sys.argv[3:])
        while not os.path.exists(sys.argv[-1]): time.sleep(0.02)
        os.close(terminal)
        if sys.argv[1] == 'nohup':
            while 'SIGHUP' not in open(sys.argv[2]).read(): time.sleep(0.02)
            print('runs on' if os.waitpid(pid, os.WNOHANG)[0] == 0 else 'ended')
            os.kill(pid, 15)
        print(os.waitpid(pid, 0)[1])
        """

    private func closingTheTerminal(of words: [String], _ way: String) async throws -> String {
        let log = "\(folder.path)/terminal.log"
        let result = try await Program(
            executable: URL(filePath: "/usr/bin/python3"),
            arguments: ["-c", Self.inTerminal, way, log] + words
        ).run()
        return result.output
    }

    private func slipwayd() throws -> [String] {
        try folder.write("name: tested\noperations: { a: { sleep: 10m } }", to: "tested.yaml")
        return [
            Checkout.programs.appending(path: "slipwayd").path(),
            "--config", "\(folder.path)/tested.yaml", "--socket", "\(folder.path)/socket",
        ]
    }

    @Test func aTerminalThatIsGoneStopsTheDaemon() async throws {
        #expect(try await closingTheTerminal(of: slipwayd(), "plain") == "0\n")
        #expect(try folder.read("terminal.log").contains("SIGHUP: the terminal is gone"))
    }

    @Test func underNohupATerminalThatIsGoneDoesNot() async throws {
        #expect(try await closingTheTerminal(of: slipwayd(), "nohup") == "runs on\n0\n")
    }

    @Test func aTerminalThatIsGoneStopsAServiceThatEmbedsTheLibrary() async throws {
        let service = Checkout.programs.appending(path: "hosted-service-fixture").path()
        let words = [service, "stops", "\(folder.path)/socket"]
        #expect(try await closingTheTerminal(of: words, "plain") == "0\n")
        #expect(try folder.read("terminal.log").contains("SIGHUP: the terminal is gone"))
    }
}
