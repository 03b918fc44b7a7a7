import Slipway
import SlipwayProcess
import Testing

/// A program that goes on, and is watched and ended in another way, by its events.
struct ProgramRenewalTests {
    private static func health(_ every: Duration, misses: Int = 3) -> ProgramPolicy {
        ProgramPolicy(health: .init(every: every, misses: misses))
    }

    @Test func aRunningCheckOfItsHealthTakesItsNewInterval() throws {
        var driver = ProgramDriver(Self.health(.seconds(60)))
        driver.run()
        driver.pass(.seconds(10))
        driver.handle(.renewed(Self.health(.seconds(5)), hasNewCheck: true))
        let begin = driver.now
        try driver.fire(.health)
        #expect(begin.duration(to: driver.now) == .seconds(5))
        driver.handle(.checked(nil))
        try driver.fire(.health)
        #expect(begin.duration(to: driver.now) == .seconds(10))
        #expect((driver.checks, driver.trees) == (2, 0))
    }

    @Test func anotherCheckCountsAnewAndOneThatRunsIsGivenUp() throws {
        var driver = ProgramDriver(Self.health(.seconds(60), misses: 2))
        driver.run()
        try driver.fire(.health)
        driver.handle(.checked(CheckFailure("refused")))
        #expect(driver.status.lack == "failed its health check 1 of 2 times")
        try driver.fire(.health)
        driver.handle(.renewed(Self.health(.seconds(5), misses: 2), hasNewCheck: true))
        #expect((driver.endedChecks, driver.status.lack) == (1, nil))
        #expect(driver.timers[.health] == nil)
        // It says nothing about the new one.
        driver.handle(.checked(CheckFailure("cancelled")))
        #expect((driver.trees, driver.status.lack) == (0, nil))
        try driver.fire(.health)
        driver.handle(.checked(CheckFailure("refused")))
        #expect(driver.status.lack == "failed its health check 1 of 2 times")
    }

    @Test func itIsCheckedNoMoreOrForTheFirstTime() throws {
        var driver = ProgramDriver(Self.health(.seconds(60)))
        driver.run()
        try driver.fire(.health)
        driver.handle(.renewed(ProgramPolicy(), hasNewCheck: true))
        driver.handle(.checked(CheckFailure("cancelled")))
        #expect(driver.timers[.health] == nil)
        driver.handle(.renewed(Self.health(.seconds(5)), hasNewCheck: true))
        #expect(driver.timers[.health] == driver.now.advanced(by: .seconds(5)))
        driver.handle(.renewed(ProgramPolicy(), hasNewCheck: true))
        #expect(driver.timers[.health] == nil)
    }

    @Test func theChecksGoOnWhereSomethingElseChanged() throws {
        var driver = ProgramDriver(Self.health(.seconds(60)))
        driver.run()
        try driver.fire(.health)
        driver.handle(.checked(CheckFailure("refused")))
        let next = driver.timers[.health]
        driver.pass(.seconds(10))
        var policy = Self.health(.seconds(60))
        policy.hasStopCommand = true
        driver.handle(.renewed(policy, hasNewCheck: false))
        #expect(driver.timers[.health] == next)
        #expect(driver.status.lack == "failed its health check 1 of 3 times")
        driver.handle(.stop)
        #expect(driver.stopCommands == 1)
    }

    @Test func aLongerWatchdogCountsFromThenOnAndOneThatIsGoneNoMore() throws {
        var driver = ProgramDriver(ProgramPolicy(watchdog: .seconds(10)))
        driver.run()
        driver.pass(.seconds(1))
        driver.handle(.renewed(ProgramPolicy(watchdog: .seconds(30)), hasNewCheck: false))
        let begin = driver.now
        try driver.missPing()
        #expect(begin.duration(to: driver.now) == .seconds(30))
        driver = ProgramDriver(ProgramPolicy(watchdog: .seconds(10)))
        driver.run()
        driver.handle(.renewed(ProgramPolicy(), hasNewCheck: false))
        #expect(driver.timers[.watchdog] == nil)
    }
}
