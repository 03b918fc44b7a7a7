import Slipway
import SlipwayPictures
import SlipwayReport
import Testing

/// How long launches and their operations took, each kind apart.
struct LaunchStatisticsTests {
    private func launch(
        _ milliseconds: Int,
        start: RecordedLaunch.Start = .warm,
        generation: Int = 1,
        isReady: Bool = true,
        fails: Bool = false
    ) -> RecordedLaunch {
        func at(_ milliseconds: Int) -> Instant {
            Instant(nanoseconds: 7_000_000_000 + Int64(milliseconds) * 1_000_000)
        }
        let operation = OperationStatus(
            name: "user-data",
            queue: .userInitiated,
            isOptional: true,
            state: .ended(fails ? .failed(Failure("HTTP 503")) : .succeeded),
            readyAt: at(0),
            startedAt: at(2),
            endedAt: at(2 + milliseconds)
        )
        return RecordedLaunch(
            Report(
                name: "shop",
                launchID: "l",
                course: LaunchCourse(
                    phase: isReady ? .ready(degraded: false) : .failed,
                    readyAt: isReady ? at(milliseconds + 10) : nil
                ),
                processStart: at(0),
                operations: [operation]
            ),
            start: start,
            generation: generation
        )
    }

    @Test func eachKindHasItsOwn() {
        let launches = [
            launch(30), launch(500, start: .cold), launch(10), launch(7, generation: 2),
            launch(9, isReady: false), launch(20),
        ]
        let statistics = LaunchStatistics.all(of: launches)
        #expect(
            statistics.map { $0.kind.words(2) } == ["2 cold starts", "2 warm starts", "2 reloads"]
        )
        #expect(LaunchKind(.afterCrash).words(1) == "1 start after a crash")
        #expect(statistics.map(\.count) == [1, 3, 1])
        // The last one is the first of the history.
        let warm = statistics[1]
        #expect(warm.ready.durations == [.milliseconds(30), .milliseconds(20), .milliseconds(40)])
        #expect(warm.ready.last == .milliseconds(40))
        #expect(warm.operations.map(\.run.median) == [.milliseconds(20)])
        #expect(warm.operations.map(\.wait.percentile95) == [.milliseconds(2)])
    }

    @Test func whatFailedHasNoTimeAndLeavesAGap() {
        let statistics = LaunchStatistics.all(of: [launch(30), launch(5, fails: true), launch(10)])
        let run = statistics[0].operations[0].run
        #expect(run.durations == [.milliseconds(10), nil, .milliseconds(30)])
        #expect(run.sparkline() == "▁ █")
        #expect(run.median == .milliseconds(10))
    }

    @Test func onlyTheWantedOperationIsThere() {
        #expect(LaunchStatistics.all(of: [launch(1)], operation: "nobody")[0].operations == [])
        #expect(LaunchStatistics.all(of: []) == [])
    }

    @Test(
        arguments: [
            ([], ""),
            ([nil], ""),
            ([5, 5], "▁▁"),
            ([0, 1, 2, 3, 4, 5, 6, 7], "▁▂▃▄▅▆▇█"),
            ([7, 0, 7], "█▁█"),
        ] as [([Int?], String)]
    )
    func aBarStandsForALaunch(milliseconds: [Int?], text: String) {
        let series = DurationSeries(milliseconds.map { $0.map { .milliseconds($0) } })
        #expect(series.sparkline() == text)
    }

    @Test func ofManyTheLastAreShown() {
        let series = DurationSeries((0..<100).map { .milliseconds($0) })
        #expect(series.sparkline(width: 8) == "▁▂▃▄▅▆▇█")
    }
}
