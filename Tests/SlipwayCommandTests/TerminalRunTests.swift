import Foundation
import SlipwayInterface
import SlipwayTestSupport
import SlipwayVarlink
import Testing

@testable import SlipwayCommand

/// What commands do on a terminal, by a program that looks at one: `Tests/Terminal/watched`.
@Suite(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "needs python3"),
    .timeLimit(.minutes(2))
)
struct TerminalRunTests {
    /// A launch that goes on: nothing more is told.
    private func daemon() throws -> StubDaemon {
        let report = WatchReply.launch(Reports.starting).object(
            Offsets(processStart: Reports.at(0))
        )
        return try StubDaemon([
            "Watch": .silence(after: [report]),
            "GetStatus": .replies([Reports.status(Reports.starting)]),
        ])
    }

    private func look(_ words: [String]) async throws -> Program.Result {
        try await Program(
            executable: Checkout.file("Tests/Terminal/watched"),
            arguments: words
        ).run()
    }

    private var slipway: String { Checkout.programs.appending(path: "slipway").path() }

    @Test(arguments: ["INT", "TERM", "HUP", "QUIT"])
    func aSignalLeavesTheTerminalOfAWatchAsItWas(signal: String) async throws {
        let daemon = try daemon()
        let ran = try await look(["screen", signal, slipway, "watch", "--socket", daemon.path])
        #expect(ran.status == 0, "\(ran.output)")
    }

    @Test func aWatchFollowsTheSizeOfItsTerminal() async throws {
        let daemon = try daemon()
        let ran = try await look(["resize", slipway, "watch", "--socket", daemon.path])
        #expect(ran.status == 0, "\(ran.output)")
    }

    @Test func theKeyQLeavesAWatchAndTheTerminalAsItWas() async throws {
        let daemon = try daemon()
        let ran = try await look(["leave", slipway, "watch", "--socket", daemon.path])
        #expect(ran.status == 0, "\(ran.output)")
    }

    @Test func aWatchWhoseTerminalWasHeldGoesOnSoon() async throws {
        let daemon = try daemon()
        let ran = try await look(["held", "3", slipway, "watch", "--socket", daemon.path])
        #expect(ran.status == 0, "\(ran.output)")
    }

    @Test(arguments: ["INT", "TERM"])
    func aSignalTakesTheLineOfAWaitAway(signal: String) async throws {
        let daemon = try daemon()
        let ran = try await look(["line", signal, slipway, "wait", "--socket", daemon.path])
        #expect(ran.status == 0, "\(ran.output)")
    }

    @Test(arguments: [["wait"], ["watch", "--lines"]])
    func aDumbTerminalGetsNoLineThatChanges(words: [String]) async throws {
        let daemon = try daemon()
        let ran = try await look(["dumb", slipway] + words + ["--socket", daemon.path])
        #expect(ran.status == 0, "\(ran.output)")
    }
}
