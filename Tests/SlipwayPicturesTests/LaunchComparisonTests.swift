import Slipway
import SlipwayPictures
import Testing

/// The difference between two launches, as far as it is on their chains.
struct LaunchComparisonTests {
    private func launch(_ durations: [String: Int64], extra: Bool = false) throws -> Report {
        var plan = Plan("shop")
        let sdk = plan.add("sdk", on: .main) { _ in }
        plan.add("theme", on: .main) { _ in }
        plan.add("user") { _ in }
        plan.add("toggles", requires: [sdk]) { _ in }
        if extra { plan.add("audit", requires: [Named("toggles")]) { _ in } }
        return try Graph(plan).simulate(durations: durations.mapValues { .milliseconds($0) })
    }

    @Test func namesWhatMadeTheDifference() throws {
        let first = try launch(["sdk": 100, "theme": 20, "user": 150, "toggles": 300])
        let second = try launch(["sdk": 130, "theme": 20, "user": 740, "toggles": 300])
        let comparison = try LaunchComparison(first, second)
        #expect(comparison.difference == .milliseconds(340))
        #expect(
            comparison.headline
                == "ready 340ms later (400ms, then 740ms): user +740ms, toggles -300ms, sdk -100ms"
        )
        #expect(comparison.changes.first { $0.operation == "user" }?.run == .milliseconds(590))
        #expect(comparison.changes.reduce(.zero) { $0 + $1.onChain } == comparison.difference)
    }

    @Test func newAndGoneOperationsAreMarked() throws {
        let times: [String: Int64] = [
            "sdk": 100, "theme": 20, "user": 50, "toggles": 300, "audit": 70,
        ]
        let (first, second) = (try launch(times), try launch(times, extra: true))
        let comparison = try LaunchComparison(first, second)
        #expect(comparison.changes.map(\.operation) == ["audit"])
        #expect(comparison.changes.map(\.presence) == [.new])
        #expect(comparison.changes.map(\.onChain) == [.milliseconds(70)])
        #expect(try LaunchComparison(second, first).changes.map(\.presence) == [.gone])
        #expect(try LaunchComparison(first, first).changes == [])
        #expect(
            try LaunchComparison(first, first).headline
                == "ready at the same time (400ms, then 400ms)"
        )
    }

    @Test func anotherOrderInAQueueIsTold() throws {
        var first = try launch(["sdk": 100, "theme": 20])
        let second = first
        let theme = first.operations.firstIndex { $0.name == "theme" } ?? 0
        first.operations[theme].startedAt = first.processStart.advanced(by: .milliseconds(-1))
        let swap = try #require(try LaunchComparison(first, second).swaps.first)
        #expect((swap.earlier, swap.later) == ("sdk", "theme"))
    }

    /// It is on no way to ready.
    @Test func anotherPlaceOfWhatIsInTheBackgroundIsNotTold() throws {
        let launches = try [-1, 1000].map { place in
            var launch = try launch(["sdk": 100, "theme": 20])
            let theme = launch.operations.firstIndex { $0.name == "theme" } ?? 0
            launch.operations[theme].stage = .background
            launch.operations[theme].startedAt =
                launch.processStart.advanced(by: .milliseconds(place))
            return launch
        }
        #expect(try LaunchComparison(launches[0], launches[1]).swaps == [])
    }

    @Test func theSharesOfRandomLaunchesAddUp() throws {
        for seed in UInt64(0)..<200 {
            guard let random = RandomGraph(seed: seed), let slow = random.durations.keys.min()
            else {
                continue
            }
            let first = random.launch()
            let second = random.launch(changing: [slow: .milliseconds(200)])
            guard first.readyAt != nil, second.readyAt != nil else { continue }
            let comparison = try LaunchComparison(first, second)
            #expect(
                comparison.changes.reduce(.zero) { $0 + $1.onChain } == comparison.difference,
                "seed \(seed)"
            )
        }
    }

    @Test func aLaunchThatWasNotReadyIsRefused() throws {
        var report = try launch(["sdk": 100])
        report.readyAt = nil
        let refusal = #expect(throws: ComparisonRefusal.self) {
            try LaunchComparison(report, report)
        }
        #expect(refusal?.launchID == report.launchID)
    }
}
