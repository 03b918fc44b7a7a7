import Testing

@testable import Slipway

struct ActionMachineTests {
    @Test func anActionWaitsForWhatItRequiresAndForNothingElse() throws {
        let driver = try storefront()
        try driver.submit("a1")
        #expect(driver.state("a1") == .waiting(missing: ["user", "toggles"]))
        driver.end(0)
        #expect(driver.state("a1") == .waiting(missing: ["toggles"]))
        driver.end(1)
        #expect(driver.running.contains(driver.action))
        #expect(driver.phase == .starting)
    }

    @Test func actionsOfAKindRunOneAfterAnotherInOrder() throws {
        let driver = try storefront()
        for id in ["a1", "a2", "a3"] { try driver.submit(id) }
        for node in 0...2 {
            driver.end(node)
        }
        for id in ["a1", "a2", "a3"] {
            #expect(driver.running == [driver.action])
            #expect(driver.state(id) == .running)
            driver.end(driver.action)
            #expect(driver.state(id) == .done)
        }
    }

    @Test func aWarmActionRunsAtOnce() throws {
        let driver = try storefront()
        for node in 0...2 {
            driver.end(node)
        }
        try driver.submit("a1")
        #expect(driver.running == [driver.action])
    }

    @Test func anActionFailsWithTheNameOfTheOptionalOperationThatDid() throws {
        var plan = Plan("optional")
        let extra = plan.add("extra", optional: true) { _ in }
        plan.add("rest") { _ in }
        plan.action("open", requires: [extra]) { (_: Int, _) in }
        let driver = try MachineDriver.started(plan)
        try driver.submit("a1")
        driver.end(0, .failed("gone"))
        #expect(driver.state("a1") == .failed(Failure(.error, "gone"), operation: "extra"))
        #expect(throws: SubmitRefusal.launchFailed(operation: "extra", message: "gone")) {
            try driver.submit("a2")
        }
    }

    @Test func aFailedLaunchFailsWhatWaits() throws {
        let driver = try storefront()
        try driver.submit("a1")
        driver.end(0, .failed("401"))
        #expect(driver.state("a1") == .failed(Failure(.error, "401"), operation: "user"))
    }

    @Test func aFailingHandlerFailsItsActionAndNothingElse() throws {
        let driver = try storefront()
        for node in 0...2 {
            driver.end(node)
        }
        try driver.submit("a1")
        try driver.submit("a2")
        driver.end(driver.action, .failed("no window"))
        #expect(driver.state("a1") == .failed(Failure(.error, "no window"), operation: nil))
        #expect(driver.phase == .ready(degraded: false))
        #expect(driver.running == [driver.action])
    }

    @Test func refusesMoreThanTheLimit() throws {
        let driver = try storefront(limit: 2)
        try driver.submit("a1")
        try driver.submit("a2")
        #expect(throws: SubmitRefusal.queueFull(limit: 2)) {
            try driver.submit("a3")
        }
    }

    @Test func anActionThatWaitsTooLongExpires() throws {
        let driver = try storefront(expires: .seconds(30))
        try driver.submit("a1")
        driver.fireNext()
        #expect(driver.state("a1") == .expired)
        #expect(driver.now == .at(30_000))
    }

    @Test func anActionThatCameBeforeTheLaunchBeganExpiresToo() throws {
        var plan = Plan("early")
        let slow = plan.add("slow") { _ in }
        plan.action("open", requires: [slow], policy: ActionPolicy(expires: .seconds(30))) {
            (_: Int, _) in
        }
        let driver = try MachineDriver.checked(Graph(plan))
        try driver.submit("a1")
        // No thread waits for timers yet.
        driver.timers = [:]
        driver.start()
        driver.fireNext()
        #expect(driver.state("a1") == .expired)
    }

    @Test func aLaunchThatWasStoppedBeforeItBeganTellsAllThatWaitAndEndsAtOnce() throws {
        var plan = Plan("early")
        let slow = plan.add("slow") { _ in }
        plan.action("open", requires: [slow]) { (_: Int, _) in }
        let driver = try MachineDriver.checked(Graph(plan))
        for number in 0..<300 { try driver.submit("a\(number)") }
        driver.stop()
        // No thread waits for timers yet.
        driver.timers = [:]
        driver.start()
        while !driver.isFinished, !driver.timers.isEmpty { driver.fireNext() }
        #expect(driver.isFinished)
        #expect(driver.now == .at(0))
        #expect(driver.state("a299") == .cancelled(reason: "test"))
    }

    @Test func anActionThatWaitsForItsQueueExpiresTooAndTheNextOneComes() throws {
        var plan = Plan("busy")
        plan.queues[.named("narrow")] = .fixed(1)
        plan.action("slow", on: .named("narrow"), timeout: nil) { (_: Int, _) in }
        plan.action("open", on: .named("narrow"), policy: ActionPolicy(expires: .seconds(30))) {
            (_: Int, _) in
        }
        let driver = try MachineDriver.started(plan)
        try driver.submit("slow", kind: 0)
        try driver.submit("a1", kind: 1)
        driver.now = driver.now.advanced(by: .seconds(20))
        try driver.submit("a2", kind: 1)
        driver.fireNext()
        #expect(driver.state("a1") == .expired)
        #expect(driver.state("a2") == .waiting(missing: []))
        driver.end(0)
        #expect(driver.state("a2") == .running)
        // An action that has begun does not expire any more.
        driver.fire(.action(.expiry(ActionID("a2"))))
        #expect(driver.state("a2") == .running)
    }

    @Test func aKnownIdentityIsRefusedAsSuchEvenWhenTheQueueIsFull() throws {
        let driver = try storefront(limit: 1)
        try driver.submit("a1")
        #expect(throws: SubmitRefusal.duplicateID(ActionID("a1"))) {
            try driver.submit("a1")
        }
    }

    @Test func aLateTimerOfOneActionDoesNotEndTheNext() throws {
        var plan = Plan("late")
        plan.action("open") { (_: Int, _) in }
        let driver = try MachineDriver.started(plan)
        try driver.submit("a1")
        try driver.submit("a2")
        driver.cancel(ActionID("a1"))
        driver.end(driver.action, .gaveUp)
        driver.now = driver.now.advanced(by: .seconds(9))
        driver.cancel(ActionID("a2"))
        driver.now = driver.now.advanced(by: .seconds(1))
        driver.fire(.stuck(driver.action))
        #expect(driver.state("a2") == .running)
    }

    @Test func aCancelledActionNeverRuns() throws {
        let driver = try storefront()
        try driver.submit("a1")
        try driver.submit("a2")
        #expect(driver.cancel(ActionID("a1")))
        for node in 0...2 {
            driver.end(node)
        }
        #expect(driver.state("a1") == .cancelled(reason: "test"))
        #expect(driver.state("a2") == .running)
    }

    @Test func remembersTheLastEndedActionsOnly() throws {
        var plan = Plan("many")
        plan.action("open") { (_: Int, _) in }
        let driver = try MachineDriver.started(plan)
        for number in 0..<1000 {
            try driver.submit("a\(number)")
            driver.end(0)
        }
        #expect(driver.machine.book.all.count == ActionEntries.retained)
        #expect(driver.state("a999") == .done)
    }

    private func storefront(limit: Int = 10, expires: Duration? = nil) throws -> MachineDriver {
        var plan = Plan("storefront")
        let user = plan.add("user") { _ in }
        let toggles = plan.add("toggles") { _ in }
        plan.add("rest") { _ in }
        plan.action(
            "open",
            requires: [user, toggles],
            policy: ActionPolicy(expires: expires, limit: limit)
        ) {
            (_: Int, _) in
        }
        let driver = try MachineDriver.started(plan)
        return driver
    }
}

extension MachineDriver {
    /// The only kind of action.
    fileprivate var action: Int { machine.book.kinds.keys.min() ?? 0 }
}
