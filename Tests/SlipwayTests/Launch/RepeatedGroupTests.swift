import Slipway
import SlipwayTesting
import Testing

private struct Unauthorized: Error {}
private struct Unreachable: Error {}

/// A group is tried again, and falls back, as a whole.
struct RepeatedGroupTests {
    private let lines = Lines()

    @discardableResult
    private func run(_ plan: Plan, until goal: Launch.Goal = .ready) throws -> Report {
        try VirtualLaunch(Graph(plan)).run(until: goal)
    }

    /// A body that throws as often as said, and then returns how often it has run.
    private func failing(
        _ times: Int,
        with error: any Error = Unreachable()
    ) -> @Sendable (OperationContext) throws -> Int {
        let lines = lines
        return { context in
            lines.add(context.name)
            let count = lines.all.count { $0 == context.name }
            if count <= times { throw error }
            return count
        }
    }

    // MARK: Tried again

    @Test func aGroupIsTriedAgainAsAWholeAfterWhatSucceededInItIsTornDown() throws {
        let lines = lines
        var plan = Plan("login")
        let session = plan.group("login", retry: .constant(attempts: 3, pause: .seconds(1))) {
            plan in
            let token = plan.add(
                "token",
                teardown: { (token: Int) in lines.add("forget token \(token)") }
            ) {
                lines.add("token")
                return lines.all.count { $0 == "token" }
            }
            let user = plan.add(
                "user",
                reading: token,
                teardown: { (user: Int) in lines.add("forget user \(user)") }
            ) { token in
                lines.add("user")
                return token * 10
            }
            return plan.add("save", requires: [user], body: failing(2))
        }
        plan.add("home", reading: session) { lines.add("home \($0)") }
        let report = try run(plan)
        let attempt = ["token", "user", "save"]
        let undone = { (number: Int) in ["forget user \(number)0", "forget token \(number)"] }
        #expect(
            lines.all == attempt + undone(1) + attempt + undone(2) + attempt + ["home 3"]
                + undone(3)
        )
        let login = try #require(report["login"])
        #expect(login.outcome == .succeeded)
        #expect(login.attempts.map { $0.failure == nil } == [false, false, true])
        #expect(login.backoff == .seconds(2))
        #expect(report["save"]?.outcome == .succeeded)
        #expect(report.phase == .stopped)
    }

    @Test func aGroupThatFailsEachTimeFailsWithTheCausesOfItsLastAttempt() throws {
        var plan = Plan("fails")
        plan.group("login", retry: .constant(attempts: 2, pause: .zero)) { plan in
            plan.add("token", body: failing(9, with: Unauthorized()))
        }
        let report = try run(plan)
        #expect(lines.all == ["token", "token"])
        #expect(report.rootCauses.map(\.operation) == ["token"])
        #expect(report.rootCauses.first?.failure.error is Unauthorized)
        #expect(report["login"]?.attempts.count == 2)
    }

    @Test(arguments: [true, false])
    func itsPolicyIsAskedAboutTheErrorsOfItsChildren(isRetried: Bool) throws {
        var plan = Plan("policy")
        let retry = Retry.constant(
            attempts: 2,
            pause: .zero,
            if: { error in isRetried || !(error is Unauthorized) }
        )
        plan.group("login", optional: true, retry: retry) { plan in
            plan.add("token", body: failing(1, with: Unauthorized()))
        }
        #expect(try run(plan)["login"]?.outcome?.word == (isRetried ? "succeeded" : "failed"))
        #expect(lines.all.count == (isRetried ? 2 : 1))
    }

    @Test func eachAttemptOfAGroupHasItsTimeAndAllHaveItsBudget() throws {
        var plan = Plan("slow")
        let retry = Retry.constant(attempts: 9, pause: .seconds(1))
        plan.group(
            "login",
            optional: true,
            timeout: .seconds(3),
            retry: retry,
            budget: .seconds(10)
        ) { plan in
            plan.add("token") { context in try await context.sleep(for: .seconds(60)) }
        }
        let login = try #require(try run(plan)["login"])
        #expect(
            login.attempts.map(\.failure?.message) == [
                "timed out after 3s", "timed out after 3s", "used up its budget of 10s",
            ]
        )
        #expect(login.outcome == .failed(Failure(.timedOut, "used up its budget of 10s")))
        #expect(login.run == .seconds(10))
    }

    @Test func whatAnAttemptAddedIsAddedAnewByTheNext() throws {
        let lines = lines
        var plan = Plan("additions")
        plan.group("sync", retry: .constant(attempts: 2, pause: .zero)) { plan in
            let list = plan.add("list") { context in
                try context.add { plan in
                    plan.add("page", teardown: { lines.add("forget page") }) { lines.add("page") }
                }
            }
            plan.add("commit", requires: [list]) { [commit = failing(1)] context in
                try await context.sleep(for: .seconds(1))
                return try commit(context)
            }
        }
        let report = try run(plan)
        #expect(lines.all == ["page", "commit", "forget page", "page", "commit", "forget page"])
        #expect(report["page"]?.outcome == .succeeded)
    }

    @Test func aGroupInAGroupThatIsTriedAgainBeginsAnewToo() throws {
        var plan = Plan("nested")
        let retry = Retry.constant(attempts: 2, pause: .zero)
        plan.group("outer", retry: retry) { plan in
            let inner = plan.group("inner", retry: retry) { plan in
                plan.add("a", body: failing(1))
            }
            plan.add("b", requires: [inner], body: failing(1))
        }
        let report = try run(plan)
        #expect(lines.all == ["a", "a", "b", "a", "b"])
        #expect(report["inner"]?.attempts.count == 1)
        #expect(report["outer"]?.attempts.count == 2)
    }

    @Test func aPartThatStaysEndsBeforeItsGroupIsTriedAgain() throws {
        let lines = lines
        var plan = Plan("parts")
        plan.group("serving", retry: .constant(attempts: 2, pause: .zero)) { plan in
            let web = plan.service("web") { ready in
                lines.add("web begins")
                ready()
                await ready.waitUntilStopping()
                lines.add("web ends")
            }
            plan.add("check", requires: [web], body: failing(1))
        }
        try run(plan)
        let attempt = ["web begins", "check", "web ends"]
        #expect(lines.all == attempt + attempt)
    }

    @Test func aGroupWhoseTeardownFailsIsNotTriedAgain() throws {
        var plan = Plan("teardown")
        plan.group("login", optional: true, retry: .constant(attempts: 2, pause: .zero)) { plan in
            let token = plan.add("token", teardown: { throw Unreachable() }) {}
            plan.add("user", requires: [token], body: failing(1))
        }
        let message = try run(plan)["login"]?.outcome?.message ?? ""
        #expect(message.contains("not tried again: the teardown of 'token' failed: Unreachable()"))
        #expect(lines.all == ["user"])
    }

    @Test func anAttemptThatIsMadeUpForDegradesNothing() throws {
        var plan = Plan("background")
        plan.group("cache", stage: .background, retry: .constant(attempts: 2, pause: .zero)) {
            plan in
            plan.add("warm", body: failing(1))
        }
        let recorder = EventRecorder()
        try VirtualLaunch(Graph(plan), reportingTo: [recorder]).run(until: .complete)
        var fold = ReportFold()
        for event in recorder.events {
            _ = fold.apply(event)
            #expect(fold.report?.phase != .ready(degraded: true))
        }
        #expect(fold.report?["warm"]?.outcome == .succeeded)
    }

    // MARK: Undoing

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
        let words = "'a' failed: broken; not tried again: test"
        #expect(driver.outcome("inner") == .failed(Failure(.error, words)))
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
        plan.group("g", optional: true, retry: .constant(attempts: 2, pause: .zero)) { plan in
            let a = plan.add("a", on: .main, locks: ["l"], teardown: {}) {}
            plan.add("b", requires: [a]) {}
        }
        plan.add("main", on: .main, after: ["g"]) {}
        plan.add("locks", after: ["g"], locks: ["l"]) {}
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
        #expect(driver.runningNames == ["free", "main", "locks"])
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

    @Test func aFailedTeardownKeepsTheGroupAroundFromBeingTriedAgain() throws {
        var plan = Plan("nested")
        let retry = Retry.constant(attempts: 2, pause: .zero)
        plan.group("outer", optional: true, retry: retry) { plan in
            plan.group("inner", retry: retry) { plan in
                let a = plan.add("a", teardown: { throw Unreachable() }) {}
                plan.add("b", requires: [a], body: failing(9))
            }
        }
        let message = try run(plan)["outer"]?.outcome?.message ?? ""
        #expect(message.hasSuffix("not tried again: the teardown of 'a' failed"))
        #expect(lines.all == ["b"])
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

    @Test func whatWasAddedBeforeTheGroupBeganStaysInIt() throws {
        var plan = Plan("added")
        plan.group("g", retry: .constant(attempts: 2, pause: .zero)) { plan in
            plan.add("a", body: failing(1))
        }
        let virtual = VirtualLaunch(try Graph(plan))
        try virtual.launch.add(toGroup: "g") { $0.add("early", after: ["a"]) {} }
        #expect(try virtual.run(until: .ready)["early"]?.outcome == .succeeded)
    }

    @Test func whatADeadlineHungOnIsSaidWhileAGroupIsUndone() throws {
        let driver = try driverBeforeUndoing { $0.deadline = .milliseconds(10) }
        try fail(driver)
        driver.wait(10)
        driver.fireNext()
        #expect(driver.rootCauses.first?.failure.message.hasSuffix("tears down 'a')") == true)
    }

    // MARK: Fallbacks

    @Test func aGroupThatFailsHasTheValueOfItsFallback() throws {
        let lines = lines
        var plan = Plan("fallback")
        let session = plan.group("login", fallback: .value("guest")) { plan in
            let token = plan.add("token", body: failing(1))
            return plan.add("user", reading: token) { "user \($0)" }
        }
        plan.add("home", reading: session) { lines.add($0) }
        let report = try run(plan)
        #expect(lines.all == ["token", "guest"])
        #expect(report["login"]?.outcome?.word == "degraded")
        #expect(report["login"]?.fallback?.source == "default")
        #expect(report["home"]?.outcome == .succeeded)
    }

    @Test(arguments: [true, false])
    func theFallbackOfAGroupGetsTheErrorAndMayDecline(isAccepted: Bool) throws {
        var plan = Plan("decline")
        plan.group(
            "login",
            optional: true,
            retry: .constant(attempts: 2, pause: .zero),
            fallback: .value((), if: { isAccepted || !($0 is Unauthorized) })
        ) { plan in
            plan.add("token", body: failing(9, with: Unauthorized()))
        }
        let report = try run(plan)
        #expect(report["login"]?.outcome?.word == (isAccepted ? "degraded" : "failed"))
        #expect(lines.all.count == 2)
    }

    @Test func aGroupFallsBackWhenWhatItRequiresDidNotSucceed() throws {
        let lines = lines
        var plan = Plan("skipped")
        let sdk = plan.add("sdk", optional: true) { throw Unreachable() }
        let session = plan.group("login", requires: [sdk], fallback: .value("guest")) { plan in
            plan.add("token") { "token" }
        }
        plan.add("home", reading: session) { lines.add($0) }
        let report = try run(plan)
        #expect(lines.all == ["guest"])
        #expect(report["token"]?.outcome == .skipped(root: "sdk"))
        #expect(report["login"]?.outcome?.word == "degraded")
    }

    @Test func aGroupThatIsNotNeededHasTheValueOfItsFallback() throws {
        let lines = lines
        var plan = Plan("not-needed")
        let never = Condition("never") { _ in false }
        let session = plan.group("login", when: never, fallback: .value("guest")) { plan in
            plan.add("token") { "token" }
        }
        plan.add("home", reading: session) { lines.add($0) }
        #expect(try run(plan)["login"]?.outcome == .notNeeded(condition: "never"))
        #expect(lines.all == ["guest"])
    }

    @Test func locksOfAGroupAreFreeWhileItFallsBack() throws {
        var plan = Plan("locks")
        plan.group("g", locks: ["l"], fallback: .value(())) { plan in plan.add("a") {} }
        plan.add("other", locks: ["l"]) {}
        let driver = try MachineDriver.started(plan)
        #expect(driver.runningNames == ["a"])
        try driver.end("a", .failed("broken"))
        #expect(driver.fallingBack == [try driver.node("g")])
        driver.takeAll()
        #expect(driver.runningNames == ["other"])
    }

    // MARK: Faults

    @Test func onlyWhatIsInAGroupThatIsTriedAgainDependsOnItsParts() throws {
        var plan = Plan("faults")
        plan.group("g", retry: .constant(attempts: 2, pause: .zero)) { plan in
            plan.group("inner") { plan in plan.add("a") {} }
            plan.add("sibling", requires: ["a"]) {}
        }
        plan.add("after", after: ["a"]) {}
        plan.action("open", requires: ["inner"]) { (_: String) in }
        plan.add("right", requires: ["g"]) {}
        let faults = try #require(throws: GraphFaults.self) { try Graph(plan) }.faults
        let words = "which is in group 'g'; that group is tried again as a whole: let"
        #expect(
            faults.map(\.summary) == [
                "'after' depends on 'a', \(words) 'after' depend on 'g'",
                "'open' depends on 'inner', \(words) 'open' depend on 'g'",
            ]
        )
    }

    @Test func theFallbackOfAGroupStandsInForNothingInIt() throws {
        var plan = Plan("inside")
        let never = Condition("never") { _ in false }
        var inside: Handle<Int>?
        let absent = plan.group("absent", when: never, fallback: .value(1)) { plan in
            let a = plan.add("a") { 1 }
            inside = a
            return a
        }
        plan.add("reads-a", reading: try #require(inside), optional: true) { _ in }
        plan.add("reads-absent", reading: absent) { _ in }
        plan.group("fails", fallback: .value(())) { plan in plan.add("b") {} }
        plan.add("requires-b", requires: ["b"]) {}
        plan.group("optional", optional: true, fallback: .value(())) { plan in
            plan.add("c", requires: ["sometimes"]) {}
        }
        plan.add("sometimes", optional: true) {}
        let faults = try #require(throws: GraphFaults.self) { try Graph(plan) }.faults
        let isRight = faults.map { fault in
            switch fault {
            case .requiresOptional("requires-b", optional: "b", _): true
            case .readsAbsent("reads-a", read: "a", _, of: "absent", _): true
            default: false
            }
        }
        #expect(isRight == [true, true])
    }

    @Test func whatIsAddedDependsNotOnThePartsOfSuchAGroupEither() throws {
        var plan = Plan("additions")
        plan.group("g", retry: .constant(attempts: 2, pause: .zero)) { plan in plan.add("a") {} }
        let driver = try MachineDriver.started(plan)
        var addition = Plan("addition")
        addition.add("late", after: ["a"]) {}
        #expect(throws: AddingRefusal.self) { try driver.add(addition) }
        #expect(throws: Never.self) {
            try driver.add(addition, toGroup: try driver.node("g"))
        }
    }
}
