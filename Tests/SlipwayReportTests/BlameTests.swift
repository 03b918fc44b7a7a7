import Slipway
import SlipwayReport
import Testing

struct BlameTests {
    private let report = Report.made(
        .ready(degraded: true),
        ready: 5100,
        [
            .made("quick", .ended(.succeeded), 12, 12, 40),
            .made("user-data", .ended(.succeeded), 12, 14, 826),
            .made(
                "warm-cache",
                optional: true,
                .ended(.failed(Failure(.timedOut, "over 5s"))),
                100,
                100,
                5100
            ),
            .made("after-it", optional: true, .ended(.skipped(root: "warm-cache")), nil, nil, 5100),
            .made("gone", .ended(.cancelled(reason: "stopped")), 20, nil, 30),
        ]
    )

    @Test func slowestComesFirstAndWhatNeverStartedLast() {
        #expect(
            report.blameText() == """
                   5s warm-cache (optional; timed out: over 5s)
                812ms user-data (waited 2ms)
                 28ms quick
                    - after-it (optional; skipped: 'warm-cache' did not succeed)
                    - gone (cancelled: stopped)
                """
        )
    }

    @Test func showsAtMostTheLimit() {
        #expect(report.blame().count == 5)
        #expect(report.blameText(limit: 1) == "5s warm-cache (optional; timed out: over 5s)")
    }

    @Test func countsWhatStillRunsUpToNow() {
        let report = Report.made([
            .made("a", .ended(.succeeded), 12, 12, 100),
            .made("b", .running, 12, 12),
            .made("c"),
        ])
        #expect(report.blameText(at: .at(1012)) == "  1s b (running)\n88ms a\n   - c (pending)")
        #expect(report.blameText() == "88ms a\n   - b (running)\n   - c (pending)")
    }

    @Test func aClockThatRanBackwardsGivesNoTime() {
        let report = Report.made([.made("a", .ended(.succeeded), 50, 40, 10)])
        #expect(report.blame().map(\.run) == [.zero])
        #expect(report.blame().map(\.wait) == [.zero])
    }
}
