internal import Foundation

/// A started program, killed with its last reference.
package final class RunningProgram: Sendable {
    private let process = Process()
    private let folder: TemporaryFolder
    private let ended: AsyncStream<Int32>

    package init(_ program: Program) throws {
        // A file, not a pipe: it needs no reader, whatever the amount.
        folder = try TemporaryFolder()
        let file = folder.url.appending(path: "output")
        try Data().write(to: file)
        let output = try FileHandle(forWritingTo: file)
        let (ended, continuation) = AsyncStream.makeStream(of: Int32.self)
        self.ended = ended
        process.executableURL = program.executable
        process.arguments = program.arguments
        process.environment =
            ProcessInfo.processInfo.environment.merging(program.environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        process.terminationHandler = {
            continuation.yield($0.terminationStatus)
            continuation.finish()
        }
        try process.run()
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    /// Its output so far.
    package var output: String {
        let data = try? Data(contentsOf: folder.url.appending(path: "output"))
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    /// The process number.
    package var identifier: Int32 { process.processIdentifier }

    package var isRunning: Bool { process.isRunning }

    /// Sends SIGTERM.
    package func terminate() {
        process.terminate()
    }

    /// Waits for its end; call it once.
    package func result() async -> Program.Result {
        var status: Int32 = -1
        for await end in ended { status = end }
        return Program.Result(status: status, output: output)
    }
}
