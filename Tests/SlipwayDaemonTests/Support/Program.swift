import Foundation

/// A program to run, and what became of it.
struct Program {
    /// How it ended, and everything that it wrote.
    struct Result {
        var status: Int32
        var output: String
    }

    var executable: URL
    var arguments: [String]
    /// Added to the environment of the tests.
    var environment: [String: String] = [:]

    /// Runs the program to its end; standard error is mixed into the output, standard input empty.
    func run() async throws -> Result {
        // A file and not a pipe: nobody has to read along, however much there is.
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "output")
        try Data().write(to: file)
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        let output = try FileHandle(forWritingTo: file)
        process.standardOutput = output
        process.standardError = output

        let status = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        return Result(status: status, output: text)
    }
}
