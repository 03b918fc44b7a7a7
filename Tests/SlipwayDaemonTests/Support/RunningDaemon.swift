import Foundation
import Slipway
import SlipwayClient
import SlipwayInterface
import SlipwayTestSupport
import Testing

/// A `slipwayd` process with a configuration from text.
struct RunningDaemon {
    let folder: TemporaryFolder
    let program: RunningProgram

    /// The control socket.
    var socket: String { "\(folder.path)/socket" }

    /// Starts a daemon; returns when its socket exists, which is before any operation ends.
    ///
    /// `command` runs it, and gets the daemon's command line as its last arguments. Its
    /// configuration and its socket are in `folder`, by default a new one.
    init(
        _ configuration: String,
        arguments: [String] = [],
        environment: [String: String] = [:],
        through command: [String] = [],
        in folder: TemporaryFolder? = nil
    ) async throws {
        try self.init(
            starting: configuration,
            arguments: arguments,
            environment: environment,
            through: command,
            in: folder
        )
        try await eventually("slipwayd listens") {
            try #require(program.isRunning, "\(program.output)")
            // Its file is there before it listens.
            return (try? ControlClient(path: socket)) != nil
        }
    }

    /// Starts a daemon that may end before it listens; without a configuration it uses the one in
    /// the folder.
    init(
        starting configuration: String?,
        arguments: [String] = [],
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
            arguments: words.dropFirst() + arguments,
            environment: environment
        ).start()
        self.folder = folder
    }

    /// The daemon's own process, which is not the one that was started where it has reapers.
    var identifier: Int32 {
        get throws { try #require(listener(at: socket), "\(program.output)") }
    }

    /// The processes before the daemon, from the first one on.
    var reapers: [Int32] {
        get throws {
            var found: [Int32] = []
            var process = ObservedProcess(try identifier)
            while let pid = process?.pid, pid != program.identifier, let parent = process?.parent {
                found.insert(parent, at: 0)
                process = ObservedProcess(parent)
            }
            return found
        }
    }

    /// A connection to the control socket.
    func client() throws(ControlClientError) -> ControlClient { try ControlClient(path: socket) }

    /// The present launch, requested on a new connection.
    func report() throws -> Report { try client().call(Method.GetReport()).launch }

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
        try #require(kill(identifier, signal) == 0)
    }

    /// Changes a soft limit of the running daemon, named as in prlimit(1); `user` is the command
    /// prefix for the daemon's user.
    func limit(_ resource: String, to value: Int, as user: [String] = []) async throws {
        let words =
            user + [
                "/usr/bin/prlimit", "--pid", "\(try identifier)", "--\(resource)=\(value):",
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
    /// The phase is ready, degraded or not.
    var isReady: Bool {
        if case .ready = self { true } else { false }
    }
}
