import Foundation
import Glibc
import SlipwayTestSupport
import Testing

/// A process inherits the signal mask of its parent, which may block every signal.
struct BlockedSignalTests {
    @Test func sigtermStopsADaemonThatWasStartedWithItBlocked() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "tested.yaml")
        try Data("name: masked".utf8).write(to: file)
        let script = """
            import os, signal, sys
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM, signal.SIGINT})
            os.execv(sys.argv[1], sys.argv[1:])
            """
        let socket = folder.url.appending(path: "socket").path()
        let program = try Program(
            executable: URL(filePath: "/usr/bin/env"),
            arguments: [
                "python3", "-c", script,
                Checkout.programs.appending(path: "slipwayd").path(),
                "--config", file.path(), "--socket", socket,
            ]
        ).start()
        try await eventually("slipwayd listens") { FileManager.default.fileExists(atPath: socket) }
        program.terminate()
        #expect(await program.result().status == 0)
    }
}
