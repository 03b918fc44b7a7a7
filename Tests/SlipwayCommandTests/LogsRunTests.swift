import Foundation
import Slipway
import SlipwayInterface
import SlipwayTestSupport
import SlipwayVarlink
import Testing

/// `slipway logs` with a journalctl that knows the lines of one name, `old`.
struct LogsRunTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            """
            #!/bin/sh
            case "$*" in *LAUNCH_OPERATION=old*|*LAUNCH_OPERATION=web*) echo "a line";; esac
            """,
            to: "journalctl",
            mode: 0o755
        )
    }

    private func logs(_ words: [String], isRunning: Bool = true) async throws -> Program.Result {
        var status = LaunchStatus(Reports.ready, at: Reports.at(1214))
        status.log = LogPlace(isJournal: true, unit: "slipway@shop.service")
        let daemon = try StubDaemon([
            "GetStatus": .replies([Method.GetStatus.Reply(status).object()]),
            "Explain": .error(
                LaunchRefusal.noSuchOperation(words[0], nearest: "web").varlinkError
            ),
            "GetAction": .error(LaunchRefusal.noSuchAction(words[0]).varlinkError),
        ])
        let place =
            isRunning ? ["--socket", daemon.path] : ["--unit", "u.service", "--socket", "/absent"]
        let result = try await Program(
            executable: Checkout.programs.appending(path: "slipway"),
            arguments: ["logs"] + words + place,
            environment: ["PATH": "\(folder.path):/usr/bin:/bin"]
        ).run()
        return withExtendedLifetime(daemon) { result }
    }

    @Test(arguments: ["nosuch", "0123456789abcdef0123456789abcdef"])
    func aNameThatNeitherLaunchNorJournalKnowsIsAFault(name: String) async throws {
        let result = try await logs([name])
        #expect(result.status == 1)
        #expect(
            result.output
                == "slipway: neither the service nor its journal knows '\(name)'; did you mean 'web'?\n"
        )
    }

    @Test func aNameThatOnlyTheJournalKnowsIsShown() async throws {
        let result = try await logs(["old"])
        #expect(result.status == 0)
        #expect(
            result.output
                == "slipway: the service has no 'old' now; did you mean 'web'?\na line\n"
        )
    }

    @Test func aServiceThatDoesNotRunHasItsJournal() async throws {
        #expect(try await logs(["web"], isRunning: false).output == "a line\n")
        let unknown = try await logs(["nosuch"], isRunning: false)
        #expect(unknown.status == 1)
        #expect(
            unknown.output
                == "slipway: the service does not run, and its journal has no line of 'nosuch'\n"
        )
        // It may begin to write.
        #expect(try await logs(["nosuch", "--follow"], isRunning: false).status == 0)
    }
}
