import Slipway
import Testing

struct ConditionTests {
    @Test func aConditionIsAskedWhenEverythingRequiredIsThere() throws {
        let driver = try started()
        #expect(driver.evaluating.isEmpty)
        driver.end(0)
        #expect(driver.evaluating == [1])
        #expect(driver.status(1).obstacle == .condition("flag 'beta'"))
        driver.endCondition(of: 1, .success(true))
        #expect(driver.runningNames == ["b"])
    }

    @Test func whatIsNotNeededIsSkippedAndCountsAsSuccess() throws {
        let driver = try started()
        driver.end(0)
        driver.endCondition(of: 1, .success(false))
        #expect(driver.outcome(1) == .notNeeded(condition: "flag 'beta'"))
        #expect(driver.outcome(1)?.word == "skipped")
        #expect(driver.runningNames == ["c"])
        driver.end(2)
        #expect(driver.phase == .ready(degraded: false))
    }

    @Test func aConditionThatThrowsFailsItsOperation() throws {
        let driver = try started()
        driver.end(0)
        driver.endCondition(of: 1, .failure(Failure(.error, "no flags")))
        #expect(driver.rootCauses.map(\.operation) == ["b"])
    }

    @Test func theConditionOfAGroupObeysItsTimeout() throws {
        var plan = Plan("slow")
        let condition = Condition("asked") { _ in true }
        plan.group("group", optional: true, when: condition, timeout: .milliseconds(10)) { plan in
            plan.add("child") { _ in }
        }
        let driver = try MachineDriver.started(plan)
        let group = try driver.node("group")
        #expect(driver.evaluating == [group])
        driver.fireNext()
        #expect(driver.asked == [group])
        driver.endCondition(of: group, .failure(Failure("cancelled")))
        #expect(
            driver.outcome("group")?.message == "condition 'asked' timed out after 10ms"
        )
        #expect(driver.outcome("child") != nil)
        #expect(driver.phase == .ready(degraded: true))
    }

    @Test func aConditionHoldsNoPlaceInTheQueue() throws {
        var plan = Plan("slots")
        plan.add("a", on: .main, when: Condition("asked") { _ in true }) { _ in }
        plan.add("b", on: .main) { _ in }
        let driver = try MachineDriver.started(plan)
        #expect(driver.evaluating == [0])
        #expect(driver.runningNames == ["b"])
    }

    @Test func aCancelledConditionCancelsItsOperation() throws {
        let driver = try started()
        driver.end(0)
        driver.cancel(1)
        #expect(driver.asked == [1])
        driver.endCondition(of: 1, .success(true))
        #expect(driver.outcome(1) == .cancelled(reason: "test"))
    }

    @Test func aGroupThatIsNotNeededIsSkippedWithAllThatIsInIt() throws {
        var plan = Plan("group")
        plan.group("g", when: Condition("asked") { _ in true }) { plan in
            let a = plan.add("a") { _ in }
            plan.group("inner") { plan in plan.add("b", requires: [a]) { _ in } }
            plan.add("c", when: Condition("asked too") { _ in true }) { _ in }
        }
        let driver = try MachineDriver.started(plan)
        driver.endCondition(of: try driver.node("g"), .success(false))
        for name in ["a", "b", "c", "inner", "g"] {
            #expect(driver.outcome(name) == .notNeeded(condition: "asked"))
        }
        #expect(driver.evaluating.isEmpty)
        #expect(driver.phase == .ready(degraded: false))
    }

    private func started() throws -> MachineDriver {
        var plan = Plan("condition")
        let a = plan.add("a") { _ in }
        let b = plan.add("b", requires: [a], when: Condition("flag 'beta'") { _ in true }) { _ in }
        plan.add("c", requires: [b]) { _ in }
        return try MachineDriver.started(plan)
    }
}
