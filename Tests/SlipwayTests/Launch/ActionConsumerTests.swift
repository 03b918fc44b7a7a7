import Testing

@testable import Slipway

/// Kinds of which several actions run at a time, and kinds with locks, in a launch.
struct ActionConsumerTests {
    private func submitted(_ plan: Plan, _ ids: [String]) throws -> MachineDriver {
        let driver = try MachineDriver.started(plan)
        for id in ids { try driver.submit(id) }
        return driver
    }

    private func running(_ driver: MachineDriver, of ids: [String]) -> [String] {
        ids.filter { driver.state($0) == .running }
    }

    @Test func aWideKindRunsSeveralAtATime() throws {
        var plan = Plan("wide")
        let user = plan.add("user") { _ in }
        plan.action("open", requires: [user], policy: ActionPolicy(width: 3)) { (_: Int, _) in }
        let ids = ["a1", "a2", "a3", "a4", "a5"]
        let driver = try submitted(plan, ids)
        #expect(running(driver, of: ids) == [])
        driver.end(0)
        #expect(running(driver, of: ids) == ["a1", "a2", "a3"])
        let consumer = try #require(driver.running.last)
        driver.end(consumer)
        #expect(running(driver, of: ids).count == 3)
        #expect(driver.state("a4") == .running)
        while let consumer = driver.running.first { driver.end(consumer) }
        #expect(ids.allSatisfy { driver.state($0) == .done })
    }

    @Test func noMoreRunThanTheQueueHasPlaces() throws {
        var plan = Plan("narrow")
        plan.queues[.named("narrow")] = .fixed(2)
        plan.add("user") { _ in }
        plan.action("open", on: .named("narrow"), policy: ActionPolicy(width: 8)) { (_: Int, _) in }
        let ids = ["a1", "a2", "a3"]
        let driver = try submitted(plan, ids)
        #expect(running(driver, of: ids) == ["a1", "a2"])
    }

    /// The queue knows the consumers by their numbers, of which the lowest may be that of a later action.
    @Test func thoseThatWaitForTheirQueueBeginInOrder() throws {
        var plan = Plan("narrow")
        plan.queues[.named("narrow")] = .fixed(1)
        plan.add("user") { _ in }
        plan.action("open", on: .named("narrow"), policy: ActionPolicy(width: 3)) { (_: Int, _) in }
        let ids = (1...6).map { "a\($0)" }
        let driver = try submitted(plan, ids)
        driver.end(0)
        var order: [String] = []
        while let consumer = driver.running.first {
            order += running(driver, of: ids)
            driver.end(consumer)
        }
        #expect(order == ids)
    }

    @Test func oneOfSeveralIsCancelledAlone() throws {
        var plan = Plan("wide")
        plan.add("user") { _ in }
        plan.action("open", policy: ActionPolicy(width: 2)) { (_: Int, _) in }
        let driver = try submitted(plan, ["a1", "a2"])
        driver.cancel(ActionID("a2"))
        #expect(driver.asked.count == 1)
        driver.end(try #require(driver.asked.first), .gaveUp)
        #expect(driver.state("a1") == .running)
        #expect(driver.state("a2") == .cancelled(reason: "test"))
    }

    @Test func anActionWaitsForALockThatAnOperationHolds() throws {
        var plan = Plan("locked")
        plan.add("write", locks: ["session"]) { _ in }
        plan.action("open", policy: ActionPolicy(width: 2, locks: ["session"])) { (_: Int, _) in }
        let ids = ["a1", "a2"]
        let driver = try submitted(plan, ids)
        #expect(running(driver, of: ids) == [])
        driver.end(0)
        #expect(running(driver, of: ids) == ["a1"])
        driver.end(try #require(driver.running.first))
        #expect(running(driver, of: ids) == ["a2"])
        driver.end(try #require(driver.running.first))
        #expect(ids.allSatisfy { driver.state($0) == .done })
    }

    @Test func oneThatIsCancelledWhileItWaitsForALockLeavesItToTheNext() throws {
        var plan = Plan("locked")
        plan.add("write", locks: ["session"]) { _ in }
        plan.action("open", policy: ActionPolicy(locks: ["session"])) { (_: Int, _) in }
        let driver = try submitted(plan, ["a1", "a2"])
        driver.cancel(ActionID("a1"))
        #expect(driver.state("a1") == .cancelled(reason: "test"))
        driver.end(0)
        #expect(driver.state("a2") == .running)
    }

    @Test(arguments: [0, -1, 257])
    func aWidthThatCannotBeIsAFaultOfThePlan(width: Int) {
        var plan = Plan("wide")
        plan.action("open", policy: ActionPolicy(width: width)) { (_: Int, _) in }
        let faults = #expect(throws: GraphFaults.self) { try Graph(plan) }
        #expect(
            faults?.faults.map(\.summary) == [
                "kind 'open' has the width \(width); expected 1 to 256"
            ]
        )
    }
}
