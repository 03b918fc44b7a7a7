import Foundation
import Slipway
import SlipwayTestSupport
import Testing

/// Programs that leave their work to a child and exit, as daemons did before there were supervisors.
@Suite(.timeLimit(.minutes(5)))
struct DaemonizingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Runs a service whose program runs `fork`, and then `exit`.
    private func result(
        of fork: String,
        then exit: String = "exit 0",
        _ keys: String = "",
        ready: String
    ) async throws -> Program.Result {
        let script = """
            work() { exec setsid sh -c 'echo $$ > pids; exec sleep 1000'; }
            \(fork)
            while ! test -s pids; do sleep 0.01; done; \(exit)
            """
        try folder.write(script, to: "web")
        let daemon = try RunningDaemon(
            starting: """
                name: forks
                operations:
                  web:
                    exec: { command: [/bin/sh, web], directory: "\(folder.path)", ready: \(ready) }
                \(keys)
                """
        )
        return await daemon.program.result()
    }

    private static let advice =
        "run the program in the foreground (most programs have an option for that), or name that "
        + "process with MAINPID= (sd_notify)"

    /// By themselves, by one that has ended too, and in their own session.
    @Test(
        arguments: ["work &", "(work &)", "sh -c 'echo $$ > pids; exec sleep 1000' &"],
        ["notify", "started"]
    )
    func theFailureSaysHowToStay(fork: String, ready: String) async throws {
        let result = try await result(of: fork, ready: ready)
        let pid = try #require(await processes(in: folder).first)
        #expect(result.status == 1)
        let when = ready == "notify" ? "before it was ready; left" : "and left"
        let words = "exited with 0 \(when) process \(pid) ('"
        #expect(result.output.contains(words), "\(result.output)")
        #expect(result.output.contains("') running, as a daemon does: \(Self.advice)"))
        #expect(!isRunning(pid))
    }

    /// An error is told as such, and a wanted end as well.
    @Test(
        arguments: [
            ("work &", "exit 3", ""), ("work &", "exit 0", "    ended: stop"),
            ("echo $$ > pids", "exit 0", ""),
        ]
    )
    func nothingIsSaidWhereItIsNoDaemon(fork: String, exit: String, keys: String) async throws {
        let result = try await result(of: fork, then: exit, keys, ready: "started")
        #expect(result.output.contains("exited with \(exit.suffix(1))"), "\(result.output)")
        #expect(!result.output.contains("as a daemon does"), "\(result.output)")
    }
}
