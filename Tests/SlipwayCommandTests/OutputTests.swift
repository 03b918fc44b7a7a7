import Foundation
import Testing

import enum Slipway.Terminal

@testable import SlipwayCommand

struct OutputTests {
    @Test func writesAllOfItHoweverLittleThePipeHolds() async throws {
        let pipe = Pipe()
        let output = Output(descriptor: pipe.fileHandleForWriting.fileDescriptor)
        let text = String(repeating: "slipway ", count: 100_000)
        // Needs a reader: the pipe holds less than the text.
        let reader = Thread.reading(pipe.fileHandleForReading)
        try output.print(text)
        try pipe.fileHandleForWriting.close()
        #expect(await reader.value == text.utf8.count + 1)
    }

    @Test func aClosedPipeIsNoError() throws {
        signal(SIGPIPE, SIG_IGN)
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        let output = Output(descriptor: pipe.fileHandleForWriting.fileDescriptor)
        #expect(throws: OutputClosed.self) { try output.print("nobody reads") }
        #expect(Diagnostics.verdict(OutputClosed()).exitCode == 0)
    }

    @Test func aFullDiskIsSaid() throws {
        let full = open("/dev/full", O_WRONLY)
        try #require(full >= 0)
        defer { close(full) }
        #expect(throws: CommandFailure.cannot("cannot write: No space left on device (ENOSPC)")) {
            try Output(descriptor: full).print("much")
        }
    }

    @Test(
        arguments: [
            (true, [:], true),
            (false, [:], false),
            (true, ["NO_COLOR": "1"], false),
            (true, ["NO_COLOR": ""], true),
            (true, ["TERM": "dumb"], false),
        ] as [(Bool, [String: String], Bool)]
    )
    func coloursAreForTerminalsThatWantThem(
        isTerminal: Bool,
        environment: [String: String],
        colours: Bool
    ) {
        #expect(
            Terminal.takesColours(isTerminal: isTerminal) { environment[$0] } == colours
        )
    }
}

extension Thread {
    /// The number of bytes that came until the writer closed.
    fileprivate static func reading(_ handle: FileHandle) -> Task<Int, Never> {
        Task.detached { ((try? handle.readToEnd()) ?? nil)?.count ?? 0 }
    }
}
