import Slipway
import SlipwayReport
import Testing

struct LaunchMachineTests {
    @Test func anEmptyGraphIsReadyAtOnce() throws {
        let driver = try started(Plan("empty"))
        #expect(driver.phase == .ready(degraded: false))
    }

    @Test func aQueueMayBeAsWideAsAnIntegerIsLarge() throws {
        var plan = Plan("wide")
        plan.queues[.userInitiated] = .fixed(.max)
        plan.queues[.named("disk")] = .fixed(.max)
        plan.add("a", on: .named("disk")) { _ in }
        let driver = try started(plan)
        #expect(driver.poolWidth == 512)
        driver.end(0)
        #expect(driver.phase == .ready(degraded: false))
    }

    @Test func startsWhatNeedsNothingAndThenWhatBecameReady() throws {
        let driver = try started(Plan(["a": [], "b": [], "c": ["a", "b"]]))
        #expect(driver.running == [0, 1])
        driver.end(0)
        #expect(driver.running == [1])
        driver.end(1)
        #expect(driver.running == [2])
        driver.end(2)
        #expect(driver.phase == .ready(degraded: false))
    }

    @Test func theMainQueueRunsOneAtATimeInOrderOfDeclaration() throws {
        var plan = Plan("main")
        for name in ["a", "b", "c"] { plan.add(name, on: .main) { _ in } }
        let driver = try started(plan)
        #expect(driver.running == [0])
        driver.now = .at(5)
        driver.end(0)
        #expect(driver.running == [1])
        #expect(driver.status(1).releasedBy == "a")
    }

    @Test func whoseEndCameBeforeTheOperationWasReadyDidNotKeepItWaiting() throws {
        var plan = Plan("idle main")
        plan.add("first", on: .main) { _ in }
        let slow = plan.add("slow") { _ in }
        plan.add("second", on: .main, requires: [slow]) { _ in }
        let driver = try started(plan)
        driver.now = .at(1)
        driver.end(0)
        driver.isEager = false
        driver.now = .at(5)
        driver.end(1)
        // The main queue's thread comes a little later.
        driver.now = .at(6)
        #expect(driver.takeOnMain() == 2)
        #expect(driver.status(2).releasedBy == nil)
    }

    @Test func aFailedRequiredOperationEndsTheLaunch() throws {
        var plan = Plan("fails")
        let a = plan.add("a") { _ in }
        plan.add("b", requires: [a]) { _ in }
        plan.add("c") { _ in }
        plan.add("later", after: [a]) { _ in }
        let driver = try started(plan)
        driver.end(0, .failed("no network"))
        #expect(driver.asked == [2])
        #expect(driver.phase == .stopping)
        #expect(driver.outcome(1) == .skipped(root: "a"))
        // It did not require 'a'.
        #expect(
            driver.outcome(3) == .cancelled(reason: "'a' failed: no network")
        )
        driver.end(2, .gaveUp)
        #expect(driver.phase == .failed)
        #expect(
            driver.rootCauses == [
                RootCause(
                    operation: "a",
                    failure: Failure(.error, "no network"),
                    skipped: ["b"]
                )
            ]
        )
    }

    @Test func aFailedOptionalOperationOnlySkipsWhatRequiresIt() throws {
        var plan = Plan("degraded")
        let a = plan.add("a", optional: true) { _ in }
        let b = plan.add("b", requires: [a], optional: true) { _ in }
        plan.add("c", after: [b]) { _ in }
        let driver = try started(plan)
        driver.end(0, .failed("no"))
        #expect(driver.outcome(1) == .skipped(root: "a"))
        #expect(driver.running == [2])
        driver.end(2)
        #expect(driver.phase == .ready(degraded: true))
    }

    @Test func aSkipNamesTheRootAndNotTheNeighbour() throws {
        var plan = Plan("roots")
        let a = plan.add("a", optional: true) { _ in }
        let b = plan.add("b", requires: [a], optional: true) { _ in }
        plan.add("c", requires: [b], optional: true) { _ in }
        let driver = try started(plan)
        driver.end(0, .failed("no"))
        #expect(driver.outcome(2) == .skipped(root: "a"))
    }

    @Test func aTimeoutAsksTheBodyAndFailsTheOperationWhenItReturns() throws {
        var plan = Plan("slow")
        plan.add("a", timeout: .seconds(5)) { _ in }
        let driver = try started(plan)
        driver.fireNext()
        #expect(driver.now == .at(5000))
        #expect(driver.asked == [0])
        driver.end(0, .gaveUp(saying: "still waiting for /run/db.sock"))
        #expect(
            driver.outcome(0)
                == .failed(Failure(.timedOut, "timed out after 5s: still waiting for /run/db.sock"))
        )
    }

    @Test func aValueThatComesAfterTheTimeoutDoesNotCount() throws {
        var plan = Plan("slow")
        plan.add("a", timeout: .seconds(5)) { _ in }
        let driver = try started(plan)
        driver.fireNext()
        driver.end(0)
        #expect(driver.phase == .failed)
    }

    @Test func aBodyThatNeverReturnsIsReportedStuckAndDoesNotHoldTheLaunch() throws {
        var plan = Plan("stuck")
        plan.add("a", optional: true, timeout: .seconds(5)) { _ in }
        plan.add("b", after: [Named("a")]) { _ in }
        let driver = try started(plan)
        driver.fireNext()
        driver.fireNext()
        #expect(driver.events.contains { if case .operationStuck = $0 { true } else { false } })
        #expect(driver.running == [0, 1])
        driver.end(1)
        #expect(driver.phase == .ready(degraded: true))
    }

    @Test func aStuckMainOperationFailsALaunchThatNothingElseCanMove() throws {
        var plan = Plan("stuck")
        plan.add("a", on: .main, optional: true, timeout: .seconds(5)) { _ in }
        plan.add("b", on: .main) { _ in }
        let driver = try started(plan)
        driver.fireNext()
        driver.fireNext()
        #expect(driver.phase == .failed)
        let message = driver.rootCauses.first?.failure.message ?? ""
        #expect(
            message == "nothing can run any more; running: 'a' (15s); "
                + "waiting: 'b' for queue 'main', held by 'a'"
        )
    }

    @Test func aBodyThatSucceedsAlthoughItWasAskedToStopHasSucceeded() throws {
        var plan = Plan("late")
        plan.add("a", teardown: { (_: Void) async throws in }) { (_) throws in }
        let driver = try started(plan)
        driver.stop()
        driver.end(0)
        #expect(driver.outcome("a") == .succeeded)
        #expect(driver.tearingDown == [0])
    }

    @Test func cancellingItselfWithoutBeingAskedIsAFailure() throws {
        let driver = try started(Plan(["a": []]))
        driver.end(0, .gaveUp)
        #expect(driver.phase == .failed)
    }

    @Test func stoppingDuringStartupIsAnOrdinaryEnd() throws {
        let driver = try started(Plan(["a": [], "b": ["a"]]))
        driver.stop(reason: "signal 15")
        driver.end(0, .gaveUp)
        #expect(driver.phase == .stopped)
        #expect(driver.outcome(1) == .cancelled(reason: "signal 15"))
        #expect(driver.rootCauses.isEmpty)
    }

    @Test func stoppingBeforeTheStartIsRemembered() throws {
        let driver = try MachineDriver.checked(Graph(Plan(["a": []])))
        driver.stop(reason: "early")
        driver.start()
        #expect(driver.running.isEmpty)
        #expect(driver.phase == .stopped)
    }

    @Test func anOperationCancelledBeforeTheStartNeverRuns() throws {
        var plan = Plan("early")
        plan.add("a", optional: true) { _ in }
        let driver = try MachineDriver.checked(Graph(plan))
        driver.cancel(0, reason: "not wanted")
        driver.start()
        #expect(driver.running.isEmpty)
        #expect(driver.phase == .ready(degraded: true))
    }

    @Test func aRootCauseNamesOnlyWhatItSkippedItself() throws {
        var plan = Plan("roots")
        let a = plan.add("a", optional: true) { _ in }
        plan.add("b", requires: [a], optional: true) { _ in }
        let c = plan.add("c") { _ in }
        plan.add("d", requires: [c]) { _ in }
        let driver = try started(plan)
        driver.end(0, .failed("no"))
        driver.end(2, .failed("no"))
        #expect(driver.rootCauses.map(\.skipped) == [["d"]])
    }

    @Test func aTimeoutThatIsStillRunningWhenAnotherFailsIsARootCauseToo() throws {
        var plan = Plan("two")
        plan.add("x", timeout: .seconds(1)) { _ in }
        plan.add("y") { _ in }
        let driver = try started(plan)
        driver.fireNext()
        driver.end(1, .failed("broken"))
        driver.end(0, .gaveUp)
        #expect(driver.rootCauses.map(\.operation) == ["y", "x"])
    }

    @Test func whatTheMainQueueTearsDownComesInReverseOrderOfEnding() throws {
        var plan = Plan("teardown")
        for name in ["a", "b", "c"] {
            plan.add(name, on: .main, teardown: { (_: Void) async throws in }) { (_) throws in }
        }
        let driver = try started(plan)
        for node in [0, 1, 2] { driver.end(node) }
        driver.stop()
        while let node = driver.tearingDown.first { driver.finishTeardown(of: node) }
        #expect(driver.tornDown == [2, 1, 0])
        #expect(driver.isFinished)
    }

    @Test func theDeadlineFailsTheLaunchAndSaysWhoIsLate() throws {
        var plan = Plan("late", deadline: .seconds(30))
        plan.add("a") { _ in }
        plan.add("b", requires: [Named("a")]) { _ in }
        let driver = try started(plan)
        driver.fireNext()
        #expect(
            driver.rootCauses.first?.failure.message
                == "not ready within 30s; running: 'a' (30s); waiting: 'b'"
        )
    }

    @Test func whatADeadlineLeavesIsSaidOnceAndNotOfEachOperation() throws {
        var plan = Plan("late", deadline: .seconds(30))
        plan.add("a") { _ in }
        plan.add("b", requires: [Named("a")]) { _ in }
        let driver = try started(plan)
        driver.fireNext()
        #expect(driver.outcome(1) == .cancelled(reason: "not ready within 30s"))
        let lines = driver.report.timeText().split(separator: "\n")
        #expect(lines.count { $0.contains("running: 'a'") } == 1)
    }

    @Test func aDeadlineSaysThatAConditionIsBeingEvaluated() throws {
        var plan = Plan("late", deadline: .seconds(30))
        plan.add("a") { _ in }
        plan.add("sync", requires: [Named("a")], when: Condition("store is there") { _ in true }) {
            _ in
        }
        let driver = try started(plan)
        driver.now = .at(29_000)
        driver.end(0)
        #expect(
            driver.report.timeText().contains(
                "pending: its condition is being evaluated: store is there"
            )
        )
        driver.fireNext()
        #expect(
            driver.rootCauses.first?.failure.message
                == "not ready within 30s; running: 'sync' (1s, its condition is being evaluated)"
        )
    }

    @Test func cancellingAPendingOperationEndsItWithoutWaiting() throws {
        var plan = Plan("cancel")
        let a = plan.add("a") { _ in }
        plan.add("b", requires: [a], optional: true) { _ in }
        let driver = try started(plan)
        #expect(driver.cancel(1, reason: "not wanted"))
        #expect(driver.outcome(1) == .cancelled(reason: "not wanted"))
        driver.end(0)
        #expect(driver.phase == .ready(degraded: true))
    }

    private func started(_ plan: Plan) throws -> MachineDriver {
        try MachineDriver.started(plan)
    }
}
