import Slipway
import SlipwayTesting
import Testing

/// What succeeded in an attempt of a group is undone before the next one.
struct UndoneGroupTests {
    /// A group of two that is about to be undone, the second one having failed.
    private func driverBeforeUndoing(_ change: (inout Plan) -> Void = { _ in }) throws
        -> MachineDriver
    {
        var plan = Plan("undoing")
        plan.grace = .seconds(1)
        plan.group("g", retry: .constant(attempts: 2, pause: .seconds(5))) { plan in
            let a = plan.add("a", on: .named("disk"), locks: ["l"], teardown: {}) {}
            plan.add("b", requires: [a]) {}
        }
        plan.queues[.named("disk")] = .fixed(1)
        change(&plan)
        let driver = try MachineDriver.started(plan)
        try driver.end("a")
        driver.takeAll()
        return driver
    }

    private func fail(_ driver: MachineDriver) throws {
        try driver.end("b", .failed("broken"))
        driver.judge(try driver.node("g"), mayRetry: true)
    }

    @Test func whatIsUndoneWaitsForItsPlaceAndItsLocks() throws {
        let driver = try driverBeforeUndoing { plan in
            plan.add("other", on: .named("disk")) {}
            plan.add("locks", after: ["other"], locks: ["l"]) {}
        }
        #expect(driver.runningNames == ["other", "b"])
        try fail(driver)
        #expect(driver.tearingDown.isEmpty)
        #expect(driver.status("g")?.obstacle == .teardown("a"))
        try driver.end("other")
        #expect(driver.tearingDown == [try driver.node("a")])
        driver.takeAll()
        #expect(driver.runningNames == [])
        driver.finishTeardown(of: try driver.node("a"))
        driver.takeAll()
        #expect(driver.runningNames == ["locks"])
        #expect(
            driver.status("g")?.obstacle == .backoff(until: driver.now.advanced(by: .seconds(5)))
        )
    }

    @Test func aStopWhileAGroupIsUndoneTearsDownEachOnce() throws {
        let driver = try driverBeforeUndoing()
        try fail(driver)
        #expect(driver.tearingDown == [try driver.node("a")])
        driver.stop()
        #expect(driver.phase == .stopping)
        driver.finishTeardown(of: try driver.node("a"))
        #expect(driver.isFinished)
        #expect(driver.tornDown == [try driver.node("a")])
        #expect(driver.outcome("g")?.word == "failed")
        #expect(driver.phase == .stopped)
    }

    @Test func aGroupThatIsCancelledWhileItIsUndoneIsCancelled() throws {
        let driver = try driverBeforeUndoing { $0.add("other") {} }
        try fail(driver)
        driver.cancel(try driver.node("g"))
        driver.finishTeardown(of: try driver.node("a"))
        #expect(driver.outcome("g") == .cancelled(reason: "test"))
    }

    @Test func aGroupThatWaitsForItsNextAttemptEndsWithTheGroupAroundIt() throws {
        var plan = Plan("nested")
        plan.group("outer", optional: true) { plan in
            plan.group("inner", retry: .constant(attempts: 2, pause: .seconds(5))) { plan in
                plan.add("a") {}
            }
            plan.add("b") {}
        }
        plan.add("other") {}
        let driver = try MachineDriver.started(plan)
        try driver.end("a", .failed("broken"))
        driver.judge(try driver.node("inner"), mayRetry: true)
        driver.cancel(try driver.node("outer"))
        try driver.end("b", .gaveUp)
        #expect(driver.outcome("outer") == .cancelled(reason: "test"))
        let words = "test; the last attempt failed: 'a' failed: broken"
        #expect(driver.outcome("inner") == .cancelled(reason: words))
    }

    @Test func aTeardownThatDoesNotReturnEndsTheAttempts() throws {
        let driver = try driverBeforeUndoing()
        try fail(driver)
        driver.wait(1000)
        driver.fireNext()
        let words = "not tried again: the teardown of 'a' failed: not done within 1s"
        #expect(driver.outcome("g")?.message?.hasSuffix(words) == true)
    }

    @Test func aTeardownThatDoesNotReturnKeepsItsPlaceAndItsLocks() throws {
        var plan = Plan("left")
        plan.grace = .seconds(1)
        let retry = Retry.constant(attempts: 2, pause: .zero)
        plan.group("g", optional: true, locks: ["group's"], retry: retry) { plan in
            let a = plan.add("a", on: .main, locks: ["l"], teardown: {}) {}
            plan.add("b", requires: [a]) {}
        }
        plan.add("main", on: .main, after: ["g"]) {}
        plan.add("locks", after: ["g"], locks: ["l"]) {}
        plan.add("other", after: ["g"], locks: ["group's"]) {}
        plan.add("free", after: ["g"]) {}
        let driver = try MachineDriver.started(plan)
        try driver.end("a")
        try fail(driver)
        driver.wait(1000)
        driver.fireNext()
        #expect(driver.outcome("g")?.word == "failed")
        #expect(driver.runningNames == ["free"])
        driver.finishTeardown(of: try driver.node("a"))
        driver.takeAll()
        #expect(driver.runningNames == ["free", "main", "locks", "other"])
    }

    @Test func whatCanNeverBeUndoneEndsTheLaunchAndSaysWhatForItWaits() throws {
        var plan = Plan("never")
        plan.grace = .seconds(1)
        plan.add("hangs", on: .main, optional: true, timeout: .seconds(1)) {}
        plan.group("g", retry: .constant(attempts: 2, pause: .zero)) { plan in
            let a = plan.add("a", locks: ["l"], teardown: {}) {}
            plan.add("b", requires: [a]) {}
        }
        plan.add("first") {}
        plan.add("holds", after: ["first"], optional: true, locks: ["l"], timeout: .seconds(1)) {}
        let driver = try MachineDriver.started(plan)
        try driver.end("a")
        try driver.end("first")
        #expect(driver.runningNames == ["hangs", "b", "holds"])
        try fail(driver)
        for _ in 0..<4 {
            driver.wait(1000)
            driver.fireNext()
        }
        let words = driver.rootCauses.first?.failure.message ?? ""
        #expect(words.contains("is to tear down 'a', which waits for lock 'l', held by 'holds'"))
        #expect(driver.phase == .stopping)
    }

    @Test func whatSomebodyCancelledIsNotTriedAgainWithItsGroup() throws {
        let driver = try driverBeforeUndoing { $0.add("other") {} }
        driver.cancel(try driver.node("b"))
        try driver.end("b", .gaveUp)
        #expect(driver.outcome("g")?.word == "failed")
        #expect(driver.tearingDown.isEmpty)
    }

    @Test func aGroupThatIsCancelledAfterItsTimeHasPassedIsNotTriedAgain() throws {
        var plan = Plan("late")
        let retry = Retry.constant(attempts: 2, pause: .zero)
        plan.group("g", optional: true, timeout: .seconds(1), retry: retry, fallback: .value(())) {
            plan in
            plan.add("a") {}
        }
        let driver = try MachineDriver.started(plan)
        driver.wait(1000)
        driver.fireNext()
        driver.cancel(try driver.node("g"))
        try driver.end("a", .gaveUp)
        #expect(driver.outcome("g") == .failed(Failure(.timedOut, "timed out after 1s")))
    }

    @Test func aPolicyThatDoesNotAnswerHoldsUpNoStop() throws {
        let driver = try driverBeforeUndoing()
        try driver.end("b", .failed("broken"))
        #expect(driver.judging == [try driver.node("g")])
        driver.stop()
        driver.wait(1000)
        driver.fireNext()
        driver.finishTeardown(of: try driver.node("a"))
        #expect(driver.isFinished)
        driver.judge(try driver.node("g"), mayRetry: true)
        #expect(driver.outcome("g")?.word == "failed")
    }

    @Test func aPartIsNotStartedByOperatorsBetweenTheAttemptsOfItsGroup() throws {
        var plan = Plan("operated")
        let retry = Retry.constant(attempts: 2, pause: .seconds(5))
        plan.group("g", retry: retry) { plan in
            let web = plan.service("web") { _ in }
            plan.add("b", requires: [web]) {}
        }
        let driver = try MachineDriver.started(plan)
        try driver.end("web")
        try fail(driver)
        let web = try driver.node("web")
        driver.operate(web, .restart)
        #expect(driver.callers.isEmpty)
        driver.endPart(web, .gaveUp)
        #expect(driver.status("g")?.obstacle != .teardown("web"))
        driver.operate(web, .start)
        #expect(driver.callers.isEmpty)
        driver.fireNext()
        driver.takeAll()
        #expect(driver.runningNames == ["web"])
    }

    @Test func aGroupThatWasAddedGoesWithAllThatIsInIt() throws {
        let driver = try driverBeforeUndoing()
        var group = Plan("addition")
        group.group("late", requires: ["b"]) { plan in plan.add("c") {} }
        try driver.add(group, toGroup: try driver.node("g"))
        var more = Plan("addition")
        more.add("d", after: ["c"]) {}
        try driver.add(more, toGroup: try driver.node("late"))
        try fail(driver)
        driver.finishTeardown(of: try driver.node("a"))
        driver.fireNext()
        for name in ["late", "c", "d"] { #expect(driver.status(name) == nil) }
        try driver.end("a")
        try driver.end("b")
        #expect(driver.outcome("g") == .succeeded)
        #expect(driver.phase == .ready(degraded: false))
    }

    @Test func whatADeadlineHungOnIsSaidWhileAGroupIsUndone() throws {
        let driver = try driverBeforeUndoing { $0.deadline = .milliseconds(10) }
        try fail(driver)
        driver.wait(10)
        driver.fireNext()
        #expect(driver.rootCauses.first?.failure.message.hasSuffix("tears down 'a')") == true)
    }
}
