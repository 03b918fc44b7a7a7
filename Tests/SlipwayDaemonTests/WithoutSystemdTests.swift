import Foundation
import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayTestSupport
import Testing

/// A machine that has neither systemd nor a journal: nothing is in `/run`, and nobody gave the daemon a variable.
@Suite(.timeLimit(.minutes(2)), .enabled(if: Privileges.areThere, Privileges.comment))
struct WithoutSystemdTests {
    private static let configuration = """
        name: shop
        operations:
          web: { exec: { command: [/bin/sh, -c, "echo web is up; exec sleep 1000"], ready: started } }
        actions:
          note: { exec: [/bin/echo, noted], requires: [web] }
        """

    /// A mount namespace of its own, in which `/run` is empty.
    private static let withoutRun = [
        "/usr/bin/unshare", "--mount", "--propagation", "private", "/bin/sh", "-c",
        "mount -t tmpfs none /run && exec \"$@\"", "sh",
    ]

    @Test func aServiceRunsIsReloadedAndStops() async throws {
        let state = try TemporaryFolder()
        let daemon = try await RunningDaemon(
            Self.configuration,
            arguments: ["--state-directory", state.path],
            through: Self.withoutRun
        )
        try await daemon.untilReady()
        let reply = try await blocking {
            try daemon.client().call(Method.Submit(kind: "note", wait: .done))
        }
        #expect(reply.action.state == .done)
        #expect(reply.durability == .disk)
        let status = try daemon.client().call(Method.GetStatus()).status
        #expect(status.log?.isJournal == false)
        #expect(status.log?.unit == nil)

        kill(try daemon.identifier, SIGHUP)
        try await eventually("the reload is in service") {
            try daemon.client().call(Method.GetStatus()).status.generation == 2
        }
        let result = await daemon.stop()
        #expect(result.status == 0)
        // Its own lines, and those of its programs with their names.
        for line in [
            "web: web is up\n", "note: noted\n", "Startup finished in ", "Stopped 'shop'\n",
        ] {
            #expect(result.output.contains(line), "\(result.output)")
        }
    }
}
