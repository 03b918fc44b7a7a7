import Slipway
import SlipwaySystem
import Testing

@testable import SlipwayProcess

/// A machine with its clock, which answers what it asks for by itself where a test does not.
private struct Driver {
    var machine: ProgramMachine
    var now = Instant(nanoseconds: 0)
    var timers: [ProgramMachine.Timer: Instant] = [:]
    var told: [ProgramStatus] = []
    var outcomes: [ProgramMachine.Outcome] = []
    var failures: [String] = []
    /// The system error of each failure.
    var numbers: [Int32?] = []
    var spawns = 0
    var trees = 0
    var checks = 0
    var extensions: [Duration] = []

    init(_ policy: ProgramPolicy) { machine = ProgramMachine("web", policy) }

    var state: ProgramStatus.State { machine.current.state }
    var status: ProgramStatus { machine.current }

    mutating func handle(_ event: ProgramMachine.Event) {
        for action in machine.handle(event, at: now) {
            switch action {
            case .spawn: spawns += 1
            case .endTree: trees += 1
            case .check: checks += 1
            case .extendTimeout(let duration): extensions.append(duration)
            case .arm(let timer, let instant): timers[timer] = instant
            case .disarm(let timer): timers[timer] = nil
            case .tell(let status): told.append(status)
            case .settle(let outcome): outcomes.append(outcome)
            case .fail(let reason, let number):
                failures.append(reason)
                numbers.append(number?.rawValue)
            }
        }
    }

    mutating func say(_ text: String) {
        if let message = ProgramMessage(text.utf8) { handle(.said(message)) }
    }

    /// Starts it and makes it ready.
    mutating func run(_ starter: ProgramMachine.Starter = .operation) {
        handle(.start(starter))
        handle(.spawned(100))
        handle(.ready)
    }

    /// Its process ends, and nothing is left of it.
    mutating func exit(_ end: ChildStatus = .exited(1), _ line: String? = nil) {
        handle(.exited(end, lastLine: line))
        handle(.treeGone)
    }

    /// Goes on to the timer and fires it.
    mutating func fire(_ timer: ProgramMachine.Timer) throws {
        let instant = timers.removeValue(forKey: timer)
        now = try #require(instant)
        handle(.fired(timer))
    }

    mutating func pass(_ duration: Duration) { now = now.advanced(by: duration) }
}

private let restarting = ProgramPolicy(ended: .restart(.init()), startLimit: .seconds(5))

struct ProgramMachineTests {
    @Test func aStatusIsToldOnce() {
        var driver = Driver(.init())
        driver.run()
        let count = driver.told.count
        driver.say("STATUS=serves")
        driver.say("STATUS=serves")
        driver.pass(.seconds(1))
        driver.handle(.fired(.message))
        #expect(driver.told.count == count + 1)
    }

    @Test func itsOperationWaitsUntilItIsReady() {
        var driver = Driver(.init())
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
        var driver = Driver(restarting)
        driver.handle(.start(.operation))
        driver.handle(.spawned(100))
        driver.handle(.exited(.exited(3), lastLine: "no database"))
        #expect(driver.outcomes == [])
        driver.handle(.treeGone)
        #expect(driver.outcomes == [.ended("exited with 3 before it was ready: no database")])
        #expect(driver.failures == [])
        #expect(driver.timers == [:])
    }

    @Test func anAttemptThatCannotStartSaysWhy() {
        var driver = Driver(.init())
        driver.handle(.start(.operation))
        driver.handle(.notSpawned("cannot be started: no such program"))
        #expect(driver.outcomes == [.ended("cannot be started: no such program")])
        driver.run()
        #expect(driver.outcomes.last == .running)
    }

    @Test func aCancelledAttemptEndsItsProcesses() {
        var driver = Driver(.init())
        driver.handle(.start(.operation))
        driver.handle(.spawned(100))
        driver.handle(.cancel)
        #expect((driver.trees, driver.outcomes) == (1, []))
        #expect(driver.machine.isAwaited)
        driver.exit(.killed(15))
        #expect(driver.outcomes == [.stopped])
        #expect(driver.failures == [])
        #expect(!driver.machine.isAwaited)
    }

    @Test func aStartThatItsOperationGaveUpSaysThatAndWhatItLacked() {
        var driver = Driver(.init())
        driver.handle(.start(.operation))
        driver.handle(.spawned(100))
        driver.handle(.lacks("has not said READY=1"))
        driver.handle(.cancel)
        driver.exit(.killed(15))
        #expect(driver.state == .stopped)
        #expect(driver.status.reason == "was ended before it was ready: has not said READY=1")
        #expect(driver.machine.lack == "has not said READY=1")
        #expect(!driver.status.isTrouble)
    }

    /// Until nothing of the attempt is left, its operation waits, and operators have to.
    @Test func anAttemptThatFailedIsAwaitedUntilItsProcessesAreGone() {
        var driver = Driver(.init())
        driver.handle(.start(.operation))
        driver.handle(.spawned(100))
        driver.handle(.exited(.exited(3), lastLine: nil))
        #expect(driver.machine.isAwaited)
        // Its end has a reason already.
        driver.handle(.cancel)
        driver.handle(.treeGone)
        #expect(driver.outcomes == [.ended("exited with 3 before it was ready")])
        #expect(!driver.machine.isAwaited)
    }

    @Test func anAttemptFindsWhatAnOperatorStartedAfterTheOneBefore() {
        var driver = Driver(.init())
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
        var driver = Driver(.init())
        driver.handle(.start(.operation))
        driver.exit(.exited(3))
        driver.handle(.start(.operator))
        driver.handle(.spawned(101))
        driver.handle(.start(.operation))
        #expect((driver.spawns, driver.timers[.start]) == (2, nil))
        driver.handle(.cancel)
        driver.exit(.killed(15))
        #expect(driver.outcomes.last == .stopped)
    }

    @Test func anAttemptBeginsOnceWhatAnOperatorStoppedIsGone() {
        var driver = Driver(.init())
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
        var driver = Driver(.init())
        driver.handle(.start(.operation))
        driver.exit(.exited(3))
        driver.run(.operator)
        driver.exit(.exited(4))
        #expect(driver.failures == [])
    }

    @Test(arguments: [ChildStatus.exited(0), .exited(1), .killed(9)])
    func anyEndThatWasNotAskedForFailsTheLaunch(end: ChildStatus) {
        var driver = Driver(.init())
        driver.run()
        driver.handle(.exited(end, lastLine: nil))
        #expect(driver.failures == [])
        #expect(driver.trees == 1)
        driver.handle(.treeGone)
        #expect(driver.failures.count == 1)
        #expect(driver.state == .ended)
    }

    @Test func whatItSaidExplainsItsEnd() {
        var driver = Driver(.init())
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
        var driver = Driver(.init())
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
        var driver = Driver(ProgramPolicy(watchdog: .seconds(2)))
        driver.run()
        driver.say("ERRNO=28")
        try driver.fire(.watchdog)
        driver.exit(.killed(6))
        #expect(driver.failures == ["sent no watchdog ping for 2s"])
        #expect(driver.numbers == [nil])
    }

    @Test func itsStatusSaysHowLongItsLastStartTook() throws {
        var driver = Driver(restarting)
        driver.handle(.start(.operation))
        driver.handle(.spawned(100))
        #expect(driver.status.startedAt == driver.now)
        #expect(driver.status.startup == nil)
        driver.pass(.milliseconds(300))
        driver.handle(.ready)
        driver.pass(.seconds(60))
        #expect(driver.status.startup == .milliseconds(300))
        driver.exit()
        // What has ended took what it took.
        #expect(driver.status.startup == .milliseconds(300))
        try driver.fire(.pause)
        #expect(driver.status.startedAt == driver.now)
        #expect(driver.status.startup == nil)
        driver.pass(.milliseconds(200))
        driver.handle(.ready)
        #expect(driver.status.startup == .milliseconds(200))
    }

    @Test func theServiceGoesOnDegradedWithoutAProgramThatMayBeMissing() {
        var driver = Driver(ProgramPolicy(ended: .degrade))
        driver.run()
        driver.exit()
        #expect(driver.failures == [])
        #expect(driver.status.isTrouble)
        #expect(driver.status.reason == "exited with 1")
    }

    @Test func itIsStartedAgainAfterGrowingPausesAndThenTheLaunchFails() throws {
        var driver = Driver(restarting)
        driver.run()
        var pauses: [Duration] = []
        for restart in 1...5 {
            driver.exit()
            let end = driver.now
            #expect(driver.status.isTrouble)
            try driver.fire(.pause)
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
        var driver = Driver(restarting)
        driver.run()
        for _ in 1...20 {
            driver.exit()
            try driver.fire(.pause)
            driver.handle(.spawned(100))
            driver.handle(.ready)
            driver.pass(.seconds(601))
        }
        #expect(driver.failures == [])
        #expect(driver.status.restarts == 20)
    }

    @Test func theServiceGoesOnWithoutAnOptionalProgramWhoseRestartsAreUsedUp() throws {
        var policy = restarting
        policy.isOptional = true
        var driver = Driver(policy)
        driver.run()
        for _ in 1...5 {
            driver.exit()
            try driver.fire(.pause)
            driver.handle(.spawned(100))
        }
        driver.exit()
        #expect(driver.failures == [])
        #expect(driver.state == .ended)
    }

    @Test func aRestartThatIsNotReadyInTimeIsAnotherEnd() throws {
        var driver = Driver(restarting)
        driver.run()
        driver.exit()
        try driver.fire(.pause)
        driver.handle(.spawned(101))
        driver.handle(.lacks("has not said READY=1"))
        try driver.fire(.start)
        #expect(driver.state == .stopping)
        driver.exit(.killed(15))
        #expect(driver.status.reason == "not ready within 5s: has not said READY=1")
        guard case .pausing = driver.state else { return #expect(Bool(false)) }
    }

    @Test func aRestartMayAskForMoreTimeUpToTheLongestStart() throws {
        var policy = restarting
        policy.longestStart = .seconds(8)
        var driver = Driver(policy)
        driver.run()
        driver.exit()
        try driver.fire(.pause)
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
        var driver = Driver(.init())
        driver.handle(.start(.operation))
        driver.say("EXTEND_TIMEOUT_USEC=7000000")
        #expect(driver.extensions == [.seconds(7)])
    }

    @Test func aMissedPingIsAnEnd() throws {
        var driver = Driver(ProgramPolicy(watchdog: .seconds(2)))
        driver.handle(.start(.operation))
        // Before it is ready a ping does not count.
        driver.say("WATCHDOG=1")
        #expect(driver.timers[.watchdog] == nil)
        driver.handle(.ready)
        driver.pass(.seconds(1))
        driver.say("WATCHDOG=1")
        #expect(driver.timers[.watchdog] == driver.now.advanced(by: .seconds(2)))
        try driver.fire(.watchdog)
        driver.exit(.killed(15))
        #expect(driver.failures == ["sent no watchdog ping for 2s"])
    }

    @Test func itMayAskToBeEnded() {
        var driver = Driver(.init())
        driver.run()
        driver.say("WATCHDOG=trigger")
        driver.exit(.killed(15))
        #expect(driver.failures == ["asked to be ended (WATCHDOG=trigger)"])
    }

    @Test func enoughFailedHealthChecksInARowAreAnEnd() throws {
        let health = ProgramPolicy.Health(every: .seconds(10), misses: 2)
        var driver = Driver(ProgramPolicy(health: health))
        driver.run()
        for failure in ["refused", nil, "refused"] {
            try driver.fire(.health)
            driver.handle(.checked(failure))
        }
        #expect((driver.checks, driver.state) == (3, .running))
        try driver.fire(.health)
        driver.handle(.checked("HTTP 500"))
        driver.exit(.killed(15))
        #expect(driver.failures == ["failed its health check 2 times in a row: HTTP 500"])
    }

    @Test func anOperatorStopsAndStartsIt() {
        var driver = Driver(restarting)
        driver.run()
        driver.handle(.stop)
        driver.exit(.exited(0))
        #expect(driver.state == .stopped)
        #expect(!driver.status.isTrouble)
        #expect(driver.outcomes == [.running, .stopped])
        driver.handle(.stop)
        #expect(driver.outcomes.last == .stopped)
        driver.run(.operator)
        #expect(driver.outcomes.last == .running)
        driver.handle(.start(.operator))
        #expect((driver.spawns, driver.outcomes.count) == (2, 5))
    }

    @Test func anOperatorRestartsIt() {
        var driver = Driver(.init())
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
        var driver = Driver(.init())
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
        var driver = Driver(restarting)
        driver.run()
        driver.exit()
        driver.handle(.start(.operator))
        #expect(driver.timers[.pause] == nil)
        driver.handle(.spawned(101))
        driver.handle(.ready)
        driver.exit()
        driver.handle(.stop)
        #expect(driver.state == .stopped)
        #expect(driver.timers[.pause] == nil)
    }

    @Test func aStopThatComesWhileItEndsByItselfIsItsLast() {
        var driver = Driver(.init())
        driver.run()
        driver.handle(.exited(.exited(1), lastLine: nil))
        driver.handle(.stop)
        driver.handle(.treeGone)
        #expect(driver.state == .stopped)
        #expect(driver.failures == [])
    }

    @Test func whatItSaysVeryOftenIsToldNowAndThen() throws {
        var driver = Driver(.init())
        driver.run()
        let before = driver.told.count
        for number in 1...1000 { driver.say("STATUS=\(number)") }
        #expect(driver.told.count == before + 1)
        try driver.fire(.message)
        #expect(driver.told.last?.message == "1000")
    }

    @Test(arguments: [ProgramMachine.Timer.start, .watchdog, .health, .pause, .message])
    func aTimerThatComesTooLateChangesNothing(timer: ProgramMachine.Timer) {
        var driver = Driver(restarting)
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
