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
        #expect(driver.takeChanges() == [.pause(a1, Self.isGone, for: .seconds(3))])
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
