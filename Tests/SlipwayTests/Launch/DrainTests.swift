import Testing

@testable import Slipway

/// The fate of launch actions that run when a launch stops.
struct DrainTests {
    /// A launch that is ready, with one action that runs.
    private func running(
        drain: Duration?,
        timeout: Duration? = nil,
        policy: ActionPolicy = ActionPolicy()
    ) throws -> MachineDriver {
        var plan = Plan("shop", drain: drain)
        plan.grace = .seconds(10)
        plan.action("open", timeout: timeout, policy: policy) { (_: Int, _) in }
        let driver = try MachineDriver.started(plan)
        try driver.submit("a1")
        #expect(driver.state == .running)
        return driver
    }

    @Test(arguments: [nil, Duration.seconds(30)])
    func aRunningActionIsLeftAloneForTheDrainAndAskedThen(drain: Duration?) throws {
        let driver = try running(drain: drain)
        driver.stop()
        #expect(driver.asked.isEmpty)
        #expect(driver.timers[.drain] == .at(0).advanced(by: drain ?? .seconds(10)))
        driver.fireNext(.drain)
        #expect(driver.asked == [0])
        #expect(driver.state == .running)
    }

    @Test(arguments: [
        (LaunchMachine.Result.succeeded, ActionStatus.State.done),
        (.failed("declined"), .failed(Failure("declined"), operation: nil)),
    ])
    func whatEndsInTheDrainOrTheGraceHasItsResult(
        result: LaunchMachine.Result,
        state: ActionStatus.State
    ) throws {
        for isAsked in [false, true] {
            let driver = try running(drain: isAsked ? .zero : nil)
            driver.stop()
            #expect(driver.asked.isEmpty != isAsked)
            driver.wait(3000)
            driver.end(0, result)
            #expect(driver.state == state)
            #expect(driver.phase == .stopped)
        }
    }

    @Test func whatDoesNotReturnIsLeftAfterTheDrainAndAGraceOfItsOwn() throws {
        let driver = try running(drain: .seconds(4))
        driver.stop()
        driver.fireNext(.drain)
        // The grace of what was asked at once.
        driver.wait(6000)
        driver.fire(.grace)
        #expect(driver.state == .running)
        driver.wait(4000)
        driver.fire(.stuck(0))
        #expect(driver.state == .cancelled(reason: "test; did not return when asked to"))
        #expect(driver.phase == .stopped)
    }

    /// So many wait that not all of them learn of the stop at once.
    @Test func whatIsReadyForItsQueueDoesNotBeginInTheDrain() throws {
        var plan = Plan("shop", drain: .seconds(30))
        plan.queues["jobs"] = .fixed(1)
        plan.action("open", on: "jobs") { (_: Int, _) in }
        plan.action("close", on: "jobs") { (_: Int, _) in }
        plan.action("sync") { (_: Int, _) in }
        let driver = try MachineDriver.started(plan)
        let kinds = driver.machine.book.kinds.keys.sorted()
        for number in 1...500 { try driver.submit("a\(number)", kind: kinds[0]) }
        try driver.submit("last", kind: kinds[1])
        try driver.submit("long", kind: kinds[2])
        #expect(driver.running == [kinds[0], kinds[2]])
        driver.stop()
        // It makes room in the queue, while the drain goes on.
        driver.end(kinds[0])
        #expect(driver.state == .done)
        #expect(driver.running == [kinds[2]])
        while driver.timers.removeValue(forKey: .action(.sweep)) != nil {
            driver.fire(.action(.sweep))
            #expect(driver.running == [kinds[2]])
        }
        driver.end(kinds[2])
        #expect(driver.phase == .stopped)
        #expect(driver.state("last") == .cancelled(reason: "test"))
    }

    @Test func theTimeOfAnActionGoesOnInTheDrain() throws {
        let driver = try running(drain: .seconds(30), timeout: .seconds(5))
        driver.stop()
        driver.wait(5000)
        driver.fire(.timeout(0))
        #expect(driver.asked == [0])
    }

    @Test func aSecondRequestEndsTheDrain() throws {
        let driver = try running(drain: .seconds(30))
        driver.stop()
        driver.machine.endGrace()
        // The consequences of it come with the next event.
        driver.fire(.drain)
        #expect(driver.phase == .stopped)
    }

    @Test func operationsAreAskedAtOnceAndTornDownAfterTheActions() throws {
        var plan = Plan("shop")
        plan.add("sync", stage: .background) { _ in }
        let base = plan.add("base", teardown: { (_: Void) in }, body: { _ in })
        plan.action("open", requires: [base]) { (_: Int, _) in }
        let driver = try MachineDriver.started(plan)
        try driver.end("base")
        let kind = try #require(driver.machine.book.kinds.keys.first)
        try driver.submit("a1", kind: kind)
        driver.stop()
        #expect(driver.asked == [try driver.node("sync")])
        try driver.end("sync", .gaveUp)
        #expect(driver.tearingDown.isEmpty)
        driver.end(kind)
        #expect(driver.state == .done)
        #expect(driver.tearingDown == [try driver.node("base")])
    }

    @Test func aDrainBelowZeroIsAFault() {
        #expect(throws: GraphFaults.self) { try Graph(Plan("shop", drain: .seconds(-1))) }
    }
}

extension MachineDriver {
    fileprivate var state: ActionStatus.State? { machine.action(ActionID("a1"))?.state }

    /// Goes on to the time of a timer.
    fileprivate func fireNext(_ timer: LaunchMachine.Timer) {
        if let due = timers[timer] { now = max(now, due) }
        fire(timer)
    }
}
