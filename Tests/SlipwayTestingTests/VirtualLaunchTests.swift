import Slipway
import SlipwayTesting
import Synchronization
import Testing

struct VirtualLaunchTests {
    @Test func sleepingTakesVirtualTimeOnly() throws {
        var plan = Plan("slow")
        for number in 0..<100 {
            plan.add("op\(number)", after: number > 0 ? [Named("op\(number - 1)")] : []) {
                context in
                try await context.sleep(for: .seconds(600))
            }
        }
        // More than 16 hours; in real time the test would never end.
        let report = try VirtualLaunch(Graph(plan)).run()
        #expect(report.ready == .seconds(60_000))
        #expect(report["op99"]?.run == .seconds(600))
    }

    @Test func attemptsBeginAtExactInstants() throws {
        var plan = Plan("retry")
        plan.add(
            "fetch",
            retry: .exponential(attempts: 4, initial: .milliseconds(100), jitter: 0)
        ) { context in
            try await context.sleep(for: .milliseconds(10))
            if context.attempt < 4 { throw Unreachable() }
        }
        let report = try VirtualLaunch(Graph(plan)).run()
        let starts = report["fetch"]?.attempts.map {
            report.processStart.duration(to: $0.startedAt)
        }
        // Each takes 10 ms; the pauses are 100, 200 and 400 ms.
        #expect(starts == [0, 110, 320, 730].map { .milliseconds($0) })
        #expect(report.ready == .milliseconds(740))
    }

    @Test(arguments: [(5, Outcome.succeeded), (4, .notNeeded(condition: "is there within 4s"))])
    func aConditionIsEvaluatedUntilItHoldsOrItsTimeIsUp(limit: Int, outcome: Outcome) throws {
        let asked = Atomic(0)
        let isThere = Condition("is there") { _ in asked.add(1, ordering: .relaxed).newValue == 6 }
        var plan = Plan("late")
        plan.add("uses it", when: isThere.holds(within: .seconds(limit), every: .seconds(1))) {}
        let report = try VirtualLaunch(Graph(plan)).run()
        #expect(report["uses it"]?.outcome == outcome)
        #expect(report.ready == .seconds(limit))
        #expect(asked.load(ordering: .relaxed) == limit + 1)
    }

    @Test func eachSeedHasItsOwnJitter() throws {
        var plan = Plan("retry")
        plan.add("fetch", retry: .constant(attempts: 2, pause: .seconds(1), jitter: 0.5)) {
            context in
            if context.attempt < 2 { throw Unreachable() }
        }
        let graph = try Graph(plan)
        let ends = try (0..<10).map { try VirtualLaunch(graph, seed: $0).run().end(of: "fetch") }
        #expect(Set(ends).count == 10)
        for end in ends.compactMap(\.self) {
            #expect(end >= .milliseconds(500) && end <= .milliseconds(1500))
        }
    }

    @Test func aBudgetEndsTheAttempts() throws {
        var plan = Plan("budget")
        plan.add(
            "fetch",
            optional: true,
            timeout: .milliseconds(40),
            retry: .constant(attempts: 9, pause: .milliseconds(10)),
            budget: .milliseconds(100)
        ) { context in try await context.sleep(for: .seconds(1)) }
        let report = try VirtualLaunch(Graph(plan)).run()
        // 0–40, 50–90; an attempt at 100 would be too late.
        #expect(report["fetch"]?.attempts.count == 2)
        #expect(report.end(of: "fetch") == .milliseconds(90))
        #expect(report.phase == .ready(degraded: true))
    }

    @Test func theDeadlinePassesAtItsInstant() throws {
        var plan = Plan("late", deadline: .seconds(3))
        plan.add("forever") { context in try await context.sleep(for: .seconds(60)) }
        let report = try VirtualLaunch(Graph(plan)).run()
        #expect(report.phase == .failed)
        #expect(report.end(of: "forever") == .seconds(3))
        #expect(
            report.rootCauses.first?.failure.message
                == "not ready within 3s; running: 'forever' (3s)"
        )
    }

    @Test func aMainOperationKeepsItsQueueWhileItSleeps() throws {
        var plan = Plan("main")
        for name in ["a", "b", "c"] {
            plan.add(name, on: .main) { context in
                try await context.sleep(for: .milliseconds(10))
            }
        }
        try explore { seed in
            let report = try VirtualLaunch(Graph(plan), seed: seed).run()
            let starts = ["a", "b", "c"].map { report.start(of: $0) }
            try #require(starts == [0, 10, 20].map { .milliseconds($0) })
        }
    }

    @Test func aQueueIsAsWideAsItSays() throws {
        var plan = Plan("wide")
        plan.queues[.named("disk")] = .fixed(2)
        for number in 0..<5 {
            plan.add("automatic\(number)") { context in
                try await context.sleep(for: .milliseconds(10))
            }
            plan.add("disk\(number)", on: .named("disk"), blocking: true) { _ in }
        }
        let report = try VirtualLaunch(Graph(plan), width: 3).run()
        let starts = (0..<5).map { report.start(of: "automatic\($0)") }
        #expect(starts == [0, 0, 0, 10, 10].map { .milliseconds($0) })
    }

    @Test func conditionsFallbacksAndTeardownRunInVirtualTime() throws {
        let undone = Mutex<[String]>([])
        var plan = Plan("everything")
        let base = plan.add("base") { _ in 1 }
        plan.add(
            "checked",
            requires: [base],
            when: Condition("after a while") { context in
                try await context.sleep(for: .milliseconds(5))
                return true
            },
            fallback: .from { context in
                try await context.sleep(for: .milliseconds(7))
                return FallbackValue("old", source: "cache")
            },
            // A fallback has done nothing that could be undone.
            teardown: { value in undone.withLock { $0.append(value) } }
        ) { _ -> String in throw Unreachable() }
        plan.add(
            "server",
            requires: [base],
            teardown: { value in
                try await Task.sleep(for: .zero)
                undone.withLock { $0.append(value) }
            }
        ) { _ in "server" }
        let report = try VirtualLaunch(Graph(plan)).run(until: .ready)
        #expect(report.start(of: "checked") == .milliseconds(5))
        #expect(report.end(of: "checked") == .milliseconds(12))
        #expect(report["checked"]?.fallback == FallbackUse(source: "cache"))
        #expect(undone.withLock(\.self) == ["server"])
        #expect(report.phase == .stopped)
    }

    @Test func operationsAreAddedWhileItRuns() throws {
        var plan = Plan("growing")
        plan.add("first") { context in
            try await context.sleep(for: .milliseconds(5))
            try context.add { plan in
                plan.add("second", requires: [Named("first")]) { context in
                    try await context.sleep(for: .milliseconds(5))
                }
            }
        }
        let report = try VirtualLaunch(Graph(plan)).run()
        #expect(report.start(of: "second") == .milliseconds(5))
        #expect(report.ready == .milliseconds(10))
    }

    @Test func bodiesThatShareActorsAndStreamsAreVirtual() throws {
        actor Counter {
            var count = 0
            func step() async -> Int {
                await Task.yield()
                count += 1
                return count
            }
        }
        let counter = Counter()
        let (numbers, sink) = AsyncStream<Int>.makeStream()
        var plan = Plan("shared")
        for number in 0..<10 {
            plan.add("count\(number)") { context in
                try await context.sleep(for: .milliseconds(number))
                sink.yield(await counter.step())
            }
        }
        plan.add("sum") { _ in
            var sum = 0
            for await number in numbers.prefix(10) { sum += number }
            return sum
        }
        let report = try VirtualLaunch(Graph(plan), width: 16, patience: .zero).run()
        #expect(report.ready == .milliseconds(9))
    }

    @Test func anOperationKnowsTheVirtualInstant() throws {
        let seen = Mutex<[Duration]>([])
        var plan = Plan("now")
        plan.add("look") { context in
            let start = context.now
            try await context.sleep(for: .seconds(3))
            seen.withLock { $0.append(start.duration(to: context.now)) }
        }
        try VirtualLaunch(Graph(plan)).run()
        #expect(seen.withLock { $0 } == [.seconds(3)])
    }

    @Test func aLaunchOutsideVirtualTimeHasRealTime() async throws {
        var plan = Plan("real")
        plan.add("sleep") { context in
            let start = context.now
            try await context.sleep(for: .milliseconds(2))
            #expect(start.duration(to: context.now) >= .milliseconds(2))
        }
        try await Launch(Graph(plan)).run(until: .ready)
    }

    @Test func aVirtualLaunchIsNotRunByItself() async throws {
        var plan = Plan("twice")
        plan.add("a") { _ in }
        let launch = VirtualLaunch(try Graph(plan))
        await #expect(throws: LaunchError.alreadyRun) { try await launch.launch.run() }
    }

    private struct Unreachable: Error {}
}
