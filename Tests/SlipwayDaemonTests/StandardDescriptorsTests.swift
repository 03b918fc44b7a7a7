import Foundation
import Glibc
import SlipwayTestSupport
import Testing

/// The parent process may have closed, filled or left unread the standard descriptors.
@Suite(.timeLimit(.minutes(5)))
struct StandardDescriptorsTests {
    private let folder: TemporaryFolder
    private let file: URL
    private let socket: String

    init() throws {
        folder = try TemporaryFolder()
        file = folder.url.appending(path: "tested.yaml")
        socket = folder.url.appending(path: "socket").path()
        try Data("name: tested\noperations: { a: { sleep: 1ms } }".utf8).write(to: file)
    }

    private var slipwayd: String { Checkout.programs.appending(path: "slipwayd").path() }

    /// The daemon in a process that first ran a Python script.
    private func daemon(after script: String) throws -> RunningProgram {
        try Program(
            executable: URL(filePath: "/usr/bin/env"),
            arguments: [
                "python3", "-c", "import os, sys\n\(script)\nos.execv(sys.argv[1], sys.argv[1:])",
                slipwayd, "--config", file.path(), "--socket", socket,
            ]
        ).start()
    }

    @Test func aFullStandardErrorKeepsTheDaemonFromNothing() async throws {
        let program = try daemon(
            after: fullStandardError
        )
        try await eventually("slipwayd listens") { FileManager.default.fileExists(atPath: socket) }
        program.terminate()
        #expect(await program.result().status == 0)
    }

    @Test func closedStandardDescriptorsAreNobodyElses() async throws {
        let program = try daemon(after: "os.closerange(0, 3)")
        try await eventually("slipwayd listens") { FileManager.default.fileExists(atPath: socket) }
        let daemon = try #require(listener(at: socket))
        for descriptor in 0...2 {
            let link = "/proc/\(daemon)/fd/\(descriptor)"
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "/dev/null")
        }
        program.terminate()
        #expect(await program.result().status == 0)
    }

    @Test(
        arguments: ["--help", "--version", "--config \"$1\" --check"],
        [("/dev/full", "No space left on device"), ("&-", "Bad file descriptor")]
    )
    func whatCannotBeSaidIsAFailure(
        arguments: String,
        output: (place: String, words: String)
    ) async throws {
        let result = try await Program(
            executable: URL(filePath: "/bin/sh"),
            arguments: ["-c", "exec \"$0\" \(arguments) >\(output.place)", slipwayd, file.path()]
        ).run()
        #expect(result.status == 2)
        #expect(result.output.contains("cannot write to standard output: \(output.words)"))
    }
}
