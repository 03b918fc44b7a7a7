import Foundation
import Slipway
import SlipwayControl
import SlipwayTestSupport
import Testing

/// A `slipwayd` of its own process, with a configuration given as text.
struct RunningDaemon {
    let folder: TemporaryFolder
    let program: RunningProgram

    /// The control socket.
    var socket: String { "\(folder.path)/socket" }

    /// Starts a daemon; returns when its socket is there, which is before any operation ends.
    ///
    /// What `command` says runs it, with the daemon's own words as its last arguments. Its
    /// configuration and its socket are in `folder`, by default a new one.
    init(
        _ configuration: String,
        environment: [String: String] = [:],
        through command: [String] = [],
        in folder: TemporaryFolder? = nil
    ) async throws {
        try self.init(
            starting: configuration,
            environment: environment,
            through: command,
            in: folder
        )
        try await eventually("slipwayd listens") {
            try #require(program.isRunning, "\(program.output)")
            return FileManager.default.fileExists(atPath: socket)
        }
    }

    /// Starts a daemon that may end before it listens; without a configuration, the one that is in
    /// the folder already.
    init(
        starting configuration: String?,
        environment: [String: String] = [:],
        through command: [String] = [],
        in folder: TemporaryFolder? = nil
    ) throws {
        let folder = try folder ?? TemporaryFolder()
        let file = "\(folder.path)/tested.yaml"
        if let configuration { try folder.write(configuration, to: "tested.yaml") }
        let slipwayd = Checkout.programs.appending(path: "slipwayd").path()
        let words = command + [slipwayd, "--config", file, "--socket", "\(folder.path)/socket"]
        program = try Program(
            executable: URL(filePath: words[0]),
            arguments: Array(words.dropFirst()),
            environment: environment
        ).start()
        self.folder = folder
    }

    /// A connection to the control socket.
    func client() throws(ControlClientError) -> ControlClient { try ControlClient(path: socket) }

    /// The launch as it is, asked for on a connection of its own.
    func report() throws -> Report { try LaunchReply.launch(in: client().call(.getReport)) }

    /// Waits until the launch is ready.
    func untilReady() async throws {
        try await eventually("the launch is ready") {
            try #require(program.isRunning, "\(program.output)")
            return try report().phase.isReady
        }
    }

    /// Waits until the daemon, or one of its children, has written a text.
    func untilItSays(_ text: String) async throws {
        try await eventually("it says '\(text)'") {
            let isRunning = program.isRunning
            if program.output.contains(text) { return true }
            try #require(isRunning, "\(program.output)")
            return false
        }
    }

    /// Sends a signal.
    func send(_ signal: Int32) throws {
        try #require(kill(program.identifier, signal) == 0)
    }

    /// Changes a soft limit, as prlimit(1) names it, while the daemon runs; `user` are the words
    /// that run a command as the daemon's user, who may.
    func limit(_ resource: String, to value: Int, as user: [String] = []) async throws {
        let words =
            user + [
                "/usr/bin/prlimit", "--pid", "\(program.identifier)", "--\(resource)=\(value):",
            ]
        let result = try await Program(
            executable: URL(filePath: words[0]),
            arguments: Array(words.dropFirst())
        ).run()
        try #require(result.status == 0, "\(result.output)")
    }

    /// Sends SIGTERM and waits for the end.
    func stop() async -> Program.Result {
        program.terminate()
        return await program.result()
    }
}

extension Phase {
    /// Whether everything is in place, however well.
    var isReady: Bool {
        if case .ready = self { true } else { false }
    }
}
