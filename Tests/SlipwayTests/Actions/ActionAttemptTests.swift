import Slipway
import Testing

/// The attempts that count, and the time when the next one is due.
struct ActionAttemptTests {
    private let a1 = ActionID("a1")
    private static let isGone = Failure("gone")

    private func driver(attempts: Int) -> BookDriver {
        let retry = Retry.constant(attempts: attempts, pause: .seconds(3))
        return BookDriver(ActionPolicy(retry: retry), isRestored: false)
    }

    @Test func attemptsThatStopsInterruptedAreNotUsedUp() {
        var driver = driver(attempts: 2)
        driver.restore("a1", attempts: 7)
        driver.begin()
        driver.store()
        driver.end(.failed(Self.isGone))
        #expect(driver.takeChanges() == [.backOff(a1, Self.isGone, for: .seconds(3))])
        #expect(driver[a1]?.failures == 1)
        #expect(driver[a1]?.failureLimit == 2)
        #expect(driver[a1]?.retryAt == .at(3000))
    }

    @Test func failuresOfEarlierLaunchesAreUsedUp() {
        var driver = driver(attempts: 2)
        driver.restore("a1", attempts: 7, failures: 1)
        driver.begin()
        driver.store()
        driver.end(.failed(Self.isGone))
        #expect(driver.takeChanges() == [.end(a1, .failed(Self.isGone, operation: nil))])
    }

    @Test func thePauseBeforeTheNextAttemptOutlivesARestartAndHoldsTheLine() {
        var driver = driver(attempts: 3)
        driver.restore("a1", "a2", attempts: 1, failures: 1, retryAt: .at(2000))
        #expect(driver.pauses("a1"))
        #expect(driver[a1]?.retryAt == .at(2000))
        #expect(driver.arms(.retry, a1, at: .at(2000)))
        #expect(driver.isEngineFree)
        driver.now = .at(2000)
        driver.fire(.retry, a1)
        #expect(driver.isOffered("a1"))
    }

    /// So that its wait and its run can be told.
    @Test func theStartIsThatOfTheLastAttemptAlsoOfAnEarlierLaunch() {
        var driver = driver(attempts: 4)
        driver.now = .at(1000)
        driver.restore("a1", startedAt: .at(500), attempts: 1)
        #expect(driver[a1]?.startedAt == .at(500))
        driver.begin()
        driver.store()
        #expect(driver[a1]?.startedAt == .at(1000))
        driver.end(.failed(Self.isGone))
        driver.store()
        driver.now = .at(4000)
        driver.fire(.retry, a1)
        #expect(driver[a1]?.startedAt == .at(1000))
        driver.begin()
        driver.store()
        #expect(driver[a1]?.startedAt == .at(4000))
    }

    /// So that the next launch tells them as this one does.
    @Test func whatIsStoredComesWithTheTimesByThen() throws {
        var driver = driver(attempts: 2)
        driver.restore()
        func times(_ ready: Int64?, _ started: Int64?, _ ended: Int64? = nil) -> [ActionTimes] {
            let times = [ready, started, ended].map { $0.map { Duration.milliseconds($0) } }
            return [ActionTimes(ready: times[0], started: times[1], ended: times[2])]
        }
        driver.now = .at(100)
        try driver.reserve("a1")
        #expect(driver.times == times(nil, nil))
        driver.now = .at(150)
        driver.store()
        driver.now = .at(400)
        driver.begin()
        #expect(driver.times == times(50, 300))
        driver.now = .at(500)
        driver.store()
        driver.now = .at(900)
        driver.end(.failed(Self.isGone))
        #expect(driver.times == times(50, 400))
        driver.store()
        driver.now = .at(2900)
        driver.fire(.retry, a1)
        driver.begin()
        // It is not wanted any more once it is stored: it is as it was before.
        driver.cancel("a1")
        driver.now = .at(3000)
        driver.store()
        #expect(driver.times == times(50, 400))
        driver.store()
        driver.end(.cancelled(reason: "asked"))
        #expect(driver.times == times(50, nil, 2900))
        driver.store(.refused(StoreError("full")))
        driver.now = .at(9000)
        driver.fire(.store, a1)
        #expect(driver.times == times(50, nil, 2900))
    }

    /// The requirements of its kind are not there yet.
    @Test func whatWasReadyInAnEarlierLaunchIsToldAndBecomesReadyAnew() {
        var driver = driver(attempts: 4)
        driver.isEngineFree = false
        driver.now = .at(1000)
        driver.restore("a1", readyAt: .at(300), startedAt: .at(500), attempts: 1)
        #expect(driver[a1]?.readyAt == .at(300))
        #expect(driver.isNews("a1"))
        driver.now = .at(2000)
        #expect(driver.take() == a1)
        #expect(driver[a1]?.readyAt == .at(2000))
        #expect(!driver.isNews("a1"))
    }

    @Test func whatIsSupersededDuringItsPauseHasNoRun() throws {
        var driver = BookDriver(
            ActionPolicy(coalescing: .latest, retry: .exponential(attempts: 3))
        )
        try driver.run("a1")
        driver.end(.failed(Self.isGone))
        driver.store()
        try driver.reserve("a2")
        driver.store()
        #expect(driver[a1]?.state == .superseded(by: ActionID("a2")))
        #expect(driver[a1]?.run == nil)
    }

    @Test func anActionThatACrashInterruptedIsRememberedWithTheStartOfItsAttempt() {
        var driver = BookDriver(ActionPolicy(effect: .once), isRestored: false)
        driver.now = .at(9000)
        driver.restore("a1", startedAt: .at(500), attempts: 1, isInterrupted: true)
        driver.store()
        #expect(driver[a1]?.state.word == "interrupted")
        #expect(driver[a1]?.startedAt == .at(500))
        #expect(driver[a1]?.endedAt == .at(9000))
    }

    /// It did not run until then: its attempt ended at an unknown time before.
    @Test(arguments: [true, false])
    func whatEndsWhileItWaitsForAnotherAttemptHasNoRun(isRestored: Bool) throws {
        var driver = driver(attempts: 4)
        driver.now = .at(1000)
        if isRestored {
            driver.restore("a1", startedAt: .at(500), attempts: 1)
        } else {
            driver.restore()
            try driver.run("a1")
            driver.end(.failed(Self.isGone))
        }
        driver.store()
        driver.now = .at(9000)
        driver.cancel("a1", reason: "unwanted")
        driver.store()
        let action = try #require(driver[a1])
        #expect(action.state == .cancelled(reason: "unwanted"))
        #expect(action.startedAt == nil)
        #expect(action.run == nil)
    }

    @Test func aStopDuringThePauseLeavesItsEndKnown() throws {
        var driver = driver(attempts: 3)
        driver.restore()
        try driver.run("a1")
        driver.end(.failed(Self.isGone))
        driver.close()
        #expect(driver[a1]?.isPostponed == true)
        #expect(driver[a1]?.retryAt == .at(3000))
    }
}
