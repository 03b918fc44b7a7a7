import Foundation
import Glibc
import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayTestSupport
import Testing

/// The output of the daemon and its children cannot be written; the launch continues.
@Suite(.timeLimit(.minutes(5)))
struct FullDiskTests {
    private static let configuration = """
        name: full
        operations:
          loud: { exec: [/bin/sh, -c, 'for i in $(seq 1000); do echo "line $i" >&2; done'] }
          value: { exec: { command: [/bin/sh, -c, 'echo >&2; echo 42'], output: json } }
        actions:
          note: { exec: [/bin/sh, -c, 'echo noted >&2 || true'] }
        """

    private func servesAndStops(_ daemon: RunningDaemon) async throws {
        try await daemon.untilReady()
        let client = try daemon.client()
        for _ in 1...3 {
            let request = Method.Submit(kind: "note", wait: .done, timeout: .seconds(20))
            #expect(try client.call(request).action.state == .done)
        }
        try daemon.send(SIGHUP)
        #expect(throws: Never.self) { try client.call(Method.GetStatus()) }
        #expect(await daemon.stop().status == 0)
    }

    @Test(arguments: [
        "2>/dev/full", ">/dev/full 2>&1", "2>&-", ">&- 2>&-", "<&- >&- 2>&-",
        // The readers have ended.
        "2> >(true)", "> >(true) 2>&1",
    ])
    func aLogThatCannotBeWrittenEndsNothing(redirections: String) async throws {
        let script = "exec \"$0\" \"$@\" \(redirections)"
        try await servesAndStops(
            RunningDaemon(Self.configuration, through: ["/bin/bash", "-c", script])
        )
    }

    @Test(.enabled(if: Privileges.areThere, Privileges.comment))
    func aDiskThatFillsUpWhileItRunsEndsNothing() async throws {
        let disk = try await SmallDisk()
        let daemon = try await RunningDaemon(
            Self.configuration,
            through: ["/bin/sh", "-c", "exec \"$0\" \"$@\" 2>>'\(disk.folder.path)/log'"],
            in: disk.folder
        )
        try await daemon.untilReady()
        try disk.fill()
        try await servesAndStops(daemon)
    }

    @Test(.enabled(if: Privileges.areThere, Privileges.comment))
    func onAFullDiskItServesOrSaysWhyNot() async throws {
        let disk = try await SmallDisk()
        try disk.folder.write(Self.configuration, to: "tested.yaml")
        try disk.fill()
        let daemon = try RunningDaemon(starting: nil, in: disk.folder)
        guard try await daemon.untilReadyOrEnded() else {
            let result = await daemon.program.result()
            #expect(result.status == 1, "\(result.output)")
            #expect(result.output.contains("No space left on device (ENOSPC)"))
            return
        }
        try await servesAndStops(daemon)
    }

    @Test(.enabled(if: Privileges.areThere, Privileges.comment))
    func whereNoFileCanBeMadeItSaysWhy() async throws {
        let disk = try await SmallDisk()
        try disk.folder.write(Self.configuration, to: "tested.yaml")
        try disk.takeAllFiles()
        let daemon = try RunningDaemon(starting: nil, in: disk.folder)
        let result = await daemon.program.result()
        #expect(result.status == 1, "\(result.output)")
        #expect(result.output.contains("No space left on device (ENOSPC)"))
    }
}
