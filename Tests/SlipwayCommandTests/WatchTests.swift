import Foundation
import Slipway
import SlipwayInterface
import SlipwayJSON
import SlipwayTestSupport
import SlipwayVarlink
import Testing

@testable import SlipwayCommand

/// `slipway watch`, `metrics` and `export` against a socket with prepared answers.
struct WatchTests {
    private func run(
        _ arguments: [String],
        _ replies: [WatchReply]
    ) throws -> (exitCode: Int32, output: String, errors: String) {
        let offsets = Offsets(processStart: Reports.at(0))
        let daemon = try StubDaemon([
            "Watch": .replies(replies.map { $0.object(offsets) }),
            "GetStatus": .replies([Reports.status(Reports.starting)]),
        ])
        return try CapturedOutput.run(["watch", "--socket", daemon.path] + arguments)
    }

    private let becomesReady: [WatchReply] = [
        .launch(Reports.starting), .phase(Reports.ready.course),
        .phase(Reports.failed.course),
    ]

    @Test func aLaunchThatStartsIsWatchedUntilItIsReady() throws {
        let ran = try run([], becomesReady)
        #expect(ran.exitCode == 0)
        #expect(ran.output.hasPrefix("     12ms  storefront: 4 operations, at most 30s\n"))
        #expect(ran.output.contains("storefront: ready after 980ms"))
        #expect(!ran.output.contains("storefront: failed"))
        // A file is no terminal.
        #expect(!ran.output.contains("\u{1B}"))
        #expect(ran.errors == "")
    }

    @Test func aLaunchThatIsReadyIsWatchedUntilItHasEnded() throws {
        let ran = try run([], [.launch(Reports.ready), .phase(Reports.failed.course)])
        #expect(ran.exitCode == 1)
        #expect(ran.output.contains("storefront: ready after 980ms"))
        #expect(ran.errors.hasPrefix("slipway: 'storefront' failed: "), "\(ran.errors)")
    }

    @Test(
        arguments: [
            (["--until", "end"], 1), (["--until", "ready"], 0), (["--strict"], 0),
        ] as [([String], Int32)]
    )
    func theEndIsAMatterOfChoice(arguments: [String], exitCode: Int32) throws {
        #expect(try run(arguments, becomesReady).exitCode == exitCode)
    }

    @Test func aDegradedLaunchIsNotGoodEnoughWhereThatIsSaid() throws {
        #expect(
            try run(["--until", "ready", "--strict"], [.launch(Reports.degraded)]).exitCode == 4
        )
    }

    @Test func jsonIsTheRepliesALineEach() throws {
        let ran = try run(["--json"], becomesReady)
        let lines = ran.output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(try JSON(parsing: String(lines[0]))["launch"] != nil)
        #expect(try JSON(parsing: String(lines[1]))["phase"]?["phase"] == "ready")
    }

    private func daemon() throws -> StubDaemon {
        try StubDaemon(["GetReport": .replies([Method.GetReport.Reply(Reports.ready).object()])])
    }

    @Test func metricsReplaceAFileAsAWholeForEveryone() throws {
        let daemon = try daemon()
        let folder = try TemporaryFolder()
        let file = folder.path + "/slipway.prom"
        try folder.write("old", to: "slipway.prom")
        let old = try #require(FileHandle(forReadingAtPath: file))
        let ran = try CapturedOutput.run(["metrics", "--socket", daemon.path, "--output", file])
        #expect(ran.exitCode == 0)
        #expect(ran.output == "")
        // A collector that has opened it reads on what was there.
        #expect(try old.readToEnd() == Data("old".utf8))
        let text = try folder.read("slipway.prom")
        #expect(text.contains("slipway_up{app=\"\(daemon.path)\"} 1\n"))
        #expect(
            text.contains(
                "slipway_launch_ready_seconds{launch=\"storefront\",outcome=\"ready\"} 0.98\n"
            )
        )
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o644)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["slipway.prom"]
        )
    }

    @Test func aServiceThatDoesNotAnswerIsDownInTheFileAndAnErrorElsewhere() throws {
        let folder = try TemporaryFolder()
        let socket = folder.path + "/nobody"
        let file = folder.path + "/slipway.prom"
        let ran = try CapturedOutput.run(["metrics", "--socket", socket, "--output", file])
        #expect(ran.exitCode == 0)
        #expect(try folder.read("slipway.prom").hasSuffix("slipway_up{app=\"\(socket)\"} 0\n"))
        #expect(try CapturedOutput.run(["metrics", "--socket", socket]).exitCode == 2)
    }

    @Test(
        arguments: [
            ([], ["resourceSpans", "resourceMetrics"]), (["--traces"], ["resourceSpans"]),
            (["--metrics"], ["resourceMetrics"]),
        ]
    )
    func anExportIsALineForEachKindOfThing(arguments: [String], keys: [String]) throws {
        let daemon = try daemon()
        let ran = try CapturedOutput.run(["export", "--otlp", "--socket", daemon.path] + arguments)
        #expect(ran.exitCode == 0, "\(ran.errors)")
        let lines = ran.output.split(separator: "\n").map(String.init)
        #expect(
            try lines.map { try JSON(parsing: $0).objectValue?.keys ?? [] } == keys.map { [$0] }
        )
    }
}
