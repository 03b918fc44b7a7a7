import Slipway
import SlipwayProcess
import Testing

/// The end of a program by its operation's `stop` and by signals, and the words for it.
struct ProgramStopTests {
    private let withStop = ProgramPolicy(hasStopCommand: true)

    @Test(arguments: [ProgramMachine.Event.stop, .restart])
    func itsStopComesBeforeItsProcessesAreEnded(event: ProgramMachine.Event) {
        var driver = ProgramDriver(withStop)
        driver.run()
        driver.handle(event)
        #expect((driver.stopCommands, driver.trees) == (1, 0))
        driver.handle(.stopCommandEnded(nil))
        #expect((driver.stopCommands, driver.trees) == (1, 1))
        driver.handle(.treeGone(wasKilled: false))
        #expect(driver.state == (event == .stop ? .stopped : .starting))
        #expect(driver.status.reason == nil)
    }

    @Test func aStopThatFailsIsToldAndTheProgramIsEndedAllTheSame() {
        var driver = ProgramDriver(withStop)
        driver.run()
        driver.handle(.stop)
        driver.handle(.stopCommandEnded("exited with 1"))
        driver.handle(.treeGone(wasKilled: false))
        #expect(driver.status.reason == "its 'stop' failed: exited with 1")
        #expect(driver.outcomes.last == .stopped(stopFailure: "exited with 1"))
    }

    @Test func aProgramThatEndsWhileItsStopRunsWaitsForThat() {
        var driver = ProgramDriver(withStop)
        driver.run()
        driver.handle(.stop)
        driver.handle(.exited(.exited(0), lastLine: nil))
        #expect((driver.stopCommands, driver.trees) == (1, 0))
        driver.handle(.stopCommandEnded(nil))
        driver.handle(.treeGone(wasKilled: false))
        #expect(driver.state == .stopped)
    }

    /// It has died, is not ready yet, or hangs: nothing is there for its `stop` to talk to.
    @Test func theStopOfAProgramThatDoesNotWorkIsNotRun() throws {
        var dead = ProgramDriver(withStop)
        dead.run()
        dead.handle(.exited(.killed(9), lastLine: nil))
        dead.handle(.stop)
        dead.handle(.treeGone(wasKilled: false))
        #expect((dead.stopCommands, dead.trees) == (0, 1))
        #expect(dead.status.reason == nil)

        var starting = ProgramDriver(withStop)
        starting.handle(.start(.operation))
        starting.handle(.spawned(100))
        starting.handle(.cancel)
        #expect((starting.stopCommands, starting.trees) == (0, 1))

        var hanging = ProgramDriver(
            ProgramPolicy(ended: .degrade, watchdog: .seconds(2), hasStopCommand: true)
        )
        hanging.run()
        try hanging.missPing()
        #expect((hanging.stopCommands, hanging.trees) == (0, 1))
    }

    @Test func whatTakesItsTimeToEndIsToldWithTheInstantOfItsKill() throws {
        var driver = ProgramDriver(ProgramPolicy())
        driver.run()
        driver.pass(.seconds(5))
        driver.handle(.stop)
        #expect(driver.status.killedAt == nil)
        try driver.fire(.slowEnd)
        #expect(driver.told.last?.killedAt == Instant(nanoseconds: 15_000_000_000))
        let words = driver.status.words(at: Instant(nanoseconds: 8_000_000_000))
        #expect(words.hasPrefix("is stopping for 3s, is killed in 7s"))
    }

    @Test(arguments: [true, false])
    func whatHadToBeKilledIsSaid(wasKilled: Bool) {
        var driver = ProgramDriver(ProgramPolicy())
        driver.run()
        driver.handle(.stop)
        driver.pass(.seconds(10))
        driver.handle(.treeGone(wasKilled: wasKilled))
        let words = "was killed: it did not end within 10s of SIGTERM"
        #expect(driver.status.reason == (wasKilled ? words : nil))
        #expect(driver.status.killedAt == (wasKilled ? driver.now : nil))
        // The next start is a new one.
        driver.handle(.start(.operator))
        #expect(driver.status.killedAt == nil)
        #expect(driver.status.reason == nil)
    }

    /// A second signal ends the grace: then it had less time.
    @Test func whatWasKilledBeforeItsGraceWasOverIsSaidToHaveHadLess() {
        var driver = ProgramDriver(ProgramPolicy())
        driver.run()
        driver.handle(.stop)
        driver.pass(.milliseconds(1500))
        driver.handle(.treeGone(wasKilled: true))
        #expect(driver.status.reason == "was killed: it did not end within 1.500s of SIGTERM")
    }

    @Test func whatEndsInTimeIsNotSaidToBeSlow() {
        var driver = ProgramDriver(ProgramPolicy())
        driver.run()
        driver.handle(.stop)
        driver.handle(.treeGone(wasKilled: false))
        #expect(driver.timers[.slowEnd] == nil)
    }
}
