import Foundation

/// A program to run, and what became of it.
struct Program {
    /// How it ended, and everything that it wrote.
    struct Result {
        /// The exit status, or the number of the signal that ended it.
        var status: Int32
        /// Standard output and standard error, mixed.
        var output: String
    }

    var executable: URL
    var arguments: [String]
    /// Added to the environment of the tests.
    var environment: [String: String] = [:]

    /// Runs the program to its end.
    func run() async throws -> Result {
        let program = try start()
        return await program.result()
    }

    /// Starts the program with an empty standard input.
    func start() throws -> RunningProgram {
        try RunningProgram(self)
    }
}
