import Slipway
import SlipwayReport
import Testing

/// A stop goes backwards along the graph, with what is independent side by side.
struct TeardownOrderTests {
    private typealias Undo = @Sendable (()) async throws -> Void
    private let undo: Undo = { _ in }

    /// Starts a plan and ends every operation, in the order of starting.
    private func ready(_ plan: Plan) throws -> MachineDriver {
        let driver = try MachineDriver.started(plan)
        while let node = driver.running.first { driver.end(node) }
        #expect(driver.phase == .ready(degraded: false))
        return driver
    }

    @Test func whatIsIndependentIsTornDownSideBySideAndTheRestBackwardsAlongTheGraph() throws {
        var plan = Plan("shop")
        let database = plan.add("database", teardown: undo) { _ in }
        let queue = plan.add("queue", teardown: undo) { _ in }
        // It needs no teardown, and orders what is around it all the same.
        let migrations = plan.add("migrations", requires: [database]) { _ in }
        plan.add("web", requires: [migrations], after: [queue], teardown: undo) { _ in }
        plan.add("mail", requires: [queue], teardown: undo) { _ in }
        let driver = try ready(plan)
        driver.stop()
        #expect(Set(driver.tearingDownNames) == ["web", "mail"])
        try driver.finishTeardown(of: "mail")
        #expect(driver.tearingDownNames == ["web"])
        try driver.finishTeardown(of: "web")
        #expect(Set(driver.tearingDownNames) == ["database", "queue"])
        try driver.finishTeardown(of: "queue")
        try driver.finishTeardown(of: "database")
        #expect(driver.isFinished)
    }

    @Test func aGroupIsTornDownBeforeWhatItRequiresAndAfterWhatRequiresIt() throws {
        var plan = Plan("shop")
        let database = plan.add("database", teardown: undo) { _ in }
        let session = plan.group("session", requires: [database]) { group in
            group.add("token", teardown: undo) { _ in }
            group.add("profile", teardown: undo) { _ in }
        }
        plan.add("web", requires: [session], teardown: undo) { _ in }
        let driver = try ready(plan)
        driver.stop()
        #expect(driver.tearingDownNames == ["web"])
        try driver.finishTeardown(of: "web")
        #expect(Set(driver.tearingDownNames) == ["token", "profile"])
        try driver.finishTeardown(of: "token")
        #expect(driver.tearingDownNames == ["profile"])
        try driver.finishTeardown(of: "profile")
        #expect(driver.tearingDownNames == ["database"])
    }

    /// To the graph, what is added to a group and comes after what was to wait for that group is a circle.
    @Test func whatWasAddedAfterAnOperationThatDidNotWaitIsTornDownInTheOrderOfEnding() throws {
        var plan = Plan("shop")
        let session = plan.group("session") { group in
            group.add("token", teardown: undo) { _ in }
            group.add("profile", teardown: undo) { _ in }
        }
        plan.add("web", requires: [session], optional: true, teardown: undo) { _ in }
        let driver = try MachineDriver.started(plan)
        #expect(driver.cancel(try driver.node("web")))
        var addition = Plan("late")
        addition.add("late", after: [Named("web")], teardown: undo) { _ in }
        try driver.add(addition, toGroup: driver.node("session"))
        for name in ["token", "late", "profile"] { try driver.end(name) }
        #expect(driver.phase == .ready(degraded: true))
        driver.stop()
        for name in ["profile", "late", "token"] {
            #expect(driver.tearingDownNames == [name])
            try driver.finishTeardown(of: name)
        }
        #expect(driver.isFinished)
    }

    @Test func noMoreAreTornDownAtATimeThanTheirQueueIsWide() throws {
        var plan = Plan("queues")
        plan.queues[.named("narrow")] = .fixed(2)
        for name in ["a", "b", "c"] {
            plan.add(name, on: .named("narrow"), teardown: undo) { _ in }
        }
        for name in ["x", "y"] { plan.add(name, on: .main, teardown: undo) { _ in } }
        let driver = try ready(plan)
        driver.stop()
        #expect(Set(driver.tearingDownNames) == ["b", "c", "y"])
        try driver.finishTeardown(of: "c")
        #expect(Set(driver.tearingDownNames) == ["b", "y", "a"])
        try driver.finishTeardown(of: "y")
        #expect(Set(driver.tearingDownNames) == ["b", "a", "x"])
        // Each part of two graces, on `main` and in the narrow queue.
        #expect(driver.report.teardowns == 2)
    }

    @Test func whatTakesTheSameLockIsNotTornDownSideBySide() throws {
        var plan = Plan("locks")
        for name in ["a", "b"] { plan.add(name, locks: ["session"], teardown: undo) { _ in } }
        let driver = try ready(plan)
        driver.stop()
        #expect(driver.tearingDownNames == ["b"])
        try driver.finishTeardown(of: "b")
        #expect(driver.tearingDownNames == ["a"])
    }

    /// A lock that is free is offered to the next one that can take it, in whatever queue that is.
    @Test func aLockIsNotKeptForOneThatWaitsForAnotherLock() throws {
        var plan = Plan("locks")
        plan.queues[.named("disk")] = .fixed(1)
        plan.add("a", on: .main, locks: ["x"], teardown: undo) { _ in }
        plan.add("b", on: .named("disk"), locks: ["x"], teardown: undo) { _ in }
        plan.add("c", locks: ["x", "y"], teardown: undo) { _ in }
        plan.add("d", on: .main, locks: ["y"], teardown: undo) { _ in }
        plan.add("e", locks: ["x"], teardown: undo) { _ in }
        let driver = try ready(plan)
        driver.stop()
        var order: [[String]] = []
        while !driver.isFinished {
            let now = driver.tearingDownNames
            order.append(now.sorted())
            try driver.finishTeardown(of: try #require(now.first))
        }
        #expect(order == [["b", "d"], ["b"], ["a"], ["e"], ["c"]])
    }

    @Test func whatAGroupHoldsIsTornDownSideBySide() throws {
        var plan = Plan("locks")
        for number in 1...2 {
            plan.group("g\(number)", locks: ["x"]) { plan in
                for child in ["a", "b", "c"] {
                    plan.add("\(child)\(number)", teardown: undo) { _ in }
                }
            }
        }
        let driver = try ready(plan)
        driver.stop()
        #expect(Set(driver.tearingDownNames) == ["a2", "b2", "c2"])
        for name in ["b2", "a2"] { try driver.finishTeardown(of: name) }
        #expect(driver.tearingDownNames == ["c2"])
        try driver.finishTeardown(of: "c2")
        #expect(Set(driver.tearingDownNames) == ["a1", "b1", "c1"])
    }

    @Test func theGraceOfOneIsNotTheGraceOfAnother() throws {
        var plan = Plan("graces")
        plan.grace = .seconds(10)
        let database = plan.add("database", teardown: undo) { _ in }
        plan.add("web", requires: [database], teardown: undo) { _ in }
        plan.add("mail", requires: [database], teardown: undo) { _ in }
        let driver = try ready(plan)
        #expect(driver.report.teardowns == 2)
        driver.stop()
        try driver.finishTeardown(of: "mail")
        driver.fireNext()
        #expect(driver.now == .at(10_000))
        #expect(driver.tearingDownNames == ["web", "database"])
        driver.fireNext()
        #expect(driver.now == .at(20_000))
        #expect(driver.isFinished)
    }

    @Test func aReportShowsWhatIsBeingTornDown() throws {
        var plan = Plan("report")
        for name in ["a", "b"] { plan.add(name, teardown: undo) { _ in } }
        let driver = try ready(plan)
        driver.now = .at(5_000)
        driver.stop()
        #expect(
            driver.report.tearingDown == [
                RunningTeardown(name: "a", since: .at(5_000)),
                RunningTeardown(name: "b", since: .at(5_000)),
            ]
        )
        driver.now = .at(8_000)
        let words = try #require(driver.report.explanation(at: driver.now)).text
        #expect(words.contains("waits for a: stopping for 3s"))
        #expect(words.contains("also waits for b: stopping for 3s"))
        try driver.finishTeardown(of: "a")
        #expect(driver.report.tearingDown.map(\.name) == ["b"])
    }

    /// No recursion, and linear.
    @Test func aChainOfAHundredThousandIsTornDown() throws {
        var plan = Plan("long")
        var last = plan.add("0", teardown: undo) { _ in }
        for number in 1..<100_000 {
            last = plan.add("\(number)", requires: [last], teardown: undo) { _ in }
        }
        #expect(Launch(try Graph(plan)).report.teardowns == 100_000)
    }
}
