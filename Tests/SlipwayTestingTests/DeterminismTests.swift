import Slipway
import SlipwayTesting
import Synchronization
import Testing

struct DeterminismTests {
    @Test(arguments: [0, 1, 2, 99] as [UInt64])
    func theSameSeedGivesTheSameReport(seed: UInt64) throws {
        let plan = try TangledPlan()
        let first = try plan.run(seed: seed)
        let second = try plan.run(seed: seed)
        #expect(first.report == second.report)
        #expect(first.events == second.events)
        #expect(first.report.phase == .ready(degraded: true))
    }

    @Test func withoutASeedTheReportIsTheSameToo() throws {
        let plan = try TangledPlan()
        #expect(try plan.run(seed: nil).events == plan.run(seed: nil).events)
    }

    @Test func differentSeedsGiveDifferentOrders() throws {
        let plan = try TangledPlan()
        let orders = try (0..<20).map { seed in
            try plan.run(seed: seed).events.compactMap { event -> String? in
                if case .operationEnded(let status) = event.kind { status.name } else { nil }
            }
        }
        #expect(Set(orders).count > 10)
    }

    /// Hashing differs between processes and must not affect the result.
    @Test func aSeedMeansTheSameInEveryProcess() throws {
        let graph = try Self.fan(8)
        let recorder = EventRecorder()
        let launch = VirtualLaunch(graph, seed: 42, reportingTo: [recorder])
        try launch.run()
        #expect(launch.launch.id == "03e137111aabff83d8c1096df007bcb9")
        #expect(recorder.ended == [5, 6, 1, 2, 0, 4, 3, 7].map { "op\($0)" })
    }

    @Test func withoutASeedWhatIsDueTogetherHappensInTheOrderInWhichItCame() throws {
        let recorder = EventRecorder()
        try VirtualLaunch(Self.fan(8), reportingTo: [recorder]).run()
        #expect(recorder.ended == (0..<8).map { "op\($0)" })
    }

    @Test func withASeedATimeoutAndTheEndMayComeInEitherOrder() throws {
        var plan = Plan("race")
        plan.add("work", optional: true, timeout: .milliseconds(5)) { context in
            try await context.sleep(for: .milliseconds(5))
        }
        let graph = try Graph(plan)
        let outcomes = try (0..<50).map { seed in
            try VirtualLaunch(graph, seed: seed).run()["work"]?.outcome?.word
        }
        #expect(Set(outcomes) == ["succeeded", "failed"])
        // Without a seed, a body that ends in time succeeds.
        #expect(try VirtualLaunch(graph).run()["work"]?.outcome == .succeeded)
    }

    private static func fan(_ count: Int) throws -> Graph {
        var plan = Plan("fan")
        for number in 0..<count {
            plan.add("op\(number)") { context in try await context.sleep(for: .milliseconds(1)) }
        }
        return try Graph(plan)
    }
}

/// A plan in which everything that can be waited for happens at the same instants.
struct TangledPlan {
    private let graph: Graph
    private let ping: ActionKind<Int>

    init() throws {
        var plan = Plan("tangled", deadline: .seconds(5))
        plan.queues[.named("disk")] = .fixed(1)
        var handles: [Handle<Int>] = []
        for number in 0..<24 {
            let handle = plan.add(
                "op\(number)",
                on: number % 5 == 0 ? .main : number % 3 == 0 ? .named("disk") : .userInitiated,
                requires: number > 4 ? [handles[number / 3]] : [],
                locks: number % 4 == 0 ? ["cache"] : [],
                when: number % 7 == 6 ? Condition("odd") { _ in true } : nil,
                timeout: .milliseconds(3),
                retry: .exponential(attempts: 3, initial: .milliseconds(1), jitter: 0.5),
                fallback: .value(-number)
            ) { context in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for step in 0..<3 {
                        group.addTask {
                            try await context.sleep(for: .milliseconds(step * (number % 3)))
                        }
                    }
                    try await group.waitForAll()
                }
                if number % 11 == 10, context.attempt < 3 { throw Unlucky() }
                return number
            }
            handles.append(handle)
        }
        plan.add("later", stage: .background) { context in
            try await context.sleep(for: .milliseconds(1))
        }
        ping = plan.action(
            "ping",
            requires: [handles[4]],
            policy: ActionPolicy(expires: .milliseconds(4))
        ) {
            (_: Int, context) in
            try await context.sleep(for: .milliseconds(1))
        }
        graph = try Graph(plan)
    }

    func run(seed: UInt64?) throws -> (report: Report, events: [Event]) {
        let recorder = EventRecorder()
        let launch = VirtualLaunch(graph, seed: seed, width: 3, reportingTo: [recorder])
        let ping = ping
        for step in 0..<6 {
            launch.at(.milliseconds(step)) { launch in _ = try? launch.submit(ping, step) }
        }
        launch.at(.milliseconds(2)) { $0.pause(.named("disk")) }
        launch.at(.milliseconds(3)) { $0.resume(.named("disk")) }
        return (try launch.run(), recorder.events)
    }

    private struct Unlucky: Error {}
}
