import Slipway
import SlipwayProcess
import SlipwaySystem
import Testing

/// The consequences of a program's end, by its events.
struct ProgramEndTests {
    @Test(
        arguments: [
            (.exited(0), true), (.exited(3), true), (.killed(15), true), (.exited(1), false),
            (.killed(9), false), (.unknown, false),
        ] as [(ChildStatus, Bool)]
    )
    func theServiceEndsWellWithAProgramThatEndsWell(end: ChildStatus, isWell: Bool) {
        var policy = ProgramPolicy(ended: .stop)
        policy.end.success = .init(statuses: [0, 3], signals: [15])
        var driver = ProgramDriver(policy)
        driver.run()
        driver.exit(end)
        #expect(driver.state == .ended)
        #expect(driver.ends.count == (isWell ? 1 : 0))
        #expect(driver.failures.count == (isWell ? 0 : 1))
        #expect(driver.status.isTrouble == !isWell)
        #expect(driver.status.endedWell == isWell)
    }

    @Test func anEndBeforeItIsReadyIsNoSuccess() {
        var driver = ProgramDriver(ProgramPolicy(ended: .stop))
        driver.handle(.start(.operation))
        driver.handle(.spawned(100))
        driver.exit(.exited(0))
        #expect(driver.ends == [])
        #expect(driver.outcomes == [.ended("exited with 0 before it was ready")])
        #expect(driver.status.isTrouble)
    }

    /// Of a success that is meant there is nothing to say.
    @Test(
        arguments: [
            (ProgramPolicy(ended: .fail), true), (ProgramPolicy(ended: .restart(.init())), true),
            (ProgramPolicy(ended: .stop), false),
            (ProgramPolicy(ended: .restart(.init(onlyFailures: true))), false),
        ]
    )
    func whatItLeavesRunningIsSaid(policy: ProgramPolicy, isSaid: Bool) {
        let left =
            "left process 7 ('web') running, as a daemon does: run the program in the foreground "
            + "(most programs have an option for that), or name that process with MAINPID= "
            + "(sd_notify)"
        var driver = ProgramDriver(policy)
        driver.run()
        driver.handle(.exited(.exited(0), lastLine: "forked", left: "process 7 ('web')"))
        let words = isSaid ? "exited with 0 and \(left)" : "exited with 0"
        #expect(driver.status.reason == "\(words); it last said: forked")
        driver = ProgramDriver(policy)
        driver.handle(.start(.operation))
        driver.handle(.spawned(100))
        driver.handle(.exited(.exited(0), lastLine: nil, left: "process 7 ('web')"))
        #expect(driver.status.reason == "exited with 0 before it was ready; \(left)")
    }

    @Test func withoutAnOptionalOneThatFailedTheServiceGoesOn() {
        var driver = ProgramDriver(ProgramPolicy(ended: .stop, isOptional: true))
        driver.run()
        driver.exit(.exited(1))
        #expect(driver.ends == [] && driver.failures == [])
        #expect(driver.status.isTrouble)
    }

    @Test func aSuccessIsNotFollowedByARestartThatIsForFailures() throws {
        var driver = ProgramDriver(ProgramPolicy(ended: .restart(.init(onlyFailures: true))))
        driver.run()
        driver.exit(.exited(1))
        try driver.fire(.backoff)
        driver.handle(.spawned(101))
        driver.handle(.ready)
        driver.exit(.exited(0))
        #expect(driver.state == .ended)
        #expect(driver.failures == [] && driver.ends == [])
        #expect(!driver.status.isTrouble)
        #expect(driver.status.reason == "exited with 0")
        // An operator may start it again.
        driver.handle(.start(.operator))
        #expect(!driver.status.endedWell)
        #expect(driver.spawns == 3)
    }

    @Test func withoutALimitItIsNeverGivenUp() throws {
        let limits = RestartLimits(attempts: nil, maximum: .seconds(4))
        var driver = ProgramDriver(ProgramPolicy(ended: .restart(limits)))
        driver.run()
        var pauses: [Duration] = []
        for _ in 0..<1000 {
            driver.exit()
            let end = driver.now
            try driver.fire(.backoff)
            pauses.append(end.duration(to: driver.now))
            driver.handle(.spawned(100))
            driver.handle(.ready)
        }
        #expect(pauses.prefix(4) == [.seconds(1), .seconds(2), .seconds(4), .seconds(4)])
        #expect(pauses.dropFirst(2).allSatisfy { $0 == .seconds(4) })
        #expect(driver.status.restarts == 1000)
        #expect(driver.failures == [])
    }

    @Test func onceItHasBeenSteadyTheCountBeginsAnew() throws {
        let limits = RestartLimits(attempts: 2, within: .seconds(3600), steady: .seconds(60))
        var driver = ProgramDriver(ProgramPolicy(ended: .restart(limits)))
        driver.run()
        func restart() throws -> Duration {
            driver.exit()
            let end = driver.now
            try driver.fire(.backoff)
            driver.handle(.spawned(100))
            driver.handle(.ready)
            return end.duration(to: driver.now)
        }
        #expect(try restart() == .seconds(1))
        #expect(try restart() == .seconds(2))
        driver.pass(.seconds(60))
        #expect(try restart() == .seconds(1))
        driver.pass(.seconds(59))
        #expect(try restart() == .seconds(2))
        driver.exit()
        #expect(driver.failures == ["exited with 1; started again 2 times in 1h"])
    }

    // MARK: Its first start

    private static let firstToo: ProgramPolicy = {
        var policy = ProgramPolicy(
            ended: .restart(.init(attempts: 2)),
            times: ProgramTimes(startLimit: .seconds(5))
        )
        policy.includesFirstStart = true
        return policy
    }()

    @Test func aFirstStartThatFailsIsFollowedByOthersWhileItsOperationWaits() throws {
        var driver = ProgramDriver(Self.firstToo)
        driver.handle(.start(.operation))
        driver.handle(.spawned(100))
        driver.exit()
        #expect(driver.outcomes == [])
        try driver.fire(.backoff)
        driver.handle(.spawned(101))
        // It hangs.
        #expect(driver.timers[.start] == driver.now.advanced(by: .seconds(5)))
        try driver.fire(.start)
        driver.exit(.killed(15))
        #expect(driver.outcomes == [])
        try driver.fire(.backoff)
        driver.handle(.spawned(102))
        driver.handle(.ready)
        #expect(driver.outcomes == [.running])
        #expect(driver.status.restarts == 2)
        #expect(!driver.status.isTrouble)
    }

    @Test func whenTheyAreUsedUpItsOperationFails() throws {
        var driver = ProgramDriver(Self.firstToo)
        driver.handle(.start(.operation))
        for pid in Int32(100)...101 {
            driver.handle(.spawned(pid))
            driver.exit()
            try driver.fire(.backoff)
        }
        driver.handle(.notSpawned("cannot be started"))
        let reason = "cannot be started; started again 2 times in 10min"
        #expect(driver.outcomes == [.ended(reason)])
        // The rest is the launch's to say.
        #expect(driver.failures == [])
    }

    @Test func itsOwnTimeIsExtendedAndNotTheOperations() {
        var driver = ProgramDriver(Self.firstToo)
        driver.handle(.start(.operation))
        driver.handle(.spawned(100))
        driver.say("EXTEND_TIMEOUT_USEC=9000000")
        #expect(driver.extensions == [])
        #expect(driver.timers[.start] == driver.now.advanced(by: .seconds(9)))
    }

    enum Step: CaseIterable { case starts, ends, pauses, startsAgain }

    @Test(arguments: Step.allCases)
    func itsOperationMayGiveUpAtAnyTime(step: Step) throws {
        var driver = ProgramDriver(Self.firstToo)
        driver.handle(.start(.operation))
        driver.handle(.spawned(100))
        switch step {
        case .starts: driver.handle(.cancel)
        case .ends:
            driver.handle(.exited(.exited(1), lastLine: nil))
            driver.handle(.cancel)
        case .pauses:
            driver.exit()
            driver.handle(.cancel)
        case .startsAgain:
            driver.exit()
            try driver.fire(.backoff)
            driver.handle(.spawned(101))
            driver.handle(.cancel)
        }
        driver.handle(.treeGone(wasKilled: false))
        #expect(driver.outcomes == [.stopped()])
        #expect(driver.state == .stopped)
        #expect(driver.timers[.backoff] == nil && driver.timers[.start] == nil)
        #expect(driver.failures == [])
    }

    // MARK: The command before it is given up

    private static let withCommand: ProgramPolicy = {
        var policy = ProgramPolicy()
        policy.hasLastCommand = true
        return policy
    }()

    @Test(arguments: [nil, "exited with 1"] as [String?])
    func aCommandIsRunBeforeItIsGivenUp(failure: String?) {
        var driver = ProgramDriver(Self.withCommand)
        driver.run()
        driver.exit()
        #expect(driver.lastCommands == 1)
        #expect(driver.state == .stopping)
        #expect(driver.failures == [])
        driver.handle(.lastCommandEnded(failure))
        let more = failure.map { "; its 'beforeGivingUp' failed: \($0)" } ?? ""
        #expect(driver.failures == ["exited with 1" + more])
        #expect(driver.state == .ended)
    }

    @Test func itIsNotRunForAFailedAttemptNorForASuccessNorForAStop() {
        var attempt = ProgramDriver(Self.withCommand)
        attempt.handle(.start(.operation))
        attempt.handle(.notSpawned("cannot be started"))
        #expect(attempt.lastCommands == 0)
        var policy = Self.withCommand
        policy.end.policy = .stop
        var success = ProgramDriver(policy)
        success.run()
        success.exit(.exited(0))
        #expect(success.lastCommands == 0)
        #expect(success.ends == ["exited with 0"])
        var stop = ProgramDriver(Self.withCommand)
        stop.run()
        stop.handle(.stop)
        stop.exit(.killed(15))
        #expect(stop.lastCommands == 0)
    }

    @Test func aStopEndsIt() {
        var driver = ProgramDriver(Self.withCommand)
        driver.run()
        driver.exit()
        driver.handle(.stop)
        #expect(driver.endedLastCommands == 1)
        #expect(driver.state == .stopping)
        driver.handle(.lastCommandEnded("was ended"))
        #expect(driver.state == .stopped)
        #expect(driver.outcomes.last == .stopped())
        #expect(driver.failures == [])
    }

    @Test func whenItsOperationGivesUpDuringItTheReasonStays() throws {
        var policy = Self.firstToo
        policy.hasLastCommand = true
        var driver = ProgramDriver(policy)
        driver.handle(.start(.operation))
        for pid in Int32(100)...101 {
            driver.handle(.spawned(pid))
            driver.exit()
            try driver.fire(.backoff)
        }
        driver.handle(.notSpawned("cannot be started"))
        #expect(driver.lastCommands == 1)
        driver.handle(.cancel)
        #expect(driver.endedLastCommands == 1)
        driver.handle(.lastCommandEnded("was ended"))
        #expect(driver.state == .stopped)
        #expect(driver.outcomes == [.stopped()])
        #expect(driver.status.reason == "cannot be started; started again 2 times in 10min")
    }

    @Test func whoStartsItMeanwhileHasItStarted() {
        var driver = ProgramDriver(Self.withCommand)
        driver.run()
        driver.exit()
        driver.handle(.start(.operator))
        #expect(driver.spawns == 1)
        driver.handle(.lastCommandEnded(nil))
        #expect(driver.spawns == 2)
        driver.handle(.spawned(101))
        driver.handle(.ready)
        #expect(driver.outcomes.last == .running)
        #expect(driver.failures == [])
    }
}
