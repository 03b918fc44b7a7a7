import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayTestSupport
import Testing

/// `environmentFiles` of a program that stays.
@Suite(.timeLimit(.minutes(5)))
struct EnvironmentFileStartTests {
    @Test func aChangedFileCountsAtTheNextStart() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("MODE=one\nNOTIFY_SOCKET=/nowhere\n", to: "shop.env")
        let daemon = try await RunningDaemon(
            """
            name: files
            operations:
              web:
                exec:
                  command: [/bin/sh, -c, 'systemd-notify --ready; echo "mode $MODE"; exec sleep 1000']
                  environmentFiles: ['\(file)', '-\(folder.path)/local.env']
                  ready: notify
            """,
            in: folder
        )
        try await daemon.untilReady()
        try await daemon.untilItSays("mode one")
        try folder.write("MODE=two\n", to: "local.env")
        let reply = try daemon.client().call(Method.RestartProgram("web"))
        #expect(reply.program.state == .running)
        try await daemon.untilItSays("mode two")
        try folder.write("mode\n", to: "local.env")
        let error = #expect(throws: ControlClientError.self) {
            try daemon.client().call(Method.RestartProgram("web"))
        }
        #expect("\(String(describing: error))".contains("local.env', line 1: is no NAME=value"))
        _ = await daemon.stop()
    }
}
