import Slipway
import SlipwayReport
import Testing

@testable import SlipwayPictures

/// The rows of a picture, and what stands in them.
struct WaterfallTests {
    @Test(arguments: [5, 50, 500])
    func eachOperationHasARow(count: Int) throws {
        let report = try RandomLaunch(operations: count, seed: 7).report
        let names = report.waterfall().rows.filter { $0.kind == .operation || $0.kind == .group }
            .map(\.name)
        #expect(names.sorted() == report.operations.map(\.name).sorted())
    }

    @Test func rowsAreInTheOrderOfTheirStart() throws {
        let report = try RandomLaunch(operations: 50, seed: 7).report
        let rows = report.waterfall().rows.prefix { $0.kind != .heading }
        let outermost = rows.filter { $0.depth == 0 }.compactMap { report[$0.name]?.startedAt }
        #expect(outermost == outermost.sorted())
    }

    /// Wait and run are never mixed: each phase of the report is a bar of its own.
    @Test func theBarsAreThePhases() throws {
        let report = try RandomLaunch(operations: 50, seed: 3).report
        for row in report.waterfall().rows where row.kind == .operation {
            let operation = try #require(report[row.name])
            let phases = report.phases(of: operation)
            #expect(row.lanes == [row.lanes[0]] && row.lanes[0].count == phases.count)
            for (bar, phase) in zip(row.lanes[0], phases) {
                #expect(bar.end - bar.start == phase.duration)
                #expect(bar.start == report.processStart.duration(to: phase.start))
            }
        }
    }

    @Test func aLaunchUnderWayEndsNow() throws {
        let report = try RandomLaunch(operations: 50, seed: 3).report.unfinished
        let now = report.lastInstant.advanced(by: .milliseconds(5))
        let waterfall = report.waterfall(at: now)
        #expect(
            waterfall.moments.map(\.text) == [
                "now \(report.processStart.duration(to: now).timespan)"
            ]
        )
        let running = waterfall.rows.filter { $0.mark == .running && $0.kind == .operation }
        try #require(!running.isEmpty)
        for row in running {
            #expect(row.lanes[0].last?.isOpen == true)
            #expect(row.lanes[0].last?.end == report.processStart.duration(to: now))
        }
    }

    /// Later work does not press the start together.
    @Test func theAxisEndsAtTwoAndAHalfTimesTheTimeToReady() {
        var late = OperationStatus(
            name: "index",
            queue: .userInitiated,
            state: .ended(.succeeded),
            stage: .background
        )
        (late.readyAt, late.startedAt, late.endedAt) = (.at(100), .at(100), .at(90_000))
        var first = OperationStatus(name: "a", queue: .main, state: .ended(.succeeded))
        (first.readyAt, first.startedAt, first.endedAt) = (.at(0), .at(0), .at(100))
        let report = Report(
            name: "shop",
            launchID: "1",
            course: LaunchCourse(
                phase: .ready(degraded: false),
                launchedAt: .at(0),
                readyAt: .at(100)
            ),
            processStart: .at(0),
            operations: [first, late]
        )
        #expect(report.waterfall().end == .milliseconds(250))
        #expect(WaterfallLayout(report.waterfall()).rows.last?.bars.last?.isOpen == true)
    }

    /// A report may come from any source.
    @Test func groupsInACircleAreDrawnOnce() {
        let groups = ["a", "b", "c"].map { name in
            OperationStatus(
                name: name,
                queue: .userInitiated,
                group: ["a": "b", "b": "a", "c": "c"][name],
                isGroup: true
            )
        }
        let report = Report(
            name: "circle",
            launchID: "1",
            course: LaunchCourse(phase: .starting, launchedAt: .at(0)),
            processStart: .at(0),
            operations: groups
        )
        #expect(report.waterfall(at: .at(5)).rows.map(\.name).sorted() == ["a", "b", "c"])
    }

    @Test func anEmptyReportIsAPictureToo() throws {
        let report = Report(
            name: "",
            launchID: "",
            course: LaunchCourse(phase: .starting),
            processStart: .at(0),
            operations: []
        )
        #expect(isWellFormed(report.waterfall().svg))
        #expect(isWellFormed(report.waterfall(comparedWith: report).svg))
    }

    @Test func aComparisonSaysWhatBecameSlower() {
        let (before, after) = (Report.shop(toggles: 200), Report.shop(toggles: 260))
        let waterfall = after.waterfall(comparedWith: before)
        let row = waterfall.rows.first { $0.name == "toggles" }
        #expect(row?.change == .slower)
        #expect(row?.note == "260ms, was 200ms (+60ms)")
        #expect(waterfall.rows.first { $0.name == "sdk" }?.change == nil)
        #expect(waterfall.subtitles.first == "60ms slower than the earlier one")
        #expect(waterfall.moments.map(\.text) == ["earlier: ready 300ms", "ready 360ms"])
    }

    @Test func aComparisonNamesWhatOnlyOneOfThemHas() {
        var (before, after) = (Report.shop(toggles: 200), Report.shop(toggles: 200))
        before.operations[0].name = "old"
        after.operations[1].state = .ended(.degraded(reason: "HTTP 503"))
        let rows = after.waterfall(comparedWith: before).rows
        #expect(rows.first { $0.name == "sdk" }?.change == .added)
        #expect(rows.first { $0.name == "old" }?.change == .removed)
        #expect(rows.first { $0.name == "toggles" }?.note == "200ms, degraded, was succeeded")
    }

    @Test(arguments: [
        (
            RecordedLaunch.Start.cold, 1,
            "first start since the machine's at 2026-11-27 03:05:12 UTC, version 1.2"
        ),
        (.afterCrash, 1, "start after a crash at 2026-11-27 03:05:12 UTC, version 1.2"),
        (.warm, 3, "reload, generation 3, at 2026-11-27 03:05:12 UTC, version 1.2"),
    ])
    func aKeptLaunchSaysWhenAndHowItBegan(
        start: RecordedLaunch.Start,
        generation: Int,
        words: String
    ) {
        let launch = RecordedLaunch(
            Report.shop(toggles: 200),
            start: start,
            startedAt: 1_795_748_712_000_000,
            version: "1.2",
            generation: generation
        )
        #expect(launch.waterfall().subtitles[1] == words)
        #expect(launch.waterfall(comparedWith: launch).subtitles[2].hasSuffix(words))
    }

    @Test func aCrashIsNoLaunchThatStillRuns() {
        var report = Report.shop(toggles: 200)
        (report.phase, report.readyAt) = (.starting, nil)
        let launch = RecordedLaunch(report, start: .warm, hasCrashed: true)
        let waterfall = launch.waterfall()
        #expect(waterfall.mark == .failed)
        #expect(waterfall.moments.map(\.text) == ["last seen 300ms"])
        #expect(waterfall.subtitles[0].hasPrefix("crashed; "))
    }

    @Test(arguments: [
        (Int64(0), "1970-01-01 00:00:00"), (951_782_400, "2000-02-29 00:00:00"),
        (4_107_542_399, "2100-02-28 23:59:59"), (4_107_542_400, "2100-03-01 00:00:00"),
        (1_735_689_599, "2024-12-31 23:59:59"),
    ])
    func datesAreThoseOfTheCalendar(seconds: Int64, text: String) {
        #expect(UTCDate(microseconds: seconds * 1_000_000).description == text)
    }
}

extension Instant {
    /// Milliseconds since the zero of the test.
    static func at(_ milliseconds: Int64) -> Instant {
        Instant(nanoseconds: milliseconds * 1_000_000)
    }
}

extension Report {
    /// Two operations, one after the other, the first of which takes 100 ms.
    static func shop(toggles: Int64) -> Report {
        var sdk = OperationStatus(name: "sdk", queue: .main, state: .ended(.succeeded))
        (sdk.readyAt, sdk.startedAt, sdk.endedAt) = (.at(0), .at(0), .at(100))
        var second = OperationStatus(
            name: "toggles",
            queue: .userInitiated,
            requires: ["sdk"],
            state: .ended(.succeeded)
        )
        (second.readyAt, second.startedAt, second.endedAt) = (
            .at(100), .at(100), .at(100 + toggles)
        )
        return Report(
            name: "shop",
            launchID: "1",
            course: LaunchCourse(
                phase: .ready(degraded: false),
                launchedAt: .at(0),
                readyAt: .at(100 + toggles)
            ),
            processStart: .at(0),
            operations: [sdk, second]
        )
    }
}
