import Slipway
import SlipwayReport
import SlipwayTestSupport
import Testing

/// A launch that leaves its past behind is told, and noise is not.
struct RegressionTests {
    private func launch(
        _ number: Int,
        _ runs: [String: Duration],
        start: RecordedLaunch.Start = .warm,
        digest: String = "d",
        generation: Int = 1
    ) -> RecordedLaunch {
        let zero = Instant(nanoseconds: 1_000_000_000)
        let operations = runs.keys.sorted().map { name in
            OperationStatus(
                name: name,
                queue: .userInitiated,
                state: .ended(.succeeded),
                readyAt: zero,
                startedAt: zero,
                endedAt: zero.advanced(by: runs[name] ?? .zero)
            )
        }
        return RecordedLaunch(
            Report(
                name: "shop",
                launchID: "l\(number)",
                course: LaunchCourse(
                    phase: .ready(degraded: false),
                    launchedAt: zero,
                    readyAt: zero.advanced(by: runs.values.max() ?? .zero)
                ),
                processStart: zero,
                operations: operations
            ),
            start: start,
            configurationDigest: digest,
            generation: generation
        )
    }

    private func past(_ count: Int, _ run: (Int) -> Duration) -> [RecordedLaunch] {
        (0..<count).map { launch($0, ["a": run($0), "b": .milliseconds(1)]) }
    }

    @Test func aSlowOperationIsToldWithWhatIsUsual() {
        let past = past(20) { .milliseconds(210 + $0 % 6 * 10) }
        let found = Regression.all(
            of: launch(99, ["a": .milliseconds(1900), "b": .milliseconds(1)]),
            after: past
        )
        #expect(
            found.map(\.words) == [
                "ready after 1.900s; usually 210ms to 260ms (last 20 warm starts)",
                "a took 1.900s; usually 210ms to 260ms (last 20 warm starts)",
            ]
        )
    }

    @Test(
        arguments: [
            // Too few launches.
            (7, 200, 200, 5000, false),
            (8, 200, 200, 5000, true),
            // Less than half as long again.
            (50, 200, 200, 299, false),
            (50, 200, 200, 301, true),
            // Less than 50 ms longer.
            (50, 10, 10, 59, false),
            (50, 10, 10, 61, true),
            // Not a quarter longer than the longest.
            (50, 200, 220, 274, false),
            // Many vary by a factor of three; it is eight times the median.
            (50, 100, 300, 1600, false),
            // With few launches it takes more.
            (8, 200, 200, 440, false),
            (8, 200, 200, 450, true),
        ]
    )
    func theRuleIsAsStated(count: Int, low: Int, high: Int, now: Int, isTold: Bool) {
        let past = past(count) { .milliseconds($0 % 2 == 0 ? low : high) }
        let found = Regression.all(of: launch(99, ["a": .milliseconds(now)]), after: past)
        #expect(found.contains { $0.operation == "a" } == isTold)
    }

    @Test func onlyLaunchesOfTheSameKindAndConfigurationCount() {
        let slow = launch(99, ["a": .seconds(9)])
        let run = ["a": Duration.milliseconds(9)]
        let others: [[RecordedLaunch]] = [
            (0..<50).map { launch($0, run, start: .cold) },
            (0..<50).map { launch($0, run, digest: "another") },
            (0..<50).map { launch($0, run, generation: 2) },
        ]
        for past in others { #expect(Regression.all(of: slow, after: past) == []) }
        // The launch itself is no past.
        #expect(Regression.all(of: slow, after: Array(repeating: slow, count: 50)) == [])
    }

    /// Durations of a service of 20 operations that only vary, in each of several ways, of launch to launch.
    enum Noise: String, CaseIterable, Sendable {
        case gaussian, lognormal, wide, drifting, rarelySlow

        func duration(
            _ base: Double,
            _ launch: Int,
            _ operation: Int,
            _ random: inout SeededGenerator
        ) -> Duration {
            let normal = Self.normal(&random)
            let factor =
                switch self {
                case .gaussian: max(0.2, 1 + 0.08 * normal)
                case .lognormal: Self.exp(0.3 * normal)
                case .wide: Self.exp(0.6 * normal)
                case .drifting: (1 + Double(launch) / 200) * max(0.2, 1 + 0.05 * normal)
                // Of one operation, one launch in five does not find its cache.
                case .rarelySlow:
                    (operation == 9 && Self.uniform(&random) < 0.2 ? 8 : 1) * (1 + 0.05 * normal)
                }
            return .nanoseconds(Int64(base * max(factor, 0.01) * 1_000_000))
        }

        private static func uniform(_ random: inout SeededGenerator) -> Double {
            Double(random.next() >> 11) / Double(1 << 53)
        }

        private static func normal(_ random: inout SeededGenerator) -> Double {
            (0..<12).reduce(-6) { sum, _ in sum + uniform(&random) }
        }

        private static func exp(_ exponent: Double) -> Double {
            // Enough of the series for exponents up to 4.
            var (sum, term) = (1.0, 1.0)
            for number in 1..<40 {
                term *= exponent / Double(number)
                sum += term
            }
            return sum
        }
    }

    private func history(_ noise: Noise, _ seed: UInt64, _ count: Int) -> [RecordedLaunch] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { number in
            let runs = (0..<20).map { operation in
                let base = Double(20 * (operation + 1))
                return ("o\(operation)", noise.duration(base, number, operation, &random))
            }
            return launch(number, Dictionary(uniqueKeysWithValues: runs))
        }
    }

    /// 100 histories of 40 launches of 20 operations: at most one alarm in 1,000 launches, of everything in
    /// them; and one in 100 where something is slow in a way that may not have been seen yet.
    @Test(arguments: Noise.allCases)
    func noiseIsNoAlarm(noise: Noise) {
        var (launches, alarms) = (0, 0)
        for seed in 1...100 as ClosedRange<UInt64> {
            let history = history(noise, seed, 40)
            for index in Regression.leastPast..<history.count {
                launches += 1
                let past = history[..<index].reversed()
                if !Regression.all(of: history[index], after: past).isEmpty { alarms += 1 }
            }
        }
        #expect(launches == 3200)
        let share = noise == .rarelySlow ? launches / 100 : launches / 1000
        #expect(alarms <= share, "\(alarms) alarms in \(launches) launches")
    }

    /// The same histories, and then one operation takes as many times as long: it is told.
    @Test(arguments: [(Noise.gaussian, 3), (.lognormal, 20), (.drifting, 6)])
    func aTrueSlowDownIsTold(noise: Noise, factor: Int) {
        var told = 0
        for seed in 1...100 as ClosedRange<UInt64> {
            var history = history(noise, seed, 31)
            var last = history.removeLast()
            let index = last.report.operations.firstIndex { $0.name == "o9" } ?? 0
            last.report.operations[index].endedAt = last.report.processStart.advanced(
                by: .milliseconds(200 * factor)
            )
            let found = Regression.all(of: last, after: history.reversed())
            if found.contains(where: { $0.operation == "o9" }) { told += 1 }
        }
        #expect(told >= 90, "told \(told) of 100")
    }

    @Test func quantilesAreOfThoseThatThereAre() {
        let sample = Sample((1...20).shuffled().map { .milliseconds($0) })
        #expect(sample.quantile(0.5) == .milliseconds(10))
        #expect(sample.quantile(0.95) == .milliseconds(19))
        #expect(sample.quantile(0) == .milliseconds(1))
        #expect(sample.quantile(1) == .milliseconds(20))
        #expect(sample.median == .microseconds(10_500))
        #expect(Sample([Duration]()).quantile(0.5) == nil)
        #expect(Sample([Duration]()).spread == nil)
        #expect(Sample([.seconds(1), .seconds(1)]).spread == 0)
    }
}
