import Slipway
import SlipwayReport
import Testing

struct LockTests {
    @Test func theLocksOfReleasedOperationsAreReleased() throws {
        var plan = Plan("months")
        plan.add("base", locks: ["base"]) { _ in }
        let driver = MachineDriver(try Graph(plan))
        driver.isEager = true
        driver.start()
        driver.end(0)
        for number in 0..<2000 {
            var addition = Plan("addition")
            let locks: [Lock] = ["base", Lock("user-\(number)")]
            addition.add("o\(number)", locks: locks) { _ in }
            try driver.add(addition)
            driver.end(try #require(driver.running.first))
        }
        #expect(driver.locks.count < 600)
        #expect(driver.status(0).outcome == .succeeded)
    }

    @Test(.timeLimit(.minutes(10)))
    func whatAnObserverIsToldOfAWaitIsWhatTheReportSays() async throws {
        var plan = Plan("events")
        plan.add("first", locks: ["db"]) { context in
            func isWaiting() -> Bool {
                context.launch.report.operations[1].obstacle == .lock("db", holder: "first")
            }
            while !isWaiting() { await Task.yield() }
        }
        plan.add("second", locks: ["db"]) { _ async in }
        let launch = Launch(try Graph(plan))
        let events = launch.events()
        try await launch.run(until: .ready)
        var ended: [String: OperationStatus] = [:]
        for await event in events {
            if case .operationEnded(let status) = event.kind { ended[status.name] = status }
        }
        #expect(launch.report.operations.allSatisfy { ended[$0.name] == $0 })
        #expect(ended["second"]?.lockWait?.holder == "first")
    }

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
        var plan = Plan("slots")
        plan.queues[.userInitiated] = .fixed(1)
        plan.add("a", on: .main, locks: ["disk"]) { _ in }
        plan.add("b", locks: ["disk"]) { _ in }
        plan.add("c") { _ in }
        let driver = try MachineDriver.started(plan)
        #expect(driver.runningNames == ["a", "c"])
    }

    @Test(arguments: MachineDriver.ends)
    func aLockIsGivenBackHoweverItsHolderEnds(end: MachineDriver.End) throws {
        let driver = try started([("a", ["disk"]), ("b", ["disk"])])
        try driver.end("a", end)
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
        try driver.end("a", .gaveUp)
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

    @Test func aGroupKeepsItsLocksUntilWhatWasLeftBehindInItReturns() throws {
        var plan = Plan("stuck")
        plan.group("outer", optional: true, locks: ["disk"]) { plan in
            plan.group("inner", locks: ["net"]) { plan in
                plan.add("a", timeout: .seconds(1)) { _ in }
            }
        }
        plan.add("b") { _ in }
        plan.add("c", after: [Named("outer")], optional: true, locks: ["disk"]) { _ in }
        plan.add("d", after: [Named("outer")], optional: true, locks: ["net"]) { _ in }
        let driver = try MachineDriver.started(plan)
        driver.fireNext()
        driver.fireNext()
        #expect(driver.outcome("outer")?.word == "failed")
        #expect(driver.status("c")?.obstacle == .lock("disk", holder: "outer"))
        #expect(driver.status("d")?.obstacle == .lock("net", holder: "inner"))
        try driver.end("a", .gaveUp)
        #expect(driver.runningNames == ["b", "c", "d"])
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

    @Test func aFreeLockIsNotKeptForWhoeverWaitsInAFullQueue() throws {
        let driver = try sharedByTwoQueues()
        try driver.end("holder")
        // 'first' came before 'second', and cannot start.
        #expect(driver.runningNames == ["busy", "second"])
        #expect(driver.status("first")?.obstacle == .lock("disk", holder: "second"))
        try driver.end("busy")
        try driver.end("second")
        #expect(driver.runningNames == ["first"])
    }

    @Test func aLockBehindAQueueThatNeverEmptiesIsNoStall() throws {
        let driver = try sharedByTwoQueues(timeout: .seconds(1))
        try driver.end("holder")
        driver.fireNext()
        driver.fireNext()
        #expect(driver.phase == .starting)
        try driver.end("second")
        #expect(driver.phase == .failed)
    }

    @Test func aQueueThatBecomesFullPassesTheLockOn() throws {
        var plan = Plan("passed on")
        plan.queues[.userInitiated] = .fixed(1)
        plan.add("holder", on: .named("disk"), locks: ["disk"]) { _ in }
        let gate = plan.add("gate", on: .main) { _ in }
        plan.add("first", on: .main, requires: [gate], locks: ["disk"]) { _ in }
        plan.add("second", after: [gate], locks: ["disk"]) { _ in }
        plan.queues[.named("disk")] = .fixed(1)
        let driver = MachineDriver.checked(try Graph(plan))
        driver.isEager = false
        driver.start()
        driver.takeAll()
        try driver.end("gate")
        driver.takeAll()
        #expect(driver.status("second")?.obstacle == .lock("disk", holder: "holder"))
        try driver.end("holder")
        // It is left to 'first', which has waited longer and can start ...
        #expect(driver.takeFromPool() == nil)
        // ... until its queue is paused.
        driver.pause(0)
        #expect(driver.takeFromPool() == (try driver.node("second")))
    }

    @Test(arguments: [1, 8])
    func equalsGetALockInTheOrderInWhichTheyCameWhateverTheirQueues(width: Int) throws {
        var plan = Plan("order")
        plan.queues[.userInitiated] = .fixed(width)
        plan.add("holder", on: .named("disk"), locks: ["disk"]) { _ in }
        var gate = plan.add("gate", on: .named("disk")) { _ in }
        for number in 0..<6 {
            plan.add(
                "o\(number)",
                on: number % 2 == 0 ? .userInitiated : .main,
                requires: [gate],
                locks: ["disk"]
            ) { _ in }
            gate = plan.add("gate\(number)", on: .named("disk"), requires: [gate]) { _ in }
        }
        plan.queues[.named("disk")] = .fixed(2)
        let driver = try MachineDriver.started(plan)
        while let gate = driver.runningNames.first(where: { $0.hasPrefix("gate") }) {
            try driver.end(gate)
        }
        var order: [String] = []
        while let name = driver.runningNames.first {
            order.append(name)
            try driver.end(name)
        }
        #expect(order == ["holder", "o0", "o1", "o2", "o3", "o4", "o5"])
    }

    @Test func aGroupDoesNotWaitForAFreeLockEither() throws {
        var plan = Plan("group")
        plan.add("holder", locks: ["disk"]) { _ in }
        let gate = plan.add("gate", on: .main) { _ in }
        let busy = plan.add("busy", on: .main, requires: [gate]) { _ in }
        plan.add("first", on: .main, requires: [gate], locks: ["disk"]) { _ in }
        plan.group("g", after: [gate], locks: ["disk"]) { plan in plan.add("x") { _ in } }
        plan.add("last", requires: [busy]) { _ in }
        let driver = try MachineDriver.started(plan)
        try driver.end("gate")
        #expect(driver.runningNames == ["holder", "busy"])
        try driver.end("holder")
        #expect(driver.runningNames == ["busy", "x"])
    }

    @Test func howLongALockWasWaitedForIsKnownApartFromTheQueue() throws {
        let driver = try sharedByTwoQueues()
        driver.wait(100)
        try driver.end("holder")
        driver.wait(20)
        try driver.end("second")
        driver.wait(3)
        try driver.end("busy")
        #expect(driver.runningNames == ["first"])
        let second = try #require(driver.status("second"))
        #expect(second.wait == .milliseconds(100))
        #expect(
            second.lockWait
                == .init(lock: "disk", duration: .milliseconds(100), holder: "holder")
        )
        #expect(second.releasedBy == nil)
        let first = try #require(driver.status("first"))
        #expect(first.wait == .milliseconds(123))
        #expect(
            first.lockWait == .init(lock: "disk", duration: .milliseconds(120), holder: "second")
        )
        #expect(first.releasedBy == "busy")
        #expect(driver.status("holder")?.lockWait == nil)
    }

    @Test func whoseEndCameBeforeTheLockWasFreeDidNotKeepTheOperationWaiting() throws {
        var plan = Plan("idle main")
        plan.add("main", on: .main) { _ in }
        plan.add("holder", locks: ["disk"]) { _ in }
        plan.add("next", on: .main, locks: ["disk"]) { _ in }
        let driver = try MachineDriver.started(plan)
        driver.wait(5)
        try driver.end("main")
        driver.isEager = false
        driver.wait(55)
        try driver.end("holder")
        // The main queue's thread comes a little later.
        driver.wait(1)
        #expect(driver.takeOnMain() == 2)
        let next = try #require(driver.status("next"))
        #expect(next.releasedBy == nil)
        #expect(next.lockWait?.holder == "holder")
    }

    @Test func aGroupThatWaitedForALockSaysHowLong() throws {
        var plan = Plan("group")
        plan.add("a", priority: .high, locks: ["disk"]) { _ in }
        let gate = plan.add("gate") { _ in }
        plan.group("g", requires: [gate], locks: ["disk"]) { plan in plan.add("x") { _ in } }
        let driver = try MachineDriver.started(plan)
        try driver.end("gate")
        driver.wait(30)
        try driver.end("a")
        driver.wait(5)
        try driver.end("x")
        let group = try #require(driver.status("g"))
        #expect(group.wait == .milliseconds(30))
        #expect(group.lockWait == .init(lock: "disk", duration: .milliseconds(30), holder: "a"))
        let chain = driver.report.criticalChain()
        #expect(chain.map(\.name) == ["x", "a"])
    }

    /// 'first' has waited for 'disk' longer than 'second', but its queue is full.
    private func sharedByTwoQueues(timeout: Duration? = nil) throws -> MachineDriver {
        var plan = Plan("shared")
        let gate = plan.add("gate", on: .main, priority: .high) { _ in }
        plan.add("holder", locks: ["disk"]) { _ in }
        plan.add("first", on: .main, requires: [gate], locks: ["disk"]) { _ in }
        let next = plan.add("next", requires: [gate]) { _ in }
        plan.add("busy", on: .main, requires: [next], optional: true, timeout: timeout) { _ in }
        plan.add("second", after: [next], locks: ["disk"]) { _ in }
        let driver = try MachineDriver.started(plan)
        try driver.end("gate")
        try driver.end("next")
        #expect(driver.runningNames == ["holder", "busy"])
        return driver
    }

    private func started(_ operations: [(String, [Lock])]) throws -> MachineDriver {
        var plan = Plan("locks")
        for (name, locks) in operations {
            plan.add(name, optional: true, locks: locks) { _ in }
        }
        return try MachineDriver.started(plan)
    }
}
