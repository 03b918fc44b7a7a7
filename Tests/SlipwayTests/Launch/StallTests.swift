import Slipway
import Testing

struct StallTests {
    @Test func aLaunchThatNothingCanMoveFailsAndSaysWhoWaits() throws {
        var plan = Plan("stall")
        plan.queues[.named("disk")] = .fixed(1)
        plan.add("a", on: .named("disk"), optional: true, timeout: .seconds(5)) { _ in }
        plan.add("b", on: .named("disk")) { _ in }
        let driver = try MachineDriver.started(plan)
        driver.fireNext()
        driver.fireNext()
        #expect(driver.phase == .failed)
        #expect(
            driver.rootCauses.map(\.failure.message) == [
                "nothing can run any more; running: 'a' (15s); waiting: 'b' for queue 'disk', held by 'a'"
            ]
        )
    }

    @Test func aLockThatNobodyWillGiveBackIsAStall() throws {
        var plan = Plan("stall")
        plan.add("a", optional: true, locks: ["disk"], timeout: .seconds(5)) { _ in }
        plan.add("b", after: [Named("a")], locks: ["disk"]) { _ in }
        let driver = try MachineDriver.started(plan)
        driver.fireNext()
        driver.fireNext()
        #expect(driver.phase == .failed)
    }

    @Test func aStallSaysWhoHoldsWhichLockAndWhoWaitsForWhom() throws {
        var plan = Plan("stall")
        plan.add("a", optional: true, locks: ["disk"], timeout: .seconds(5)) {}
        plan.add("b", after: ["a"], locks: ["disk"]) {}
        plan.add("c", requires: ["b"]) {}
        let driver = try MachineDriver.started(plan)
        driver.fireNext()
        driver.fireNext()
        #expect(
            driver.rootCauses.map(\.failure.message) == [
                "nothing can run any more; running: 'a' (15s); waiting: 'b' for lock 'disk', held by "
                    + "'a', 'c' for 'b'"
            ]
        )
    }

    @Test func whatCanNeverStartInTheBackgroundIsGivenUp() throws {
        var plan = Plan("behind")
        plan.queues[.named("disk")] = .fixed(1)
        plan.add(
            "a",
            on: .named("disk"),
            stage: .background,
            priority: .high,
            timeout: .seconds(5)
        ) { _ in }
        let b = plan.add("b", on: .named("disk"), stage: .background) { _ in }
        plan.add("c", requires: [b], stage: .background) { _ in }
        plan.add("d", after: [b], stage: .background) { _ in }
        let driver = try MachineDriver.started(plan)
        driver.fireNext()
        #expect(driver.outcome("b") == nil)
        driver.fireNext()
        let message = "can never start: waits for queue 'disk', held by 'a'"
        #expect(driver.outcome("b") == .failed(Failure(.error, message)))
        #expect(driver.outcome("c") == .skipped(root: "b"))
        #expect(driver.runningNames == ["a", "d"])
        try driver.end("d")
        #expect(driver.phase == .ready(degraded: true))
        #expect(driver.reached == ["ready", "complete"])
    }

    @Test func whatIsAddedBehindALockThatNobodyWillGiveBackIsGivenUp() throws {
        var plan = Plan("added")
        plan.add("a", stage: .background, locks: ["disk"], timeout: .seconds(5)) { _ in }
        let driver = try MachineDriver.started(plan)
        driver.fireNext()
        driver.fireNext()
        #expect(driver.reached == ["ready", "complete"])
        var addition = Plan("addition")
        addition.add("b", locks: ["disk"], fallback: .value(1)) { _ in 2 }
        try driver.add(addition)
        try driver.endFallback(of: driver.node("b"), .success(FallbackUse(source: "cache")))
        let reason = "can never start: waits for lock 'disk', held by 'a'"
        #expect(driver.outcome("b") == .degraded(reason: reason))
        #expect(driver.reached == ["ready", "complete", "complete"])
    }

    @Test func neitherAPauseNorAnIdleLaunchIsAStall() throws {
        var plan = Plan("idle")
        let open = plan.add("open") { _ in }
        plan.add("warm", on: .main, stage: .background) { _ in }
        plan.action("show", requires: [open]) { (_: Int, _) in }
        let driver = try MachineDriver.checked(Graph(plan))
        driver.pause(0)
        driver.start()
        try driver.end("open")
        driver.pause()
        #expect(driver.outcome("warm") == nil)
        driver.resume()
        #expect(driver.outcome("warm") == nil)
        driver.resume(0)
        try driver.end("warm")
        try driver.submit("a1")
        driver.end(try #require(driver.running.first))
        #expect(driver.phase == .ready(degraded: false))
    }

    @Test func whatCanStillRunIsNoStall() throws {
        var plan = Plan("goes on")
        plan.add("a", on: .main, optional: true, timeout: .seconds(5)) { _ in }
        plan.add("b", on: .main) { _ in }
        plan.add("c") { _ in }
        let driver = try MachineDriver.started(plan)
        driver.fireNext()
        driver.fireNext()
        #expect(driver.phase == .starting)
        try driver.end("c")
        #expect(driver.phase == .failed)
    }

    /// It was the last thing that could run.
    @Test func anActionThatIsCancelledBeforeItBeginsLeavesAStallBehind() throws {
        var plan = Plan("stall")
        plan.add("a", on: .main, optional: true, timeout: .seconds(5)) {}
        plan.add("b", on: .main) {}
        plan.action("show") { (_: Int) in }
        let driver = try MachineDriver.started(plan)
        driver.isEager = false
        try driver.submit("a1")
        driver.fireNext()
        driver.fireNext()
        #expect(driver.phase == .starting)
        driver.cancel(ActionID("a1"))
        #expect(driver.phase == .failed)
    }

    @Test func cancellingBeforeTheStartIsNoStall() throws {
        var plan = Plan("early")
        plan.add("a", optional: true) { _ in }
        plan.add("b") { _ in }
        let driver = try MachineDriver.checked(Graph(plan))
        driver.cancel(0)
        driver.start()
        #expect(driver.runningNames == ["b"])
    }
}
