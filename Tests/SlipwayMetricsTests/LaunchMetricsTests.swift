import CoreMetrics
import MetricsTestKit
import Slipway
import SlipwayMetrics
import Testing

@Suite(.timeLimit(.minutes(10)))
struct LaunchMetricsTests {
    private let metrics = TestMetrics()

    private struct Broken: Error {}

    /// Runs a launch to its end, with any outcome.
    private func run(_ plan: Plan, operationLimit: Int = 1000) async throws -> Report {
        let launch = Launch(try Graph(plan))
        let observer = LaunchMetrics(factory: metrics, operationLimit: operationLimit)
        do {
            try await launch.run(reportingTo: [observer], until: .ready)
        } catch LaunchError.failed {
            // The report shows it.
        }
        return launch.report
    }

    private func of(
        _ operation: String,
        _ outcome: String,
        queue: String = "userInitiated"
    ) -> [(String, String)] {
        [
            ("launch", "storefront"), ("operation", operation), ("queue", queue),
            ("outcome", outcome),
        ]
    }

    @Test func everyOperationHasATimerForItsWaitAndForItsRun() async throws {
        var plan = Plan("storefront")
        let sdk = plan.add("sdk-init", on: .main) { _ in }
        plan.add("toggles", requires: [sdk]) { _ in }
        let report = try await run(plan)
        for status in report.operations {
            let dimensions = of(status.name, "succeeded", queue: status.queue.name)
            let wait = try metrics.expectTimer("slipway.operation.wait", dimensions)
            let run = try metrics.expectTimer("slipway.operation.run", dimensions)
            #expect(wait.values.map { .nanoseconds($0) } == [status.wait])
            #expect(run.values.map { .nanoseconds($0) } == [status.run])
        }
        #expect(metrics.timers(label: "slipway.operation.run").count == 2)
    }

    @Test func theTimeToReadyCountsFromTheStartOfTheProcess() async throws {
        var plan = Plan("storefront")
        plan.add("sdk-init") { _ in }
        let report = try await run(plan)
        let launch = ("launch", "storefront")
        let ready = try metrics.expectTimer(
            "slipway.launch.ready",
            [launch, ("outcome", "ready")]
        )
        let start = try metrics.expectTimer("slipway.launch.start", [launch])
        let zero = report.processStart
        let readyAt = try #require(report.readyAt), launchedAt = try #require(report.launchedAt)
        #expect(ready.values.map { .nanoseconds($0) } == [zero.duration(to: readyAt)])
        #expect(start.values.map { .nanoseconds($0) } == [zero.duration(to: launchedAt)])
    }

    @Test func outcomesAreCounted() async throws {
        var plan = Plan("storefront")
        let toggles: Handle<Void> = plan.add("toggles", optional: true) { _ in throw Broken() }
        plan.add("banner", requires: [toggles], optional: true) { _ in }
        plan.add("sdk-init") { _ in }
        _ = try await run(plan)
        for dimensions in [
            of("toggles", "failed"), of("banner", "skipped"), of("sdk-init", "succeeded"),
        ] {
            let total = metrics.counterTotal(label: "slipway.operations", dimensions: dimensions)
            #expect(total == 1)
        }
        #expect(metrics.counterTotal(label: "slipway.operations") == 3)
        let launch = [("launch", "storefront"), ("outcome", "stopped")]
        #expect(metrics.counterTotal(label: "slipway.launches", dimensions: launch) == 1)
        let degraded = [("launch", "storefront"), ("outcome", "degraded")]
        #expect(metrics.timers(label: "slipway.launch.ready", dimensions: degraded).count == 1)
    }

    @Test func whatNeverStartedHasNeitherWaitNorRun() async throws {
        var plan = Plan("storefront")
        let sdk: Handle<Void> = plan.add("sdk-init") { _ in throw Broken() }
        plan.add("toggles", requires: [sdk]) { _ in }
        let report = try await run(plan)
        #expect(report.phase == .failed)
        #expect(metrics.timers(label: "slipway.operation.run").count == 1)
        #expect(metrics.timers(label: "slipway.launch.ready").isEmpty)
        let launch = [("launch", "storefront"), ("outcome", "failed")]
        #expect(metrics.counterTotal(label: "slipway.launches", dimensions: launch) == 1)
    }

    @Test func actionsAreCountedByKindAndStateAndThoseThatWaitAreAGauge() async throws {
        var plan = Plan("storefront")
        let isRunning = Signal(), mayGo = Signal(), isDone = Signal()
        let user = plan.add("user-data") { _ async in
            isRunning.send()
            await mayGo.wait()
        }
        let open = plan.action("open-url", requires: [user]) { (url: String, _) in
            if url == "last" { isDone.send() }
        }
        let launch = Launch(try Graph(plan))
        try launch.submit(open, "first")
        async let running: Void = launch.run(reportingTo: [LaunchMetrics(factory: metrics)])
        await isRunning.wait()
        try launch.submit(open, "last")
        mayGo.send()
        await isDone.wait()
        launch.stop()
        try await running
        let kind = [("launch", "storefront"), ("kind", "open-url")]
        for state in ["waiting", "running", "done"] {
            let dimensions = kind + [("state", state)]
            let total = metrics.counterTotal(label: "slipway.actions", dimensions: dimensions)
            // The last one may be cancelled as it returns.
            #expect(total >= 1 && total <= 2)
        }
        #expect(metrics.counterTotal(label: "slipway.actions") == 6)
        let waiting = try metrics.expectGauge("slipway.actions.waiting", kind)
        #expect(waiting.values == [1, 2, 1, 0])
        #expect(try metrics.expectTimer("slipway.action.wait", kind).values.count == 2)
        let runs = metrics.timers(label: "slipway.action.run").flatMap(\.values)
        #expect(runs.count == 2)
    }

    @Test func teardownsThatFailAreCounted() async throws {
        var plan = Plan("storefront")
        plan.add("database", teardown: { (_: Void) in throw Broken() }) { _ in }
        plan.add("cache", teardown: { (_: Void) in }) { _ in }
        _ = try await run(plan)
        let label = "slipway.operation.teardown.failures"
        let dimensions = [("launch", "storefront"), ("operation", "database")]
        #expect(metrics.counterTotal(label: label, dimensions: dimensions) == 1)
        #expect(metrics.counterTotal(label: label) == 1)
    }

    @Test func operationsPastTheLimitShareOneName() async throws {
        var plan = Plan("storefront")
        for number in 0..<10 { plan.add("step-\(number)") { _ in } }
        _ = try await run(plan, operationLimit: 3)
        let timers = metrics.timers(label: "slipway.operation.run")
        #expect(timers.count == 4)
        let others = metrics.timers(
            label: "slipway.operation.run",
            dimensions: of("other", "succeeded")
        )
        #expect(others.flatMap(\.values).count == 7)
    }

    @Test func retriesAreCountedByOperation() async throws {
        var plan = Plan("storefront")
        plan.add("user-data", retry: .constant(attempts: 3, pause: .microseconds(1))) {
            context async throws in
            if context.attempt < 3 { throw Broken() }
        }
        plan.add("sdk-init") { _ in }
        _ = try await run(plan)
        let dimensions = Array(of("user-data", "succeeded").dropLast())
        let label = "slipway.operation.retries"
        #expect(metrics.counterTotal(label: label, dimensions: dimensions) == 2)
        #expect(metrics.counterTotal(label: label) == 2)
        let runs = metrics.timers(
            label: "slipway.operation.run",
            dimensions: of("user-data", "succeeded")
        )
        #expect(runs.flatMap(\.values).count == 1)
    }

    @Test func whatIsNotNeededIsSkippedAndWhatHasAFallbackIsDegraded() async throws {
        var plan = Plan("storefront")
        plan.add("beta", when: Condition("flag 'beta'") { _ in false }) { _ in }
        plan.add("toggles", fallback: .value(7)) { _ async throws -> Int in throw Broken() }
        _ = try await run(plan)
        for dimensions in [of("beta", "skipped"), of("toggles", "degraded")] {
            let total = metrics.counterTotal(label: "slipway.operations", dimensions: dimensions)
            #expect(total == 1)
        }
    }
}
