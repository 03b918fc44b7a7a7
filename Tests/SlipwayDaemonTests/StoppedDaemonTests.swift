import Foundation
import SlipwayTestSupport
import Testing

/// What is told of a daemon that is stopped by a signal: it takes connections, and answers nothing.
@Suite(.timeLimit(.minutes(5)))
struct StoppedDaemonTests {
    private func slipway(_ words: [String], _ daemon: RunningDaemon) throws -> RunningProgram {
        try Program(
            executable: Checkout.programs.appending(path: "slipway"),
            arguments: words + ["--socket", daemon.socket]
        ).start()
    }

    private func stoppedDaemon() async throws -> (RunningDaemon, pid: Int32) {
        let daemon = try await RunningDaemon("name: tested\noperations: { a: { sleep: 1ms } }")
        try await daemon.untilReady()
        let pid = try daemon.identifier
        try #require(kill(pid, SIGSTOP) == 0)
        return (daemon, pid)
    }

    @Test func everyCommandSaysWhatItWaitsForAndGoesOnWithTheDaemon() async throws {
        let (daemon, pid) = try await stoppedDaemon()
        let commands = [
            ["status"], ["wait"], ["watch", "--until", "ready"], ["call", "GetStatus"],
            ["explain"], ["actions"], ["reload", "--dry-run"], ["time"],
        ]
        let running = try commands.map { try slipway($0, daemon) }
        let words = "its process \(pid) is stopped by a signal; 'kill -CONT \(pid)' lets it go on\n"
        for (command, program) in zip(commands, running) {
            try await eventually("\(command) says it") {
                try #require(program.isRunning, "\(command): \(program.output)")
                return program.output.contains(words)
            }
            #expect(
                program.output.hasPrefix(
                    "slipway: the service takes the connection, but does not answer; waiting for 45s at most; "
                ),
                "\(command): \(program.output)"
            )
        }
        #expect(kill(pid, SIGCONT) == 0)
        for (command, program) in zip(commands, running) {
            let result = await program.result()
            #expect(result.status == 0, "\(command): \(result.output)")
            // It is said once.
            #expect(result.output.split(separator: words).count <= 2, "\(result.output)")
        }
    }

    @Test func whoGivesUpBeforeThatIsToldTheReason() async throws {
        let (daemon, pid) = try await stoppedDaemon()
        let words =
            "; its process \(pid) is stopped by a signal; 'kill -CONT \(pid)' lets it go on\n"
        for command in [["wait", "--timeout", "10ms"], ["send", "a", "--timeout", "10ms"]] {
            let result = await try slipway(command, daemon).result()
            #expect(result.status == 3)
            #expect(result.output.hasSuffix(words), "\(result.output)")
        }
        #expect(kill(pid, SIGCONT) == 0)
    }
}
