import Slipway
import SlipwayInterface
import SlipwayJSON
import SlipwayReport
import SlipwayTestSupport
import SlipwayVarlink
import Testing

@testable import SlipwayCommand
@testable import SlipwayStore

/// `slipway history` and `--launch`: what is asked of the service, and what is printed.
struct HistoryTests {
    private static let now = Duration.seconds(1_790_000_000)

    private func launch(_ number: Int, _ change: (inout RecordedLaunch) -> Void = { _ in })
        -> RecordedLaunch
    {
        var report = Reports.ready
        report.launchID = "\(number)b383ac31d993463a6342b0af91b21d7"
        var launch = RecordedLaunch(report, start: .warm, startedAt: 1_790_000_000_000_000)
        change(&launch)
        return launch
    }

    private func text(_ launches: [RecordedLaunch], limit: Int = 10, operation: String? = nil)
        -> HistoryText
    {
        HistoryText(
            launches: launches,
            limit: limit,
            operation: operation,
            now: Self.now,
            style: .plain
        )
    }

    @Test func launchesAndStatisticsArePrinted() {
        let launches = [
            launch(1),
            launch(2) { $0.report.phase = .stopped },
            launch(3) { launch in
                launch.start = .afterCrash
                launch.hasCrashed = true
                launch.report.readyAt = nil
                launch.report.phase = .starting
            },
            launch(4) { $0.generation = 2 },
        ]
        let lines = text(launches, limit: 3).text.split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        let rows = lines.map { $0.split(separator: " ").joined(separator: " ") }
        #expect(rows[0] == "LAUNCH STARTED START READY AFTER END")
        #expect(rows[1].hasPrefix("1b383ac3 ") && rows[1].hasSuffix("warm 980ms running"))
        #expect(rows[2].hasPrefix("2b383ac3 ") && rows[2].hasSuffix("warm 980ms stopped"))
        #expect(rows[3].hasPrefix("3b383ac3 "))
        #expect(rows[3].hasSuffix("after-crash - crashed before it was ready"))
        #expect(rows[4] == "and 1 more; --limit shows them")
        #expect(rows[6] == "2 warm starts that became ready")
        #expect(rows[7] == "OPERATION WAIT P50 P95 RUN P50 P95 LAST")
        #expect(rows[8] == "(ready) - - 980ms 980ms 980ms ▁▁")
        #expect(rows.contains("user-data 2ms 2ms 812ms 812ms 812ms ▁▁"))
        #expect(rows.contains("1 reload that became ready"))
    }

    @Test func anOperationIsPrintedWithItsTimes() {
        let rows = text([launch(1)], operation: "user-data").text.split(separator: "\n")
            .map { $0.split(separator: " ").joined(separator: " ") }
        #expect(rows[0] == "LAUNCH STARTED START WAIT RUN READY AFTER END")
        #expect(rows[1].hasSuffix("warm 2ms 812ms 980ms running"))
        #expect(rows.count == 6)
    }

    @Test func restartsAreListedWhereThereWereSome() throws {
        func program(_ name: String, _ restarts: Int) -> ProgramStatus {
            ProgramStatus(name: name, state: .running, since: Reports.at(900), restarts: restarts)
        }
        let launches = [
            launch(1) { $0.report.programs = [program("quiet", 0), program("web", 3)] },
            launch(2) { launch in
                launch.report.programs = (1...5).map { program("p\($0)", $0) }
            },
            launch(3),
        ]
        let rows = text(launches).text.split(separator: "\n")
            .map { $0.split(separator: " ").joined(separator: " ") }
        #expect(rows[0] == "LAUNCH STARTED START READY AFTER RESTARTS END")
        #expect(rows[1].hasSuffix("warm 980ms web 3 running"))
        #expect(rows[2].hasSuffix("warm 980ms p5 5, p4 4, p3 3 and 2 more running"))
        #expect(rows[3].hasSuffix("warm 980ms - running"))
        let first = try #require(text(launches).json["launches"]?.arrayValue?.first)
        #expect(first["restarts"] == ["web": 3])
    }

    /// The launches of a process that reloaded three times, of which the second failed, and of one before it.
    private var reloaded: [RecordedLaunch] {
        func generation(
            _ number: Int,
            _ generation: Int,
            _ phase: Phase,
            started: Int64,
            ready: Int64?,
            ended: Int64?
        ) -> RecordedLaunch {
            launch(number) { launch in
                launch.generation = generation
                launch.report.phase = phase
                launch.report.processStart = Reports.at(started)
                launch.report.readyAt = ready.map(Reports.at)
                launch.report.endedAt = ended.map(Reports.at)
            }
        }
        return [
            generation(5, 3, .stopped, started: 8000, ready: 8100, ended: 9500),
            generation(4, 3, .failed, started: 7000, ready: nil, ended: 7100),
            generation(3, 2, .stopped, started: 6000, ready: 6100, ended: 8200),
            generation(2, 1, .stopped, started: 5000, ready: 5100, ended: 6200),
            generation(1, 1, .stopped, started: 0, ready: 100, ended: 4000),
        ]
    }

    @Test func aLaunchThatAReloadReplacedIsNotCalledStopped() throws {
        let rows = text(reloaded).text.split(separator: "\n")
        let ends = rows.dropFirst().prefix(5)
            .map { $0.split(separator: " ").suffix(3).joined(separator: " ") }
        #expect(ends[0].hasSuffix("100ms stopped"))
        #expect(ends[1].hasSuffix("- failed"))
        #expect(ends[2] == "replaced by 5b383ac3")
        #expect(ends[3] == "replaced by 3b383ac3")
        #expect(ends[4].hasSuffix("100ms stopped"))
        let json = try #require(text(reloaded).json["launches"]?.arrayValue)
        #expect(json.map { $0["replacedBy"]?.stringValue?.first } == [nil, nil, "5", "3", nil])
    }

    @Test func withoutLaunchesThatIsSaid() {
        #expect(text([]).text == "no launches are stored")
    }

    @Test func damagedRecordsAreCounted() throws {
        let folder = try TemporaryFolder()
        let store = ActionStore(isDurable: true)
        store.open(in: folder.path) { Issue.record("\($0)") }
        for number in 1...3 { store.keep { [launch] in launch(number) { _ in } } }
        #expect(store.end(within: .seconds(60)))
        let connection = try SQLiteConnection("\(folder.path)/\(ActionFile.name)")
        try connection.run("UPDATE launch SET head = '{' WHERE id NOT LIKE '3%'")
        let ran = try CapturedOutput.run(["history", "--state-directory", folder.path])
        #expect(ran.exitCode == 0)
        #expect(ran.output.contains("3b383ac3"))
        #expect(ran.errors == "slipway: 2 launches of the history cannot be read\n")
    }

    /// As of a service that embeds the library, and keeps its state in a folder of its own.
    @Test(arguments: ["history", "time", "blame", "plot"])
    func aHistoryThatIsNotFoundIsSaidHowToName(command: String) throws {
        let folder = try TemporaryFolder()
        let ran = try CapturedOutput.run([command, "--socket", "\(folder.path)/socket"])
        #expect(ran.exitCode == 2)
        #expect(
            ran.errors.hasSuffix("; a history in another place is named with --state-directory\n"),
            "\(ran.errors)"
        )
        let unknown = try CapturedOutput.run([command, "--app", "embedded-shop-of-a-test"])
        #expect(unknown.exitCode == 2)
        #expect(
            unknown.errors.hasPrefix("slipway: no service 'embedded-shop-of-a-test' is known here")
        )
        #expect(unknown.errors.contains("named with --state-directory"))
    }

    @Test func afterAStopTheLaunchThatRanIsShownAndNotAReloadThatFailed() throws {
        let folder = try TemporaryFolder()
        let store = ActionStore(isDurable: true)
        store.open(in: folder.path) { Issue.record("\($0)") }
        store.keep { [launch] in launch(3) { $0.report.phase = .stopped } }
        store.keep { [launch] in
            launch(4) { launch in
                launch.generation = 2
                launch.report.phase = .failed
                launch.report.readyAt = nil
                launch.report.rootCauses = [
                    RootCause(operation: "web", failure: Failure("no database"))
                ]
            }
        }
        #expect(store.end(within: .seconds(60)))
        let place = ["--state-directory", folder.path]
        let last = try CapturedOutput.run(["time"] + place)
        #expect(last.output.hasPrefix("Startup finished in 980ms"))
        #expect(
            last.errors
                == "slipway: a reload after this launch failed: web: no database; '--launch 4b383ac3' shows it\n"
        )
        let reload = try CapturedOutput.run(["time", "--launch", "4b383ac3"] + place)
        #expect(reload.output.contains("'web' failed: no database"))
        #expect(reload.errors.isEmpty)
        let before = try CapturedOutput.run(["time", "--launch", "-1"] + place)
        #expect(before.errors.hasPrefix("slipway: there is no launch -1: the history has 0"))
    }

    @Test func theJSONHasEveryDuration() throws {
        let json = text([launch(1), launch(2)], limit: 1).json
        #expect(json["launches"]?.arrayValue?.count == 1)
        let statistics = try #require(json["statistics"]?.arrayValue?.first)
        #expect(statistics["start"] == "warm")
        #expect(statistics["ready"]?["eachUSec"] == [980_000, 980_000])
        #expect(statistics["ready"]?["p95USec"] == 980_000)
    }
}
