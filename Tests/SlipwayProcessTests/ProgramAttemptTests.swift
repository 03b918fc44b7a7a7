import Slipway
import SlipwayProcess
import SlipwaySystem
import Testing

/// The view that an operation and an operator have of a program that is being started.
struct ProgramAttemptTests {
    @Test func itsOperationWaitsUntilItIsReady() {
        var driver = ProgramDriver(.init())
        driver.handle(.start(.operation))
        #expect(driver.machine.isAwaited)
        driver.handle(.spawned(100))
        #expect(driver.outcomes == [])
        #expect(driver.status.pid == 100)
        driver.say("STATUS=warming up")
        driver.pass(.seconds(2))
        driver.say("READY=1")
        #expect(driver.outcomes == [.running])
        #expect(driver.told.map(\.state) == [.starting, .starting, .starting, .running])
        #expect(driver.status.since == driver.now)
        #expect(driver.status.message == "warming up")
    }

    @Test func anOperationsAttemptThatFailsIsTheLaunchsToDecideAbout() {
        var driver = ProgramDriver(.restarting)
        driver.handle(.start(.operation))
        driver.handle(.spawned(100))
        driver.handle(.exited(.exited(3), lastLine: "no database"))
        #expect(driver.outcomes == [])
        driver.handle(.treeGone(wasKilled: false))
        #expect(driver.outcomes == [.ended("exited with 3 before it was ready: no database")])
        #expect(driver.failures == [])
        #expect(driver.timers == [:])
    }

    @Test func anAttemptThatCannotStartSaysWhy() {
        var driver = ProgramDriver(.init())
        driver.handle(.start(.operation))
        driver.handle(.notSpawned("cannot be started: no such program"))
        #expect(driver.outcomes == [.ended("cannot be started: no such program")])
        driver.run()
        #expect(driver.outcomes.last == .running)
    }

    @Test func aCancelledAttemptEndsItsProcesses() {
        var driver = ProgramDriver(.init())
        driver.handle(.start(.operation))
        driver.handle(.spawned(100))
        driver.handle(.cancel)
        #expect((driver.trees, driver.outcomes) == (1, []))
        #expect(driver.machine.isAwaited)
        driver.exit(.killed(15))
        #expect(driver.outcomes == [.stopped()])
        #expect(driver.failures == [])
        #expect(!driver.machine.isAwaited)
    }

    @Test func aStartThatItsOperationGaveUpSaysThatAndWhatItLacked() {
        var driver = ProgramDriver(.init())
        driver.handle(.start(.operation))
        driver.handle(.spawned(100))
        driver.handle(.lacks("has not said READY=1"))
        #expect(driver.status.lack == "has not said READY=1")
        driver.handle(.cancel)
        #expect(driver.status.lack == nil)
        driver.exit(.killed(15))
        #expect(driver.state == .stopped)
        #expect(driver.status.reason == "was ended before it was ready: has not said READY=1")
        #expect(driver.machine.lack == "has not said READY=1")
        #expect(driver.status.isTrouble)
    }

    /// Until nothing of the attempt is left, its operation waits, and operators have to.
    @Test func anAttemptThatFailedIsAwaitedUntilItsProcessesAreGone() {
        var driver = ProgramDriver(.init())
        driver.handle(.start(.operation))
        driver.handle(.spawned(100))
        driver.handle(.exited(.exited(3), lastLine: nil))
        #expect(driver.machine.isAwaited)
        // Its end has a reason already.
        driver.handle(.cancel)
        driver.handle(.treeGone(wasKilled: false))
        #expect(driver.outcomes == [.ended("exited with 3 before it was ready")])
        #expect(!driver.machine.isAwaited)
    }

    @Test func anAttemptFindsWhatAnOperatorStartedAfterTheOneBefore() {
        var driver = ProgramDriver(.init())
        driver.handle(.start(.operation))
        driver.exit(.exited(3))
        driver.run(.operator)
        driver.handle(.start(.operation))
        #expect((driver.spawns, driver.outcomes.last) == (2, .running))
        // From then on it is part of the service.
        driver.exit(.exited(1))
        #expect(driver.failures == ["exited with 1"])
    }

    @Test func anAttemptTakesOverWhatAnOperatorIsStarting() throws {
        var driver = ProgramDriver(.init())
        driver.handle(.start(.operation))
        driver.exit(.exited(3))
        driver.handle(.start(.operator))
        driver.handle(.spawned(101))
        driver.handle(.start(.operation))
        #expect((driver.spawns, driver.timers[.start]) == (2, nil))
        driver.handle(.cancel)
        driver.exit(.killed(15))
        #expect(driver.outcomes.last == .stopped())
    }

    @Test func anAttemptBeginsOnceWhatAnOperatorStoppedIsGone() {
        var driver = ProgramDriver(.init())
        driver.handle(.start(.operation))
        driver.exit(.exited(3))
        driver.run(.operator)
        driver.handle(.stop)
        driver.handle(.start(.operation))
        #expect(driver.spawns == 2)
        driver.exit(.killed(15))
        #expect(driver.spawns == 3)
        driver.handle(.ready)
        #expect(driver.outcomes.last == .running)
    }

    @Test func whatAnOperatorStartsBetweenTwoAttemptsIsNotPartOfTheServiceYet() {
        var driver = ProgramDriver(.init())
        driver.handle(.start(.operation))
        driver.exit(.exited(3))
        driver.run(.operator)
        driver.exit(.exited(4))
        #expect(driver.failures == [])
    }

    @Test(arguments: [ChildStatus.exited(0), .exited(1), .killed(9)])
    func anyEndThatWasNotAskedForFailsTheLaunch(end: ChildStatus) {
        var driver = ProgramDriver(.init())
        driver.run()
        driver.handle(.exited(end, lastLine: nil))
        #expect(driver.failures == [])
        #expect(driver.trees == 1)
        driver.handle(.treeGone(wasKilled: false))
        #expect(driver.failures.count == 1)
        #expect(driver.state == .ended)
    }

    @Test func whatItSaidExplainsItsEnd() {
        var driver = ProgramDriver(.init())
        driver.run()
        driver.say("STATUS=cannot write\nERRNO=28\nEXIT_STATUS=7")
        driver.exit(.exited(1), "some line")
        #expect(
            driver.failures == [
                "exited with 1 (its own status: 7): cannot write: No space left on device (ENOSPC)"
            ]
        )
        #expect(driver.numbers == [28])
    }

    @Test func anAttemptThatEndsGivesItsErrorNumberToItsOperation() {
        var driver = ProgramDriver(.init())
        driver.handle(.start(.operation))
        driver.say("STATUS=cannot write\nERRNO=28")
        driver.exit()
        let words =
            "exited with 1 before it was ready: cannot write: No space left on device (ENOSPC)"
        #expect(driver.outcomes == [.ended(words, ErrorNumber(28))])
        // The next attempt's process has not named one.
        driver.handle(.start(.operation))
        driver.exit()
        #expect(driver.outcomes.last == .ended("exited with 1 before it was ready"))
    }

    @Test func anErrorNumberDoesNotExplainWhyItWasEnded() throws {
        var driver = ProgramDriver(ProgramPolicy(watchdog: .seconds(2)))
        driver.run()
        driver.say("ERRNO=28")
        try driver.missPing()
        driver.exit(.killed(6))
        #expect(driver.failures == ["sent no watchdog ping for 2s"])
        #expect(driver.numbers == [nil])
    }
}
