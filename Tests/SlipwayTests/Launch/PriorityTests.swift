import Testing

@testable import Slipway

struct PriorityTests {
    @Test func theMoreUrgentStartsFirst() throws {
        #expect(
            try order { plan in
                plan.add("low", on: .main, priority: .low) { _ in }
                plan.add("normal", on: .main) { _ in }
                plan.add("high", on: .main, priority: .high) { _ in }
            } == ["high", "normal", "low"]
        )
    }

    @Test func anOperationIsAsUrgentAsWhatWaitsForIt() throws {
        #expect(
            try order { plan in
                plan.add("a", on: .main) { _ in }
                let b = plan.add("b", on: .main, priority: .low) { _ in }
                plan.add("c", on: .main, requires: [b], priority: .high) { _ in }
            } == ["b", "c", "a"]
        )
    }

    @Test func theLongestRemainingPathStartsFirstAmongEquals() throws {
        #expect(
            try order { plan in
                plan.add("a", on: .main) { _ in }
                let b = plan.add("b", on: .main) { _ in }
                plan.add("c", on: .main, requires: [b]) { _ in }
            } == ["b", "a", "c"]
        )
    }

    @Test func theFirstDeclaredStartsFirstAmongEquals() throws {
        #expect(
            try order { plan in
                for name in ["c", "a", "b"] { plan.add(name, on: .main) { _ in } }
            } == ["c", "a", "b"]
        )
    }

    @Test func theChildrenOfAnUrgentGroupAreUrgent() throws {
        #expect(
            try order { plan in
                plan.add("a", on: .main) { _ in }
                plan.group("g", priority: .high) { plan in plan.add("b", on: .main) { _ in } }
            } == ["b", "a"]
        )
    }

    @Test func aWaitingActionRaisesWhatItNeeds() throws {
        var plan = Plan("actions")
        plan.add("first", on: .main) { _ in }
        plan.add("a", on: .main) { _ in }
        let b = plan.add("b", on: .main, priority: .low) { _ in }
        plan.action("open", requires: [b], priority: .high) { (_: Int, _) in }
        let driver = try MachineDriver.started(plan)
        try driver.submit("a1")
        try driver.end("first")
        #expect(driver.runningNames == ["b"])
    }

    @Test func anActionThatIsReadyRaisesNothing() throws {
        var plan = Plan("actions")
        let b = plan.add("b", on: .main) { _ in }
        plan.add("a", on: .main) { _ in }
        plan.action("open", requires: [b], on: .main, priority: .high) { (_: Int, _) in }
        let driver = try MachineDriver.started(plan)
        try driver.end("b")
        try driver.submit("a1")
        #expect(driver.runningNames == ["a"])
        try driver.end("a")
        #expect(driver.runningNames == ["open"])
    }

    /// The order in which the operations start.
    private func order(_ declare: (inout Plan) -> Void) throws -> [String] {
        var plan = Plan("order")
        declare(&plan)
        let driver = try MachineDriver.started(plan)
        var order: [String] = []
        while let node = driver.running.first {
            order.append(driver.machine.topology.name(of: node))
            driver.end(node)
        }
        return order
    }
}
