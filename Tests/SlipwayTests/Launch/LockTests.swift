import Testing

@testable import Slipway

struct LockTests {
    @Test func operationsThatNameTheSameLockRunOneAfterAnother() throws {
        let driver = try started([("a", ["disk"]), ("b", ["disk"]), ("c", [])])
        #expect(driver.runningNames == ["a", "c"])
        #expect(driver.status("b")?.obstacle == .lock("disk", holder: "a"))
        try driver.end("a")
        #expect(driver.runningNames == ["c", "b"])
    }

    @Test func allLocksAreTakenTogether() throws {
        // 'b' waits for 'disk' and does not hold 'net' meanwhile.
        let driver = try started([("a", ["disk"]), ("b", ["net", "disk"]), ("c", ["net"])])
        #expect(driver.runningNames == ["a", "c"])
        try driver.end("a")
        #expect(driver.runningNames == ["c"])
        try driver.end("c")
        #expect(driver.runningNames == ["b"])
    }

    @Test func whoWaitsForALockHoldsNoPlaceInTheQueue() throws {
        var plan = Plan("places")
        plan.queues[.userInitiated] = .fixed(1)
        plan.add("a", on: .main, locks: ["disk"]) { _ in }
        plan.add("b", locks: ["disk"]) { _ in }
        plan.add("c") { _ in }
        let driver = try MachineDriver.started(plan)
        #expect(driver.runningNames == ["a", "c"])
    }

    @Test(arguments: [LaunchMachine.Result.failed("broken"), .succeeded, .cancelled(nil)])
    func aLockIsGivenBackHoweverItsHolderEnds(result: LaunchMachine.Result) throws {
        let driver = try started([("a", ["disk"]), ("b", ["disk"])])
        try driver.end("a", result)
        #expect(driver.runningNames == ["b"])
    }

    @Test func theMostUrgentOfThoseThatWaitComesFirst() throws {
        var plan = Plan("urgent")
        plan.queues[.userInitiated] = .fixed(3)
        plan.add("a", priority: .high, locks: ["disk"]) { _ in }
        plan.add("b", locks: ["disk"]) { _ in }
        let late = plan.add("gate", on: .main) { _ in }
        plan.add("c", requires: [late], priority: Priority(10), locks: ["disk"]) { _ in }
        let driver = try MachineDriver.started(plan)
        try driver.end("gate")
        #expect(driver.runningNames == ["a"])
        try driver.end("a")
        #expect(driver.runningNames == ["c"])
    }

    @Test func aBodyThatIsLeftBehindKeepsItsLocks() throws {
        var plan = Plan("stuck")
        plan.add("a", optional: true, locks: ["disk"], timeout: .seconds(1)) { _ in }
        plan.add("b") { _ in }
        plan.add("c", after: [Named("a")], optional: true, locks: ["disk"]) { _ in }
        let driver = try MachineDriver.started(plan)
        driver.fireNext()
        driver.fireNext()
        #expect(driver.status("c")?.obstacle == .lock("disk", holder: "a"))
        try driver.end("a", .cancelled(nil))
        #expect(driver.runningNames == ["b", "c"])
    }

    @Test func aLockThatOnlyAPausedQueueWaitsForIsGivenToOthers() throws {
        var plan = Plan("paused")
        plan.add("a", locks: ["disk"]) { _ in }
        plan.add("b", on: .main, locks: ["disk"]) { _ in }
        plan.add("c", locks: ["disk"]) { _ in }
        let driver = try MachineDriver.started(plan)
        driver.pause(0)
        let holder = driver.runningNames
        for name in holder { try driver.end(name) }
        #expect(driver.runningNames.count == 1)
        #expect(driver.runningNames != ["b"])
    }

    @Test func aGroupHoldsItsLocksFromItsBeginningToItsEnd() throws {
        var plan = Plan("group")
        plan.group("g", locks: ["disk"]) { plan in
            plan.add("x") { _ in }
            plan.add("y", locks: ["disk"]) { _ in }
        }
        plan.add("z", locks: ["disk"]) { _ in }
        let driver = try MachineDriver.started(plan)
        #expect(driver.runningNames == ["x", "y"])
        #expect(driver.status("z")?.obstacle == .lock("disk", holder: "g"))
        try driver.end("x")
        try driver.end("y")
        #expect(driver.runningNames == ["z"])
    }

    @Test func aGroupThatWaitsForALockBeginsWhenItIsFree() throws {
        var plan = Plan("group")
        plan.add("a", priority: .high, locks: ["disk"]) { _ in }
        let gate = plan.add("gate") { _ in }
        plan.group("g", requires: [gate], locks: ["disk"]) { plan in plan.add("x") { _ in } }
        let driver = try MachineDriver.started(plan)
        try driver.end("gate")
        #expect(driver.runningNames == ["a"])
        try driver.end("a")
        #expect(driver.runningNames == ["x"])
    }

    private func started(_ operations: [(String, [Lock])]) throws -> MachineDriver {
        var plan = Plan("locks")
        for (name, locks) in operations {
            plan.add(name, optional: true, locks: locks) { _ in }
        }
        return try MachineDriver.started(plan)
    }
}
