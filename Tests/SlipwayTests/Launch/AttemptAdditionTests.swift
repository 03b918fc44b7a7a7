import Testing

@testable import Slipway

/// What the handler of a launch action adds belongs to its attempt.
struct AttemptAdditionTests {
    @Test func itHasThePriorityOfTheKindAndNamesTheAction() throws {
        let driver = try running(priority: .high)
        try driver.add(fetch(), by: 0)
        #expect(driver.priority(of: "fetch") == 50)
        #expect(driver.status("fetch")?.action == ActionID("a1"))
        #expect(driver.status("show")?.action == ActionID("a1"))
    }

    @Test(arguments: [LaunchMachine.Result.failed("broken"), .failed("broken", mayRetry: false)])
    func anAttemptThatFailsEndsWhatItAdded(result: LaunchMachine.Result) throws {
        let driver = try running(retry: .exponential(attempts: 2))
        try driver.add(fetch(), by: 0)
        let fetch = try driver.node("fetch")
        driver.end(0, result)
        #expect(driver.asked == [fetch])
        let reason = "the attempt of 'open' that added it has ended"
        #expect(driver.outcome("show") == .cancelled(reason: reason))
        driver.end(fetch, .gaveUp)
        #expect(driver.outcome("fetch") == .cancelled(reason: reason))
        #expect(driver.phase == .ready(degraded: false))
    }

    /// The launch is no part of the attempt: neither ended by it, nor degraded.
    @Test func anAttemptThatFailsDuringTheStartEndsNothingElse() throws {
        var plan = Plan("shop")
        plan.add("sdk") { _ in }
        plan.action("open") { (_: Int, _) in }
        let driver = try MachineDriver.started(plan)
        try driver.submit("a1")
        let open = try #require(driver.running.first { driver.isAction($0) })
        try driver.add(fetch(), by: open)
        driver.end(open, .failed("broken"))
        #expect(driver.phase == .starting)
        try driver.end("fetch", .gaveUp)
        try driver.end("sdk")
        #expect(driver.phase == .ready(degraded: false))
    }

    @Test func theLaunchIsReadyWithoutIt() throws {
        var plan = Plan("shop")
        plan.add("sdk") { _ in }
        plan.action("open") { (_: Int, _) in }
        let driver = try MachineDriver.started(plan)
        try driver.submit("a1")
        let open = try #require(driver.running.first { driver.isAction($0) })
        var addition = Plan("addition")
        addition.add("fetch", stage: .background) { _ in }
        addition.group("login") { plan in plan.add("token") { _ in } }
        try driver.add(addition, by: open)
        #expect(Set(driver.runningNames).isSuperset(of: ["fetch", "token"]))
        try driver.end("sdk")
        #expect(driver.phase == .ready(degraded: false))
    }

    @Test(arguments: [nil, Lock("disk")])
    func aStartThatIsLateDoesNotNameItUnlessItHoldsWhatIsNeeded(lock: Lock?) throws {
        var plan = Plan("shop", deadline: .seconds(30))
        plan.add("sdk", on: .main) { _ in }
        plan.action("open") { (_: Int, _) in }
        let driver = try MachineDriver.started(plan)
        try driver.submit("a1")
        let open = try #require(driver.running.first { driver.isAction($0) })
        var addition = Plan("addition")
        addition.add("page", locks: lock.map { [$0] } ?? []) { _ in }
        addition.add("later", requires: [Named("page")]) { _ in }
        try driver.add(addition, by: open)
        if let lock {
            var needed = Plan("needed")
            needed.add("index", locks: [lock]) { _ in }
            try driver.add(needed)
        }
        driver.fireNext()
        let left =
            lock == nil
            ? "running: 'sdk' (30s)" : "running: 'sdk' (30s), 'page' (30s); waiting: 'index'"
        #expect(driver.rootCauses.first?.failure.message == "not ready within 30s; \(left)")
    }

    @Test func aCancelledActionEndsWhatItAddedThoughItsHandlerReturns() throws {
        let driver = try running()
        try driver.add(fetch(), by: 0)
        driver.cancel(ActionID("a1"))
        driver.end(0)
        #expect(driver.asked == [try driver.node("fetch")])
    }

    @Test func whatIsAddedToAGroupOfAHandlerBelongsToItsAttempt() throws {
        let driver = try running(drain: .seconds(30))
        var plan = Plan("addition")
        plan.group("login") { plan in plan.add("token") { _ in } }
        try driver.add(plan, by: 0)
        try driver.add(Plan(["late": []]), toGroup: driver.node("login"))
        driver.stop()
        #expect(driver.asked.isEmpty)
        for name in ["token", "late"] { try driver.end(name) }
        #expect(driver.outcome("login") == .succeeded)
    }

    /// What the stop ends is no reason to keep a handler waiting.
    @Test(arguments: [true, false])
    func whatWaitsForSomethingThatTheStopEndsGoesOn(requires: Bool) throws {
        var plan = Plan("shop", drain: .seconds(30))
        plan.queues[.named("disk")] = .fixed(1)
        plan.action("open") { (_: Int, _) in }
        plan.add("first", on: .named("disk"), stage: .background) { _ in }
        plan.add("warm", on: .named("disk"), stage: .background) { _ in }
        let driver = try MachineDriver.started(plan)
        try driver.submit("a1")
        let open = try #require(driver.running.first { driver.isAction($0) })
        var addition = Plan("addition")
        if requires {
            addition.add("page", requires: [Named("warm")], optional: true) { _ in }
        } else {
            addition.add("page", after: [Named("warm")]) { _ in }
        }
        try driver.add(addition, by: open)
        driver.stop()
        if requires {
            #expect(driver.outcome("page") == .skipped(root: "warm"))
        } else {
            #expect(driver.runningNames.contains("page"))
        }
    }

    /// An operation number is used again once an addition was let go of.
    @Test func theEndOfAnAttemptTakesNothingOfAnother() throws {
        var additions = AttemptAdditions()
        additions.add([40], by: 1)
        additions.remove(40)
        additions.add([40], by: 2)
        #expect(additions.take(of: 1) == [])
        #expect(additions.owner(of: 40) == 2)
        #expect(additions.take(of: 2) == [40])
        #expect(additions.owner(of: 40) == nil)
    }

    @Test func afterDoneItIsTheLaunchsOwn() throws {
        let driver = try running()
        try driver.add(fetch(), by: 0)
        driver.end(0)
        #expect(driver.asked.isEmpty)
        try driver.end("fetch")
        #expect(driver.runningNames == ["show"])
        driver.stop()
        #expect(driver.asked == [try driver.node("show")])
    }

    @Test func aStopLeavesItAloneAsLongAsTheHandler() throws {
        let driver = try running(drain: .seconds(30))
        try driver.add(fetch(), by: 0)
        driver.stop()
        #expect(driver.asked.isEmpty)
        try driver.end("fetch")
        #expect(driver.runningNames.contains("show"))
        // It may still add.
        try driver.add(Plan(["more": ["show"]], name: "addition"), by: 0)
        try driver.end("show")
        try driver.end("more")
        driver.end(0)
        #expect(driver.state("a1") == .done)
        #expect(driver.phase == .stopped)
    }

    @Test func aFailureInTheDrainIsTheHandlersBusiness() throws {
        let driver = try running(drain: .seconds(30))
        try driver.add(fetch(), by: 0)
        driver.stop()
        try driver.end("fetch", .failed("broken"))
        driver.end(0)
        #expect(driver.phase == .stopped)
    }

    @Test func whatIsLeftWhenTheHandlerReturnsInADrainIsAsked() throws {
        let driver = try running(drain: .seconds(30))
        try driver.add(fetch(), by: 0)
        driver.stop()
        driver.end(0)
        #expect(driver.asked == [try driver.node("fetch")])
        #expect(driver.outcome("show") == .cancelled(reason: "test"))
        try driver.end("fetch", .gaveUp)
        #expect(driver.phase == .stopped)
    }

    @Test func theEndOfTheDrainAsksTheHandlerAndWhatItAdded() throws {
        let driver = try running(drain: .seconds(30))
        var plan = Plan("addition")
        plan.group("login") { plan in
            let token = plan.add("token") { _ in }
            plan.add("profile", requires: [token]) { _ in }
        }
        try driver.add(plan, by: 0)
        driver.stop()
        driver.wait(30_000)
        driver.fire(.drain)
        #expect(Set(driver.asked) == [0, try driver.node("token")])
        try driver.end("token", .gaveUp)
        driver.end(0, .gaveUp)
        #expect(driver.outcome("login")?.word == "cancelled")
        #expect(driver.phase == .stopped)
    }

    @Test func withoutADrainItIsAskedAtOnce() throws {
        let driver = try running(drain: .zero)
        try driver.add(fetch(), by: 0)
        driver.stop()
        #expect(Set(driver.asked) == [0, try driver.node("fetch")])
        #expect(throws: AddingRefusal.stopping) { try driver.add(fetch(), by: 0) }
        #expect(throws: AddingRefusal.stopping) { try driver.add(fetch()) }
    }

    @Test func anotherGenerationInServiceLeavesItAlone() throws {
        let driver = try running()
        try driver.add(Plan(["own": []], name: "addition"))
        try driver.add(fetch(), by: 0)
        _ = driver.machine.supersede(handingOn: [])
        driver.finishStep()
        #expect(driver.asked == [try driver.node("own")])
        try driver.end("fetch")
        driver.end(0)
        #expect(Set(driver.asked) == [try driver.node("own"), try driver.node("show")])
    }

    @Test func whatItAddedMayAddForTheSameAttempt() throws {
        let driver = try running()
        try driver.add(fetch(), by: 0)
        try driver.add(Plan(["more": []], name: "addition"), by: driver.node("fetch"))
        #expect(driver.status("more")?.action == ActionID("a1"))
        driver.end(0, .failed("broken"))
        #expect(Set(driver.asked) == [try driver.node("fetch"), try driver.node("more")])
    }

    @Test func aHandlerThatWasGivenUpAddsNothing() throws {
        let driver = try running()
        driver.cancel(ActionID("a1"))
        driver.wait(20_000)
        driver.fire(.stuck(0))
        let refusal = #expect(throws: AddingRefusal.attemptEnded("open")) {
            try driver.add(fetch(), by: 0)
        }
        #expect(
            refusal?.description
                == "cannot add operations: the attempt of 'open' that adds them has ended; add them before "
                + "its handler returns, and not once it was asked to give up"
        )
    }

    /// A launch that is ready, with one action that runs.
    private func running(
        drain: Duration? = nil,
        retry: Retry? = nil,
        priority: Priority = .normal
    ) throws -> MachineDriver {
        var plan = Plan("shop", drain: drain)
        plan.action("open", priority: priority, policy: ActionPolicy(retry: retry)) { (_: Int, _) in
        }
        let driver = try MachineDriver.started(plan)
        try driver.submit("a1")
        #expect(driver.state("a1") == .running)
        return driver
    }

    private func fetch() -> Plan { Plan(["fetch": [], "show": ["fetch"]], name: "addition") }
}
