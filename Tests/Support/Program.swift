package import Foundation

/// A program to run, and its result.
package struct Program {
    /// Its end, and its whole output.
    package struct Result {
        /// The exit status, or the number of the signal that ended it.
        package var status: Int32
        /// Standard output and standard error, mixed.
        package var output: String
    }

    package var executable: URL
    package var arguments: [String]
    /// Variables added to those of the tests.
    package var environment: [String: String]

    /// Describes a program; nothing starts yet.
    package init(executable: URL, arguments: [String] = [], environment: [String: String] = [:]) {
        self.executable = executable
        self.arguments = arguments
        self.environment = environment
    }

    /// Runs the program to its end.
    package func run() async throws -> Result {
        let program = try start()
        return await program.result()
    }

    /// Starts the program with an empty standard input.
    package func start() throws -> RunningProgram {
        try RunningProgram(self)
    }
}
