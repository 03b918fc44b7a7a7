import Slipway
import SlipwayTesting
import Testing

/// The documentation's examples.
struct ExampleTests {
    @Test func aFallbackStandsInAtTheInstantOfTheTimeout() throws {
        var plan = Plan("storefront")
        let user = plan.add("user-data", timeout: .seconds(2), fallback: .value("nobody")) {
            context in
            try await context.sleep(for: .seconds(10))
            return "somebody"
        }
        plan.add("greeting", on: .main, requires: [user]) { context in
            try context.output(of: user)
        }

        let report = try VirtualLaunch(Graph(plan)).run()
        #expect(report.start(of: "greeting") == .seconds(2))
        #expect(report["user-data"]?.outcome == .degraded(reason: "timed out after 2s"))
    }

    @Test func aQueueIsPausedAndResumedAtExactInstants() throws {
        var plan = Plan("storefront")
        plan.add("load") { context in try await context.sleep(for: .milliseconds(60)) }
        plan.add("open-window", on: .main, requires: [Named("load")]) { _ in }

        let launch = VirtualLaunch(try Graph(plan), seed: 7)
        launch.at(.milliseconds(50)) { $0.pause(.main) }
        launch.at(.milliseconds(80)) { $0.resume(.main) }
        let report = try launch.run()
        #expect(report.start(of: "open-window") == .milliseconds(80))
    }

    @Test func aTestIsRunWithManySeeds() throws {
        var plan = Plan("storefront")
        let sdk = plan.add("sdk-init", on: .main) { context in
            try await context.sleep(for: .milliseconds(3))
        }
        plan.add("user-data", retry: .exponential(attempts: 4)) { context in
            try await context.sleep(for: .milliseconds(3))
            if context.attempt < 3 { throw Unreachable() }
        }
        plan.add("feature-toggles", requires: [sdk]) { _ in }
        let graph = try Graph(plan)

        try explore(seeds: 0..<1000) { seed in
            let report = try VirtualLaunch(graph, seed: seed).run()
            try #require(report.phase == .ready(degraded: false))
        }
    }

    @Test func aRecorderKeepsWhatHappens() throws {
        var plan = Plan("storefront")
        plan.add("sdk-init", on: .main) { _ in }
        plan.add("user-data", after: [Named("sdk-init")]) { _ in }

        let recorder = EventRecorder()
        try VirtualLaunch(Graph(plan), seed: 1, reportingTo: [recorder]).run()
        #expect(recorder.started == ["sdk-init", "user-data"])
        #expect(recorder.ended == ["sdk-init", "user-data"])
    }

    @Test func aGraphIsSimulatedWithoutItsBodies() throws {
        var plan = Plan("storefront")
        plan.add("user-data") { _ in Issue.record("a body ran") }
        let graph = try Graph(plan)

        let report = graph.simulate(durations: ["user-data": .milliseconds(300)])
        #expect(report.ready == .milliseconds(300))
        #expect(report.timeText().hasPrefix("Startup finished in 300ms: 0 before launch"))
        let faster = graph.simulate(durations: ["user-data": .milliseconds(150)])
        #expect(faster.ready == .milliseconds(150))
    }

    @Test func theCodeOfTheCommentsRuns() throws {
        var plan = Plan("storefront")
        let clock = VirtualClock()
        let client = Client(clock: clock)
        plan.add("user-data") { _ in try await client.fetchUser() }
        let launch = VirtualLaunch(try Graph(plan), clock: clock)
        try launch.run()

        var order = Plan("order")
        order.add("sdk-init") {}
        order.add("user-data", after: [Named("sdk-init")]) {}
        let graph = try Graph(order), seed: UInt64 = 1
        let recorder = EventRecorder()
        try VirtualLaunch(graph, seed: seed, reportingTo: [recorder]).run()
        #expect(recorder.started == ["sdk-init", "user-data"])
    }

    private struct Client: Sendable {
        let clock: VirtualClock
        func fetchUser() async throws { try await clock.sleep(for: .seconds(1)) }
    }

    private struct Unreachable: Error {}
}
