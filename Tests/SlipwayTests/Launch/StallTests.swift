import Testing

@testable import Slipway

struct StallTests {
    @Test func aLaunchThatNothingCanMoveFailsAndSaysWhoWaits() throws {
        var plan = Plan("stall")
        plan.queues[.named("disk")] = .fixed(1)
        plan.add("a", on: .named("disk"), optional: true, timeout: .seconds(5)) { _ in }
        plan.add("b", on: .named("disk")) { _ in }
        let driver = try MachineDriver.started(plan)
        driver.fireNext()
        driver.fireNext()
        #expect(driver.machine.phase == .failed)
        #expect(
            driver.machine.rootCauses.map(\.failure.message) == [
                "nothing can run any more; running: 'a' (15s); waiting: 'b'"
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
        #expect(driver.machine.phase == .failed)
    }

    @Test func whatCanStillRunIsNoStall() throws {
        var plan = Plan("goes on")
        plan.add("a", on: .main, optional: true, timeout: .seconds(5)) { _ in }
        plan.add("b", on: .main) { _ in }
        plan.add("c") { _ in }
        let driver = try MachineDriver.started(plan)
        driver.fireNext()
        driver.fireNext()
        #expect(driver.machine.phase == .starting)
        try driver.end("c")
        #expect(driver.machine.phase == .failed)
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
