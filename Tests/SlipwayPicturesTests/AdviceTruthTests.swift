import Slipway
import SlipwayPictures
import SlipwayReport
import SlipwayTestSupport
import Testing

/// What a report alone predicts, beside what happens when it is done.
struct AdviceTruthTests {
    /// Launches of random graphs, with contention, locks, retries and failures.
    @Test(arguments: 0..<10) func aReplayIsTheLaunchAndPredictsAFasterOne(part: Int) throws {
        var (launches, predictions) = (0, 0)
        for seed in UInt64(part * 180)..<UInt64((part + 1) * 180) {
            guard let random = RandomGraph(seed: seed) else { continue }
            let report = random.launch()
            guard report.readyAt != nil else { continue }
            launches += 1
            let schedule = RecordedSchedule(report)
            let replay = try schedule.replay()
            try #require(replay.readyAt == report.readyAt, "seed \(seed)\n\(report.timeText())")
            let predictable = report.operations.filter { isPredictable($0, report) }
            var numbers = SeededGenerator(seed: seed)
            for _ in 0..<min(2, predictable.count) {
                let operation = predictable[numbers.number(0...(predictable.count - 1))]
                var faster = schedule
                faster.scale(operation.name, by: 0.5)
                let predicted = try #require(faster.timeToReady())
                let half = (random.durations[operation.name] ?? .zero) / 2
                let truth = random.launch(changing: [operation.name: half])
                let actual = try #require(truth.readyAt)
                let time = truth.processStart.duration(to: actual)
                predictions += 1
                #expect(
                    predicted == time,
                    "seed \(seed): \(operation.name): \(predicted), in truth \(time)"
                )
            }
        }
        #expect(
            launches >= 100 && predictions >= 200,
            "\(launches) launches, \(predictions) predictions"
        )
    }

    private func isPredictable(_ operation: OperationStatus, _ report: Report) -> Bool {
        guard !operation.isGroup, operation.startedAt != nil, operation.stage == .launch,
            operation.endedAt != nil
        else { return false }
        // How long it would have taken is not known.
        if case .ended(.cancelled) = operation.state { return false }
        let failures =
            operation.attempts.compactMap(\.failure) + [failure(operation)].compactMap(\.self)
        return !failures.contains { $0.kind == .timedOut }
    }

    private func failure(_ operation: OperationStatus) -> Failure? {
        if case .ended(.failed(let failure)) = operation.state { failure } else { nil }
    }
}
