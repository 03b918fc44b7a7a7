internal import Foundation

/// A program that was started; killed when nobody holds it any more.
package final class RunningProgram: Sendable {
    private let process = Process()
    private let folder: TemporaryFolder
    private let ended: AsyncStream<Int32>

    package init(_ program: Program) throws {
        // A file and not a pipe: nobody has to read along, however much there is.
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

    /// What it wrote until now.
    package var output: String {
        let data = try? Data(contentsOf: folder.url.appending(path: "output"))
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    /// The process's number.
    package var identifier: Int32 { process.processIdentifier }

    package var isRunning: Bool { process.isRunning }

    /// Asks it to end: SIGTERM.
    package func terminate() {
        process.terminate()
    }

    /// Waits for its end; to be asked once.
    package func result() async -> Program.Result {
        var status: Int32 = -1
        for await end in ended { status = end }
        return Program.Result(status: status, output: output)
    }
}
