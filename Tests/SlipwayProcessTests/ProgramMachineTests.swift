import Slipway
import SlipwayProcess
import SlipwaySystem
import Testing

struct ProgramMachineTests {
    @Test func aStatusIsToldOnce() {
        var driver = ProgramDriver(.init())
        driver.run()
        let count = driver.told.count
        driver.say("STATUS=serves")
        driver.say("STATUS=serves")
        driver.pass(.seconds(1))
        driver.handle(.fired(.message))
        #expect(driver.told.count == count + 1)
    }

    @Test func itsStatusSaysHowLongItsLastStartTook() throws {
        var driver = ProgramDriver(.restarting)
        driver.handle(.start(.operation))
        driver.handle(.spawned(100))
        #expect(driver.status.startedAt == driver.now)
        #expect(driver.status.startup == nil)
        driver.pass(.milliseconds(300))
        driver.handle(.ready)
        driver.pass(.seconds(60))
        #expect(driver.status.startup == .milliseconds(300))
        driver.exit()
        // A start that has ended took the time that it took.
        #expect(driver.status.startup == .milliseconds(300))
        try driver.fire(.backoff)
        #expect(driver.status.startedAt == driver.now)
        #expect(driver.status.startup == nil)
        driver.pass(.milliseconds(200))
        driver.handle(.ready)
        #expect(driver.status.startup == .milliseconds(200))
    }

    @Test func theServiceGoesOnDegradedWithoutAProgramThatMayBeMissing() {
        var driver = ProgramDriver(ProgramPolicy(ended: .degrade))
        driver.run()
        driver.exit()
        #expect(driver.failures == [])
        #expect(driver.status.isTrouble)
        #expect(driver.status.reason == "exited with 1")
    }

    @Test func itIsStartedAgainAfterGrowingPausesAndThenTheLaunchFails() throws {
        var driver = ProgramDriver(.restarting)
        driver.run()
        var pauses: [Duration] = []
        for restart in 1...5 {
            driver.exit()
            let end = driver.now
            #expect(driver.status.isTrouble)
            try driver.fire(.backoff)
            pauses.append(end.duration(to: driver.now))
            #expect(driver.status.restarts == restart)
            #expect(driver.status.isTrouble)
            driver.handle(.spawned(100))
            driver.handle(.ready)
            #expect(!driver.status.isTrouble)
        }
        #expect(pauses == [1, 2, 4, 8, 16].map { .seconds($0) })
        driver.exit()
        #expect(driver.failures == ["exited with 1; started again 5 times in 10min"])
    }

    @Test func restartsOfLongAgoDoNotCount() throws {
        var driver = ProgramDriver(.restarting)
        driver.run()
        for _ in 1...20 {
            driver.exit()
            try driver.fire(.backoff)
            driver.handle(.spawned(100))
            driver.handle(.ready)
            driver.pass(.seconds(601))
        }
        #expect(driver.failures == [])
        #expect(driver.status.restarts == 20)
    }

    @Test func theServiceGoesOnWithoutAnOptionalProgramWhoseRestartsAreUsedUp() throws {
        var policy = ProgramPolicy.restarting
        policy.isOptional = true
        var driver = ProgramDriver(policy)
        driver.run()
        for _ in 1...5 {
            driver.exit()
            try driver.fire(.backoff)
            driver.handle(.spawned(100))
        }
        driver.exit()
        #expect(driver.failures == [])
        #expect(driver.state == .ended)
    }

    @Test func aRestartThatIsNotReadyInTimeIsAnotherEnd() throws {
        var driver = ProgramDriver(.restarting)
        driver.run()
        driver.exit()
        try driver.fire(.backoff)
        driver.handle(.spawned(101))
        driver.handle(.lacks("has not said READY=1"))
        try driver.fire(.start)
        #expect(driver.state == .stopping)
        driver.exit(.killed(15))
        #expect(driver.status.reason == "not ready within 5s: has not said READY=1")
        guard case .pausing = driver.state else { return #expect(Bool(false)) }
    }

    @Test func aRestartMayAskForMoreTimeUpToTheLongestStart() throws {
        var policy = ProgramPolicy.restarting
        policy.times.longestStart = .seconds(8)
        var driver = ProgramDriver(policy)
        driver.run()
        driver.exit()
        try driver.fire(.backoff)
        let begin = driver.now
        driver.say("EXTEND_TIMEOUT_USEC=7000000")
        #expect(driver.timers[.start] == begin.advanced(by: .seconds(7)))
        driver.pass(.seconds(6))
        driver.say("EXTEND_TIMEOUT_USEC=60000000")
        #expect(driver.timers[.start] == begin.advanced(by: .seconds(8)))
        // It never shortens.
        driver.say("EXTEND_TIMEOUT_USEC=1")
        #expect(driver.timers[.start] == begin.advanced(by: .seconds(8)))
        #expect(driver.extensions == [])
    }

    @Test func itsOperationIsAskedForMoreTime() {
        var driver = ProgramDriver(.init())
        driver.handle(.start(.operation))
        driver.say("EXTEND_TIMEOUT_USEC=7000000")
        #expect(driver.extensions == [.seconds(7)])
    }

    @Test func silenceSaysNothingOnceTheNotifySocketIsGone() throws {
        var driver = ProgramDriver(ProgramPolicy(watchdog: .seconds(2)))
        driver.run()
        for _ in 0..<3 {
            #expect(!driver.machine.hasMissedPing(at: driver.now))
            driver.now = driver.now.advanced(by: .seconds(2))
            #expect(driver.machine.hasMissedPing(at: driver.now))
            driver.handle(.unheard)
        }
        #expect(driver.state == .running)
        #expect(driver.told.count { $0.lack != nil } == 1)
        #expect(driver.warnings == [driver.status.lack])
        // The next process has a socket of its own.
        driver.handle(.restart)
        driver.handle(.treeGone(wasKilled: false))
        driver.handle(.spawned(101))
        driver.handle(.ready)
        #expect(driver.status.lack == nil)
        try driver.missPing()
        #expect(driver.status.reason == "sent no watchdog ping for 2s")
    }

    @Test func aMissedPingIsAnEnd() throws {
        var driver = ProgramDriver(ProgramPolicy(watchdog: .seconds(2)))
        driver.handle(.start(.operation))
        // Before it is ready a ping does not count.
        driver.say("WATCHDOG=1")
        #expect(driver.timers[.watchdog] == nil)
        driver.handle(.ready)
        driver.pass(.seconds(1))
        driver.say("WATCHDOG=1")
        let last = driver.now
        try driver.missPing()
        #expect(last.duration(to: driver.now) == .seconds(2))
        driver.exit(.killed(15))
        #expect(driver.failures == ["sent no watchdog ping for 2s"])
    }

    /// It may have pinged and not been heard, or have been stopped together with this process.
    @Test(arguments: [(0, 60_000), (0, 1600), (6, 1600), (7, 100)])
    func timeInWhichNobodyListenedDoesNotCount(steps: Int, pause: Int) throws {
        var driver = ProgramDriver(ProgramPolicy(watchdog: .seconds(2)))
        driver.run()
        let begin = driver.now
        for _ in 0..<steps { try driver.fire(.watchdog) }
        let due = try #require(driver.timers[.watchdog])
        driver.now = due.advanced(by: .milliseconds(pause))
        driver.handle(.fired(.watchdog))
        if driver.trees == 0 { try driver.missPing() }
        #expect(begin.duration(to: driver.now) == .milliseconds(2000 + pause))
    }

    @Test func theProcessThatItNamesIsTheMainOne() {
        var driver = ProgramDriver(.init())
        driver.handle(.start(.operation))
        driver.handle(.spawned(100))
        for text in ["MAINPID=100", "MAINPID=-1", "MAINPID=x"] { driver.say(text) }
        #expect(driver.named == [])
        driver.say("MAINPID=200\nREADY=1")
        driver.say("MAINPID=200")
        #expect(driver.named == [200])
        driver.handle(.follows(200))
        #expect(driver.status.pid == 200)
        driver.exit(.exited(3))
        #expect(driver.failures == ["exited with 3"])
    }

    @Test func aMainProcessThatIsNoneOfItIsNotFollowedAndThatIsSaidOnce() {
        var driver = ProgramDriver(.init())
        driver.run()
        for pid in [Int32(200), 300] {
            driver.say("MAINPID=\(pid)")
            driver.handle(.followsNot(pid, "it is not one of the program's processes"))
        }
        #expect(
            driver.warnings == [
                "MAINPID=200 is not followed: it is not one of the program's processes"
            ]
        )
        driver.exit(.exited(0))
        #expect(driver.failures == ["exited with 0 (its MAINPID=300 is not followed)"])
    }

    @Test func itMayAskToBeEnded() {
        var driver = ProgramDriver(.init())
        driver.run()
        driver.say("WATCHDOG=trigger")
        driver.exit(.killed(15))
        #expect(driver.failures == ["asked to be ended (WATCHDOG=trigger)"])
    }

    @Test func enoughFailedHealthChecksInARowAreAnEnd() throws {
        let health = HealthLimits(every: .seconds(10), misses: 2)
        var driver = ProgramDriver(ProgramPolicy(health: health))
        driver.run()
        for failure in ["refused", nil, "refused"] {
            try driver.fire(.health)
            driver.handle(.checked(failure.map { CheckFailure($0) }))
        }
        #expect((driver.checks, driver.state) == (3, .running))
        try driver.fire(.health)
        driver.handle(.checked(CheckFailure("HTTP 500")))
        driver.exit(.killed(15))
        #expect(driver.failures == ["failed its health check 2 times in a row: HTTP 500"])
    }

    @Test func anOperatorStopsAndStartsIt() {
        var driver = ProgramDriver(.restarting)
        driver.run()
        driver.handle(.stop)
        driver.exit(.exited(0))
        #expect(driver.state == .stopped)
        #expect(driver.status.isTrouble)
        #expect(driver.outcomes == [.running, .stopped()])
        driver.handle(.stop)
        #expect(driver.outcomes.last == .stopped())
        driver.run(.operator)
        #expect(driver.outcomes.last == .running)
        driver.handle(.start(.operator))
        #expect((driver.spawns, driver.outcomes.count) == (2, 5))
    }

    @Test func anOperatorRestartsIt() {
        var driver = ProgramDriver(.init())
        driver.run()
        driver.handle(.restart)
        #expect(driver.outcomes == [.running])
        driver.exit(.exited(0))
        driver.handle(.spawned(101))
        driver.handle(.ready)
        #expect(driver.outcomes == [.running, .running])
        #expect((driver.status.restarts, driver.failures) == (0, []))
    }

    /// Nobody asked for that end, whoever asked for the start.
    @Test(arguments: [ProgramMachine.Event.restart, .stop])
    func anOperatorsStartThatFailsEndsTheService(before: ProgramMachine.Event) {
        var driver = ProgramDriver(.init())
        driver.run()
        driver.handle(before)
        driver.exit(.exited(0))
        driver.handle(.start(.operator))
        driver.handle(.spawned(101))
        driver.exit(.exited(2))
        #expect(driver.outcomes.last == .ended("exited with 2 before it was ready"))
        #expect(driver.failures == ["exited with 2 before it was ready"])
        #expect(driver.state == .ended)
    }

    @Test func aPauseEndsAtOnceWhenAStartOrAnEndIsAskedFor() {
        var driver = ProgramDriver(.restarting)
        driver.run()
        driver.exit()
        driver.handle(.start(.operator))
        #expect(driver.timers[.backoff] == nil)
        driver.handle(.spawned(101))
        driver.handle(.ready)
        driver.exit()
        driver.handle(.stop)
        #expect(driver.state == .stopped)
        #expect(driver.timers[.backoff] == nil)
    }

    @Test func aStopThatComesWhileItEndsByItselfIsItsLast() {
        var driver = ProgramDriver(.init())
        driver.run()
        driver.handle(.exited(.exited(1), lastLine: nil))
        driver.handle(.stop)
        driver.handle(.treeGone(wasKilled: false))
        #expect(driver.state == .stopped)
        #expect(driver.failures == [])
    }

    @Test func whatItSaysVeryOftenIsToldNowAndThen() throws {
        var driver = ProgramDriver(.init())
        driver.run()
        let before = driver.told.count
        for number in 1...1000 { driver.say("STATUS=\(number)") }
        #expect(driver.told.count == before + 1)
        try driver.fire(.message)
        #expect(driver.told.last?.message == "1000")
    }

    @Test(arguments: [ProgramMachine.Timer.start, .watchdog, .health, .backoff, .message])
    func aTimerThatComesTooLateChangesNothing(timer: ProgramMachine.Timer) {
        var driver = ProgramDriver(.restarting)
        driver.handle(.fired(timer))
        driver.run()
        let told = driver.told.count
        driver.handle(.stop)
        driver.exit()
        let after = driver.told.count
        driver.handle(.fired(timer))
        #expect(driver.told.count == after)
        #expect(after > told)
        #expect(driver.spawns == 1)
    }
}
