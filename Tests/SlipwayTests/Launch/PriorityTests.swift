import Slipway
import Testing

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

    @Test func anActionOfAnEarlierLaunchRaisesWhatItNeeds() throws {
        var plan = Plan("actions")
        plan.add("first", on: .main) { _ in }
        plan.add("a", on: .main) { _ in }
        let b = plan.add("b", on: .main, priority: .low) { _ in }
        plan.action("open", requires: [b], priority: .high) { (_: Int, _) in }
        let driver = MachineDriver(try Graph(plan), isDurable: true)
        driver.start()
        driver.takeOnMain()
        driver.restore(RestoredAction(id: ActionID("a1"), kind: "open", acceptedAt: .at(0)))
        try driver.end("first")
        driver.takeOnMain()
        #expect(driver.runningNames == ["b"])
    }

    @Test func anActionThatIsReadyRaisesNothing() throws {
        var plan = Plan("actions")
        let b = plan.add("b", on: .main) { _ in }
        plan.add("a", on: .main) { _ in }
        plan.action("open", on: .main, requires: [b], priority: .high) { (_: Int, _) in }
        let driver = try MachineDriver.started(plan)
        try driver.end("b")
        try driver.submit("a1")
        #expect(driver.runningNames == ["a"])
        try driver.end("a")
        #expect(driver.runningNames == ["open"])
    }

    @Test func whatWasRaisedTakesItsPlaceAmongWhatIsAsUrgent() throws {
        var plan = Plan("raised")
        plan.add("first", on: .main, priority: Priority(100)) { _ in }
        plan.add("a", on: .main, priority: .high) { _ in }
        let b = plan.add("b", on: .main, priority: .low) { _ in }
        let c = plan.add("c", on: .main, priority: .low) { _ in }
        plan.add("d", on: .main, requires: [c], priority: .low) { _ in }
        plan.add("e", on: .main, priority: .high) { _ in }
        plan.action("open", requires: [b, c], priority: .high) { (_: Int, _) in }
        let driver = try MachineDriver.started(plan)
        try driver.submit("a1")
        #expect(order(driver) == ["first", "c", "a", "b", "e", "open", "d"])
    }

    @Test func whatIsAddedTakesItsPlaceAmongWhatIsAsUrgent() throws {
        var plan = Plan("added")
        plan.add("first", on: .main, priority: .high) { _ in }
        plan.add("a", on: .main) { _ in }
        let b = plan.add("b", on: .main) { _ in }
        plan.add("c", on: .main, requires: [b]) { _ in }
        let driver = try MachineDriver.started(plan)
        var addition = Plan("addition")
        addition.add("x", on: .main) { _ in }
        let y = addition.add("y", on: .main) { _ in }
        addition.add("z", on: .main, requires: [y]) { _ in }
        try driver.add(addition)
        #expect(order(driver) == ["first", "b", "y", "a", "c", "x", "z"])
    }

    @Test func whatIsAddedToAGroupComesBeforeAllThatFollowsTheGroup() throws {
        var plan = Plan("group")
        plan.add("first", on: .main, priority: .high) { _ in }
        let group = plan.group("g") { plan in plan.add("inside", on: .main) { _ in } }
        plan.add("after", on: .main, requires: [group]) { _ in }
        let a = plan.add("a", on: .main) { _ in }
        plan.add("b", on: .main, requires: [a]) { _ in }
        let driver = try MachineDriver.started(plan)
        var addition = Plan("addition")
        addition.add("x", on: .main) { _ in }
        try driver.add(addition, toGroup: driver.node("g"))
        #expect(order(driver) == ["first", "inside", "a", "x", "after", "b"])
    }

    @Test func whatIsAddedToAGroupThatWaitsRaisesWhatTheGroupWaitsFor() throws {
        var plan = Plan("group")
        plan.add("first", on: .main, priority: Priority(100)) { _ in }
        plan.add("a", on: .main, priority: .high) { _ in }
        let b = plan.add("b", on: .main) { _ in }
        plan.group("g", requires: [b]) { plan in plan.add("inside", on: .main) { _ in } }
        let driver = try MachineDriver.started(plan)
        var addition = Plan("addition")
        addition.add("x", on: .main, priority: Priority(90)) { _ in }
        try driver.add(addition, toGroup: driver.node("g"))
        #expect(order(driver) == ["first", "b", "x", "a", "inside"])
    }

    @Test func theOrderIsTheSameAcrossQueues() throws {
        var plan = Plan("queues")
        plan.queues[.named("disk")] = .fixed(1)
        plan.queues[.userInitiated] = .fixed(1)
        plan.add("first") { _ in }
        plan.add("second", on: .named("disk")) { _ in }
        plan.add("a", on: .named("disk")) { _ in }
        let driver = try MachineDriver.started(plan)
        var addition = Plan("addition")
        addition.add("x") { _ in }
        try driver.add(addition)
        driver.isEager = false
        try driver.end("first")
        try driver.end("second")
        #expect(driver.takeAll() == [try driver.node("a"), try driver.node("x")])
    }

    /// The order in which the operations start.
    private func order(_ declare: (inout Plan) -> Void) throws -> [String] {
        var plan = Plan("order")
        declare(&plan)
        return order(try MachineDriver.started(plan))
    }

    private func order(_ driver: MachineDriver) -> [String] {
        var order: [String] = []
        while let node = driver.running.first {
            order += driver.runningNames.prefix(1)
            driver.end(node)
        }
        return order
    }
}
