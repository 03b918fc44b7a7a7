import Slipway
import SlipwayTesting
import Synchronization
import Testing

struct VirtualActionTests {
    @Test func aBodyThatWaitsForAnActionWaitsInVirtualTime() throws {
        var plan = Plan("renewal")
        let renew = plan.action("renew") { (_: Int, context) in
            try await context.sleep(for: .seconds(30))
        }
        plan.add("page") { context in
            let renewal = try context.launch.submit(renew, 1)
            #expect(await context.launch.outcome(of: renewal) == .done)
        }
        // Patience that would be felt, if the body were taken to wait for something outside.
        let launch = VirtualLaunch(try Graph(plan), patience: .seconds(600))
        #expect(try launch.run().end(of: "page") == .seconds(30))
    }

    @Test func anActionExpiresAtItsInstant() throws {
        var plan = Plan("actions")
        let user = plan.add("user-data") { context in try await context.sleep(for: .seconds(9)) }
        let open = plan.action(
            "open-url",
            requires: [user],
            policy: ActionPolicy(expires: .seconds(4))
        ) {
            (_: String, _) in
        }
        let launch = VirtualLaunch(try Graph(plan))
        let early = try launch.launch.submit(open, "early")
        launch.at(.seconds(6)) { launch in _ = try? launch.submit(open, "late") }
        let report = try launch.run()
        #expect(report.actions.map(\.state) == [.expired, .done])
        #expect(report.actions.first?.id == early.id)
        let ends = report.actions.map { $0.endedAt.map { report.processStart.duration(to: $0) } }
        #expect(ends == [.seconds(4), .seconds(9)])
    }

    @Test func actionsOfOneKindRunInOrderWhateverTheSeed() throws {
        let seen = Mutex<[Int]>([])
        var plan = Plan("actions")
        let user = plan.add("user-data", on: .main) { context in
            try await context.sleep(for: .milliseconds(5))
        }
        let count = plan.action("count", on: .main, requires: [user]) { (number: Int, context) in
            try await context.sleep(for: .milliseconds(1))
            seen.withLock { $0.append(number) }
        }
        let graph = try Graph(plan)
        try explore { seed in
            seen.withLock { $0 = [] }
            let launch = VirtualLaunch(graph, seed: seed)
            for number in 0..<5 { try launch.launch.submit(count, number) }
            let report = try launch.run()
            try #require(seen.withLock { $0 } == [0, 1, 2, 3, 4])
            try #require(launch.elapsed == .milliseconds(10))
            try #require(report.actions.allSatisfy { $0.state == .done })
        }
    }

    @Test func anActionAfterTheLaunchIsAtRestIsRunByTheNextCall() throws {
        var plan = Plan("warm")
        plan.add("user-data") { _ in }
        let open = plan.action("open-url", requires: [Named("user-data")]) { (_: String, context) in
            try await context.sleep(for: .seconds(1))
        }
        let launch = VirtualLaunch(try Graph(plan))
        try launch.run()
        let action = try launch.launch.submit(open, "https://example.org")
        #expect(launch.launch.action(action.id)?.state == .waiting(missing: []))
        try launch.run()
        #expect(launch.launch.action(action.id)?.state == .done)
        #expect(launch.elapsed == .seconds(1))
    }

    @Test func aHandlerKnowsWhichAttemptItIs() throws {
        struct Refused: Error {}
        let seen = Mutex<[Int]>([])
        var plan = Plan("retries")
        let policy = ActionPolicy(retry: .constant(attempts: 3, pause: .seconds(1)))
        let open = plan.action("open-url", policy: policy) { (_: String, context) in
            seen.withLock { $0.append(context.attempt) }
            throw Refused()
        }
        let launch = VirtualLaunch(try Graph(plan))
        for url in ["a", "b"] { try launch.launch.submit(open, url) }
        try launch.run()
        #expect(seen.withLock { $0 } == [1, 2, 3, 1, 2, 3])
    }

    @Test func mainOperationsAndActionsStartByPriority() throws {
        var plan = Plan("priorities")
        plan.add("low", on: .main, priority: .low) { context in
            try await context.sleep(for: .milliseconds(1))
        }
        plan.add("high", on: .main, priority: .high) { context in
            try await context.sleep(for: .milliseconds(1))
        }
        let urgent = plan.action("urgent", on: .main, priority: Priority(20)) {
            (_: Void, context) in
            try await context.sleep(for: .milliseconds(1))
        }
        let graph = try Graph(plan)
        try explore { seed in
            let launch = VirtualLaunch(graph, seed: seed)
            try launch.launch.submit(urgent, ())
            let report = try launch.run()
            try #require(report.start(of: "high") == .zero)
            try #require(report.actions.first?.startedAt == Instant(nanoseconds: 1_000_000))
            try #require(report.start(of: "low") == .milliseconds(2))
        }
    }
}
