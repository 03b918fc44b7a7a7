import Slipway
import SlipwayInterface
import Testing

@testable import SlipwayCommand

/// What a terminal shows of a launch: a value of report, size and instant.
struct WatchScreenTests {
    private func screen(
        _ report: Report,
        at now: Int64 = 1214,
        _ columns: Int = 80,
        _ lines: Int = 24,
        glyphs: Glyphs = .unicode
    ) -> WatchScreen {
        WatchScreen(
            report: report,
            now: Reports.at(now),
            size: TerminalSize(columns: columns, lines: lines),
            glyphs: glyphs,
            style: .plain
        )
    }

    @Test func aLaunchIsAWaterfall() {
        let lines = screen(Reports.starting).lines
        #expect(
            lines == [
                "storefront: starting 1.2s of 30s, 2/4 operations, waiting for user-data 1.2s of…",
                "                  0         500ms      1s         ",
                "✓ sdk-init        █████████                         398ms",
                "● user-data       ██████████████████████████        1.2s of 5s",
                "· feature-toggles                                   needs user-data",
                "✗ warm-cache      ██████████████████████            timed out: over 1s",
                "ACTIONS",
                "  open-url a1: waiting for user-data, feature-toggles 1.1s",
                "",
                "█ runs  ░ waits for a slot  ▒ for a lock  ┄ between attempts  q leaves",
            ]
        )
    }

    @Test(arguments: [(80, 24), (40, 10), (20, 5), (8, 3), (1, 1), (200, 60)])
    func noLineIsWiderThanTheTerminalAndNoneIsBelowIt(columns: Int, lines: Int) {
        for report in [Reports.starting, Reports.ready, Reports.failed, Reports.degraded, large] {
            let text = screen(report, columns, lines).lines
            #expect(text.count <= lines)
            for line in text { #expect(line.columns <= columns, "\(line)") }
        }
    }

    /// 40 operations, of which the last three run, fail and wait for their queue.
    private let large = Reports.report(
        .starting,
        (0..<20).map {
            Reports.operation("done-\($0)", state: .ended(.succeeded), times: [12, 12, 20 + $0])
        } + (0..<17).map { Reports.operation("later-\($0)", requires: ["runs"]) } + [
            Reports.operation("runs", state: .running, times: [12, 14, nil]),
            Reports.operation(
                "failed",
                optional: true,
                state: .ended(.failed(Failure("HTTP 503"))),
                times: [12, 14, 100]
            ),
            Reports.operation("queued", state: .ready, times: [300, nil, nil]),
        ]
    )

    @Test func whatRunsAndWhatWentWrongIsSeenWhereThereIsNoRoomForAll() {
        let lines = screen(large, 80, 10).lines
        #expect(lines.count == 10)
        for name in ["runs", "failed", "queued"] {
            #expect(lines.contains { $0.dropFirst(2).hasPrefix(name) }, "\(name)")
        }
        // Of those that have ended, the last ones.
        #expect(lines.contains { $0.hasPrefix("✓ done-19") })
        #expect(!lines.contains { $0.hasPrefix("✓ done-0 ") })
        #expect(lines.last == "  and 16 that have ended, 17 that have not ended")
    }

    @Test func whatIsInAGroupStandsBelowIt() {
        var group = Reports.operation("database", state: .running, times: [12, 12, nil])
        group.isGroup = true
        var child = Reports.operation("migrate", state: .running, times: [12, 12, nil])
        child.group = "database"
        let report = Reports.report(.starting, [child, Reports.operation("web"), group])
        let rows = WatchRows(report, limit: 10).rows
        #expect(rows.map(\.operation.name) == ["web", "database", "migrate"])
        #expect(rows.map(\.depth) == [0, 0, 1])
    }

    @Test func controlCharactersOfNamesAreNotPassedOn() {
        let name = "a\u{1B}[31m\nb"
        var report = Reports.report(.starting, [Reports.operation(name, state: .running)])
        report.name = name
        report.programs = [ProgramStatus(name: name, state: .running, since: Reports.at(0))]
        for line in screen(report).lines {
            let hasUnprintable = line.unicodeScalars.contains { $0.isUnprintable }
            #expect(!hasUnprintable, "\(line)")
        }
    }

    @Test func aProgramThatWasStartedAgainSaysWhy() {
        var report = Reports.ready
        report.programs = [
            ProgramStatus(
                name: "web",
                state: .running,
                since: Reports.at(3000),
                restarts: 2,
                earlier: [
                    ProgramRun(
                        startedAt: Reports.at(100),
                        endedAt: Reports.at(2000),
                        reason: "exited with 3"
                    )
                ]
            )
        ]
        let line = screen(report, at: 4000).lines.first { $0.contains("web") }
        #expect(
            line == "  web is running for 1s, started again 2 times, last end 2s ago: exited with 3"
        )
    }

    @Test func aTerminalWithoutUnicodeGetsNoneInTheBars() {
        let lines = screen(Reports.ready, at: 980, glyphs: .ascii).lines
        let isPlain = lines.dropFirst(2).prefix(3).joined().allSatisfy { $0.isASCII }
        #expect(isPlain)
    }

    @Test func theLastPictureHasNoHead() {
        var screen = screen(Reports.ready, at: 5000)
        screen.isLast = true
        #expect(screen.lines.count == 4)
        // Nothing goes on: the axis ends with the last operation.
        #expect(screen.lines[3].contains("███  570ms"), "\(screen.lines)")
    }

    @Test func newsOfTheServiceTakeThePlaceOfTheHead() {
        var screen = screen(Reports.starting)
        screen.news = "the service went away; waiting until it is back 2s"
        #expect(screen.lines.first == screen.news)
    }

    @Test(
        arguments: [
            (Reports.ready, 1, "storefront: ready after 980ms"),
            (Reports.degraded, 3, "storefront (generation 3): degraded after 980ms"),
            (
                Reports.failed, 1,
                "storefront: failed: 'sdk-init' failed: exit status 3; skipped 'feature-toggles'"
            ),
        ]
    )
    func theHeadSaysWhereTheLaunchIs(report: Report, generation: Int, head: String) {
        #expect(WatchScreen.head(report, generation, at: Reports.at(5000)) == head)
    }

    @Test func theHeadSaysSinceWhenTheLaunchStops() {
        var report = Reports.ready
        (report.phase, report.stoppingAt) = (.stopping, Reports.at(2000))
        let head = WatchScreen.head(report, 1, at: Reports.at(5000))
        #expect(head == "storefront: stopping for 3s")
    }
}

/// The time axis of a waterfall.
struct WatchAxisTests {
    private func axis(_ milliseconds: Int64, isOpen: Bool, width: Int = 40) -> WatchAxis {
        WatchAxis(
            from: Reports.at(0),
            to: Reports.at(milliseconds),
            isOpen: isOpen,
            width: width
        )
    }

    @Test(
        arguments: [
            (700, 750), (1001, 1500), (1600, 2000), (61_000, 75_000), (3_700_000, 4_500_000),
        ]
            as [(Int64, Int64)]
    )
    func anOpenOneEndsAtARoundTimeAhead(reached: Int64, end: Int64) {
        #expect(axis(reached, isOpen: true).length == .milliseconds(end))
        #expect(axis(reached, isOpen: false).length == .milliseconds(reached))
    }

    @Test func timesStandAboveTheirPlaces() {
        #expect(axis(2000, isOpen: false).text.hasPrefix("0         500ms     1s        1.500s"))
    }

    @Test(arguments: [0, 1, 5, 39, 400])
    func itIsAsWideAsItIs(width: Int) {
        #expect(axis(1234, isOpen: true, width: width).text.count == max(width, 1))
    }

    @Test func aLaunchOfDaysHasOneToo() {
        #expect(axis(86_400_000 * 40, isOpen: true).text.hasPrefix("0"))
    }
}
