import Foundation
import Testing

/// A `slipwayd` of its own process, with a configuration given as text.
struct RunningDaemon {
    let folder: TemporaryFolder
    let program: RunningProgram

    /// The control socket.
    var socket: String { folder.url.appending(path: "socket").path() }

    /// Starts a daemon; returns when its socket is there, which is before any operation ends.
    init(_ configuration: String, environment: [String: String] = [:]) async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "tested.yaml")
        try Data(configuration.utf8).write(to: file)
        program = try Program(
            executable: Checkout.programs.appending(path: "slipwayd"),
            arguments: [
                "--config", file.path(),
                "--socket", folder.url.appending(path: "socket").path(),
            ],
            environment: environment
        ).start()
        self.folder = folder
        try await eventually("slipwayd listens") {
            try #require(program.isRunning, "\(program.output)")
            return FileManager.default.fileExists(atPath: socket)
        }
    }

    /// Sends SIGTERM and waits for the end.
    func stop() async -> Program.Result {
        program.terminate()
        return await program.result()
    }
}
