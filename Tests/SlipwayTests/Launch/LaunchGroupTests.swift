import Slipway
import Testing

struct LaunchGroupTests {
    @Test func theRootOfALargeAddedGroupIsItsFirstFailure() throws {
        var plan = Plan("large")
        plan.add("base") {}
        let driver = MachineDriver(try Graph(plan))
        driver.start()
        var addition = Plan("addition")
        addition.group("group") { plan in
            for number in 0..<600 { plan.add("o\(number)") { _ in } }
        }
        try driver.add(addition)
        driver.takeAll()
        let first = try driver.node("o0")
        driver.end(first, .failed("broken", mayRetry: false))
        for node in driver.running { driver.end(node) }
        #expect(driver.rootCauses.map(\.operation) == ["o0"])
    }

    @Test func childrenBeginWithTheirGroupAndTheGroupEndsWithThem() throws {
        var plan = Plan("group")
        let sdk = plan.add("sdk") { _ in }
        let login = plan.group("login", requires: [sdk]) { plan in
            let token = plan.add("token") { _ in }
            plan.add("user", requires: [token]) { _ in }
        }
        plan.add("home", requires: [login]) { _ in }
        let driver = try MachineDriver.started(plan)
        #expect(driver.runningNames == ["sdk"])
        driver.wait(5)
        try driver.end("sdk")
        #expect(driver.runningNames == ["token"])
        #expect(driver.status("login")?.state == .running)
        try driver.end("token")
        driver.wait(5)
        try driver.end("user")
        #expect(driver.status("login")?.startedAt == .at(5))
        #expect(driver.status("login")?.endedAt == .at(10))
        #expect(driver.runningNames == ["home"])
    }

    @Test func aGroupHoldsNoPlaceInAQueue() throws {
        var plan = Plan("slots")
        plan.queues[.userInitiated] = .fixed(1)
        plan.group("outer") { plan in
            plan.group("inner") { plan in plan.add("a") { _ in } }
        }
        let driver = try MachineDriver.started(plan)
        #expect(driver.runningNames == ["a"])
    }

    @Test func anEmptyGroupHasSucceeded() throws {
        var plan = Plan("empty")
        let empty = plan.group("empty") { _ in }
        plan.add("a", requires: [empty]) { _ in }
        let driver = try MachineDriver.started(plan)
        #expect(driver.outcome("empty") == .succeeded)
        #expect(driver.runningNames == ["a"])
    }

    @Test func aGroupThatFailsFastEndsWithItsFirstFailure() throws {
        let driver = try started(failsFast: true)
        try driver.end("a", .failed("broken"))
        #expect(driver.asked.count == 1)
        #expect(driver.outcome("c") == .cancelled(reason: "'a' failed"))
        try driver.end("b", .gaveUp)
        #expect(driver.outcome("g") == .failed(Failure(.error, "'a' failed: broken")))
    }

    @Test func whatAGroupCutsOffIsCancelledUnlessItNeededTheCulprit() throws {
        var plan = Plan("cut-off")
        plan.group("g", optional: true) { plan in
            let a = plan.add("a") {}
            let b = plan.add("b", requires: ["slow"]) {}
            plan.add("needs-a", requires: [a]) {}
            plan.add("needs-it-too", requires: ["outside"]) {}
            plan.group("waits", requires: ["needs-a"]) { plan in plan.add("inner") {} }
            plan.group("runs") { plan in plan.add("slow") {} }
            plan.add("needs-b", requires: [b]) {}
        }
        plan.add("outside", requires: ["a"], optional: true) {}
        plan.add("needs-what-was-cut-off", requires: ["b"], optional: true) {}
        let driver = try MachineDriver.started(plan)
        try driver.end("a", .failed("broken"))
        try driver.end("slow", .gaveUp)
        for name in ["needs-a", "needs-it-too", "waits", "inner", "outside"] {
            #expect(driver.outcome(name) == .skipped(root: "a"), "\(name)")
        }
        for name in ["b", "needs-b", "slow", "runs"] {
            #expect(driver.outcome(name) == .cancelled(reason: "'a' failed"), "\(name)")
        }
        #expect(driver.outcome("needs-what-was-cut-off") == .skipped(root: "a"))
        #expect(driver.outcome("g") == .failed(Failure("'a' failed: broken")))
    }

    @Test func theRootCauseIsTheCulpritAlsoForWhatRequiresWhatWasCutOff() throws {
        var plan = Plan("outside")
        plan.group("g") { plan in
            plan.add("a") {}
            plan.add("b", requires: ["base"]) {}
        }
        plan.add("base") {}
        plan.add("c", requires: ["b"]) {}
        let driver = try MachineDriver.started(plan)
        try driver.end("a", .failed("broken"))
        try driver.end("base", .gaveUp)
        #expect(driver.rootCauses.map(\.operation) == ["a"])
        #expect(driver.phase == .failed)
    }

    /// It is in a group that goes on for a while.
    @Test func theRootCauseIsTheCulpritAlsoForAGroupInWhichSomethingWasSkipped() throws {
        var plan = Plan("two groups")
        plan.group("slow", failsFast: false) { plan in
            plan.add("a") {}
            plan.add("runs") {}
        }
        plan.group("hard") { plan in plan.add("b", requires: ["a"]) {} }
        plan.add("c", requires: ["hard"]) {}
        plan.add("d", after: ["hard"]) {}
        let driver = try MachineDriver.started(plan)
        try driver.end("a", .failed("broken"))
        #expect(
            driver.rootCauses == [
                RootCause(operation: "a", failure: Failure("broken"), skipped: ["b", "c"])
            ]
        )
        #expect(driver.outcome("hard") == .failed(Failure("'b' skipped: 'a' did not succeed")))
        #expect(driver.outcome("d") == .cancelled(reason: "'a' failed: broken"))
        // Its own group fails of it as well, which is no second cause.
        try driver.end("runs", .gaveUp)
        #expect(driver.outcome("slow") == .failed(Failure("'a' failed: broken")))
        #expect(driver.rootCauses.map(\.operation) == ["a"])
    }

    @Test func aGroupThatDoesNotFailFastHasEveryRootCause() throws {
        let driver = try started(failsFast: false)
        try driver.end("a", .failed("broken"))
        #expect(driver.asked.isEmpty)
        try driver.end("b", .failed("torn"))
        #expect(driver.outcome("g") == nil)
        try driver.end("c")
        #expect(
            driver.outcome("g") == .failed(Failure(.error, "'a' failed: broken; 'b' failed: torn"))
        )
        #expect(driver.phase == .ready(degraded: true))
    }

    @Test func aRequiredGroupThatFailsEndsTheLaunchWithEveryRootCause() throws {
        let driver = try started(failsFast: false, optional: false)
        try driver.end("a", .failed("broken"))
        try driver.end("b", .failed("torn"))
        try driver.end("c")
        #expect(driver.rootCauses.map(\.operation) == ["a", "b"])
        #expect(driver.phase == .failed)
    }

    @Test func anOptionalChildThatFailsDegradesItsGroup() throws {
        var plan = Plan("degraded")
        plan.group("g") { plan in
            plan.add("a", optional: true) { _ in }
            plan.add("b") { _ in }
        }
        let driver = try MachineDriver.started(plan)
        try driver.end("a", .failed("broken"))
        try driver.end("b")
        #expect(driver.outcome("g") == .degraded(reason: "not all of it succeeded: 'a' failed"))
    }

    @Test func theReasonOfADegradedGroupNamesTheFirstThree() throws {
        var plan = Plan("degraded")
        plan.group("g") { plan in
            for number in 1...4 { plan.add("\(number)", optional: true) {} }
            plan.add("5", requires: ["1"], optional: true) {}
            plan.group("inner") { plan in _ = plan.add("6", optional: true) {} }
            plan.add("7") {}
        }
        let driver = try MachineDriver.started(plan)
        for name in ["2", "4", "6", "1"] { try driver.end(name, .failed("broken")) }
        try driver.end("3")
        try driver.end("7")
        #expect(
            driver.outcome("g")
                == .degraded(
                    reason: "not all of it succeeded: '1' failed, '2' failed, '4' failed and 2 more"
                )
        )
    }

    @Test func cancellingAGroupEndsItWhole() throws {
        let driver = try started(failsFast: false)
        driver.cancel(try driver.node("g"), reason: "not wanted")
        #expect(driver.outcome("c") == .cancelled(reason: "not wanted"))
        #expect(driver.asked.count == 2)
        try driver.end("a", .failed("interrupted"))
        try driver.end("b", .gaveUp)
        #expect(driver.outcome("g") == .cancelled(reason: "not wanted"))
    }

    @Test func cancellingAGroupEndsTheGroupsInIt() throws {
        var plan = Plan("nested")
        plan.group("outer", optional: true) { plan in
            let a = plan.add("a") { _ in }
            plan.group("inner", requires: [a]) { plan in
                plan.add("b", fallback: .value(())) { _ in }
            }
        }
        let driver = try MachineDriver.started(plan)
        driver.cancel(try driver.node("outer"))
        try driver.end("a", .gaveUp)
        for name in ["b", "inner", "outer"] { #expect(driver.outcome(name)?.isUsable == false) }
        #expect(driver.fallingBack.isEmpty)
        #expect(driver.phase == .ready(degraded: true))
    }

    @Test func aGroupThatWasCancelledBeforeItBeganNeverBegins() throws {
        var plan = Plan("early")
        let sdk = plan.add("sdk") { _ in }
        plan.group("g", requires: [sdk], optional: true) { plan in plan.add("a") { _ in } }
        let driver = try MachineDriver.started(plan)
        driver.cancel(try driver.node("g"))
        #expect(driver.outcome("g") == .cancelled(reason: "test"))
        #expect(driver.outcome("a") == .skipped(root: "g"))
        try driver.end("sdk")
        #expect(driver.phase == .ready(degraded: true))
    }

    @Test func theTimeOfAGroupCancelsItsChildren() throws {
        var plan = Plan("slow")
        plan.group("g", optional: true, timeout: .seconds(1)) { plan in
            let a = plan.add("a") { _ in }
            plan.add("b", requires: [a]) { _ in }
        }
        let driver = try MachineDriver.started(plan)
        driver.fireNext()
        try driver.end("a", .gaveUp)
        #expect(driver.outcome("g") == .failed(Failure(.timedOut, "timed out after 1s")))
        #expect(driver.outcome("b") == .cancelled(reason: "'g' timed out after 1s"))
    }

    @Test func whatIsAfterAFailedChildDoesNotBeginInAGroupThatEnds() throws {
        var plan = Plan("order")
        plan.group("g", optional: true) { plan in
            let a = plan.add("a") { _ in }
            plan.group("inner", after: [a]) { plan in plan.add("b") { _ in } }
            plan.add("c", after: [a], when: Condition("asked") { _ in true }) { _ in }
        }
        let driver = try MachineDriver.started(plan)
        try driver.end("a", .failed("broken"))
        #expect(driver.evaluating.isEmpty)
        #expect(driver.status("inner")?.startedAt == nil)
        #expect(driver.phase == .ready(degraded: true))
    }

    private func started(failsFast: Bool, optional: Bool = true) throws -> MachineDriver {
        var plan = Plan("group")
        plan.queues[.userInitiated] = .fixed(2)
        plan.group("g", optional: optional, failsFast: failsFast) { plan in
            plan.add("a") { _ in }
            plan.add("b") { _ in }
            plan.add("c") { _ in }
        }
        return try MachineDriver.started(plan)
    }
}
