import Slipway
import Testing

/// A reload is about to do otherwise what an operation does that runs: the operation is put back.
struct PutBackTests {
    private func started(_ retry: Retry? = nil, timeout: Duration? = nil) throws -> MachineDriver {
        var plan = Plan("service", grace: .seconds(5))
        plan.add("step") {}
        let gate = plan.add("gate", stage: .background, timeout: timeout, retry: retry) {}
        plan.add("behind", requires: [gate], stage: .background) {}
        let driver = try MachineDriver.started(plan)
        try driver.end("step")
        #expect(driver.runningNames == ["gate"])
        return driver
    }

    /// As long as a reload lasts, nothing begins.
    @Test(arguments: [MachineDriver.End.gaveUp, .failed("143")])
    func itBeginsAgainOnceNothingIsPaused(end: MachineDriver.End) throws {
        let driver = try started()
        driver.pause(nil, by: .reload)
        driver.putBack(try driver.node("gate"))
        #expect(driver.asked == [try driver.node("gate")])
        try driver.end("gate", end)
        #expect(driver.runningNames == [])
        #expect(driver.status("gate")?.state == .ready)
        #expect(driver.status("gate")?.startedAt == nil)
        driver.wait(100)
        driver.resume(nil, by: .reload)
        #expect(driver.runningNames == ["gate"])
        #expect(driver.status("gate")?.startedAt == .at(100))
        try driver.end("gate")
        #expect(driver.runningNames == ["behind"])
        #expect(driver.phase == .ready(degraded: false))
    }

    @Test func itsAttemptsCountAnew() throws {
        let driver = try started(.constant(attempts: 2, pause: .zero), timeout: .seconds(1))
        try driver.end("gate", .failed("once"))
        driver.fireNext()
        driver.pause(nil, by: .reload)
        driver.putBack(try driver.node("gate"))
        try driver.end("gate", .gaveUp)
        driver.resume(nil, by: .reload)
        try driver.end("gate", .failed("twice"))
        driver.fireNext()
        #expect(driver.runningNames == ["gate"])
        try driver.end("gate", .failed("thrice"))
        #expect(driver.outcome("gate") == .failed(Failure(.error, "thrice")))
    }

    @Test func whatSucceedsAllTheSameHasSucceeded() throws {
        let driver = try started()
        driver.pause(nil, by: .reload)
        driver.putBack(try driver.node("gate"))
        try driver.end("gate")
        #expect(driver.outcome("gate") == .succeeded)
    }

    /// The other launch waits for it, and says that it does not return.
    @Test func itIsNotLeftBehindBeforeItReturns() throws {
        let driver = try started()
        driver.putBack(try driver.node("gate"))
        #expect(driver.timers.isEmpty)
    }

    @Test func itIsCancelledOnceTheOtherLaunchIsInService() throws {
        let driver = try started()
        driver.pause(nil, by: .reload)
        driver.putBack(try driver.node("gate"))
        try driver.end("gate", .gaveUp)
        #expect(driver.supersede())
        driver.resume(nil, by: .reload)
        #expect(driver.runningNames == [])
        #expect(
            driver.outcome("gate") == .cancelled(reason: "another generation is in service")
        )
    }

    /// A stop, or an operator, comes while it is asked to give up.
    @Test(arguments: [true, false])
    func whatIsCancelledMeanwhileDoesNotBeginAgain(isStop: Bool) throws {
        let driver = try started()
        driver.putBack(try driver.node("gate"))
        if isStop { driver.stop() } else { driver.cancel(try driver.node("gate")) }
        #expect(!driver.timers.isEmpty)
        try driver.end("gate", .gaveUp)
        #expect(driver.outcome("gate") == .cancelled(reason: "test"))
        #expect(driver.runningNames == [])
    }
}
