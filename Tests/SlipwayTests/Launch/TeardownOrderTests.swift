import Testing

@testable import Slipway

/// A stop goes backwards along the graph, with what is independent side by side.
struct TeardownOrderTests {
    private typealias Undo = @Sendable (Void) async throws -> Void
    private let undo: Undo = { _ in }

    /// Starts a plan and ends every operation, in the order of starting.
    private func ready(_ plan: Plan) throws -> MachineDriver {
        let driver = try MachineDriver.started(plan)
        while let node = driver.running.first { driver.end(node) }
        #expect(driver.machine.phase == .ready(degraded: false))
        return driver
    }

    private func names(_ driver: MachineDriver) -> [String] {
        driver.tearingDown.map { driver.machine.name(of: $0) }
    }

    private func finish(_ name: String, _ driver: MachineDriver) throws {
        driver.finishTeardown(of: try #require(driver.machine.index(named: name)))
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
        #expect(Set(names(driver)) == ["web", "mail"])
        try finish("mail", driver)
        #expect(names(driver) == ["web"])
        try finish("web", driver)
        #expect(Set(names(driver)) == ["database", "queue"])
        try finish("queue", driver)
        try finish("database", driver)
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
        #expect(names(driver) == ["web"])
        try finish("web", driver)
        #expect(Set(names(driver)) == ["token", "profile"])
        try finish("token", driver)
        #expect(names(driver) == ["profile"])
        try finish("profile", driver)
        #expect(names(driver) == ["database"])
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
        #expect(Set(names(driver)) == ["b", "c", "y"])
        try finish("c", driver)
        #expect(Set(names(driver)) == ["b", "y", "a"])
        try finish("y", driver)
        #expect(Set(names(driver)) == ["b", "a", "x"])
        // Each part of two graces, on `main` and in the narrow queue.
        #expect(driver.machine.report().teardowns == 2)
    }

    @Test func whatTakesTheSameLockIsNotTornDownSideBySide() throws {
        var plan = Plan("locks")
        for name in ["a", "b"] { plan.add(name, locks: ["session"], teardown: undo) { _ in } }
        let driver = try ready(plan)
        driver.stop()
        #expect(names(driver) == ["b"])
        try finish("b", driver)
        #expect(names(driver) == ["a"])
    }

    @Test func theGraceOfOneIsNotTheGraceOfAnother() throws {
        var plan = Plan("graces")
        plan.grace = .seconds(10)
        let database = plan.add("database", teardown: undo) { _ in }
        plan.add("web", requires: [database], teardown: undo) { _ in }
        plan.add("mail", requires: [database], teardown: undo) { _ in }
        let driver = try ready(plan)
        #expect(driver.machine.report().teardowns == 2)
        driver.stop()
        try finish("mail", driver)
        driver.fireNext()
        #expect(driver.now == .at(10_000))
        #expect(names(driver) == ["web", "database"])
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
            driver.machine.report().tearingDown == [
                RunningTeardown(name: "a", since: .at(5_000)),
                RunningTeardown(name: "b", since: .at(5_000)),
            ]
        )
        driver.now = .at(8_000)
        let words = try #require(driver.machine.report().explanation(at: driver.now)).text
        #expect(words.contains("waits for a: stopping for 3s"))
        #expect(words.contains("also waits for b: stopping for 3s"))
        try finish("a", driver)
        #expect(driver.machine.report().tearingDown.map(\.name) == ["b"])
    }

    /// No recursion, and linear.
    @Test func aChainOfAHundredThousandIsTornDown() throws {
        var plan = Plan("long")
        var last = plan.add("0", teardown: undo) { _ in }
        for number in 1..<100_000 {
            last = plan.add("\(number)", requires: [last], teardown: undo) { _ in }
        }
        let machine = try LaunchMachine(Graph(plan))
        #expect(machine.plan.teardowns == 100_000)
    }
}
