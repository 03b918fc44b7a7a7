import Slipway
import Testing

/// The fate of actions that are superseded, tried again, interrupted, or left waiting.
struct ActionFateTests {
    private let a1 = ActionID("a1")
    private let a2 = ActionID("a2")
    private static let isGone = Failure("gone")

    // MARK: Coalescing

    @Test func theLatestSupersedesWhatWaitsAndNotWhatRuns() throws {
        var driver = BookDriver(ActionPolicy(coalescing: .latest))
        try driver.run("a1")
        try driver.reserve("a2")
        driver.store()
        try driver.reserve("a3")
        #expect(driver.takeChanges() == [.accept(ActionID("a3"), superseding: [a2])])
        #expect(driver.state("a2") == .waiting(missing: []))
        driver.store(.accept(ActionID("a3"), superseding: [a2]))
        #expect(driver.state("a2") == .superseded(by: ActionID("a3")))
        #expect(driver.state("a1") == .running)
    }

    @Test func theLatestSupersedesWhatIsAcceptedJustBeforeIt() throws {
        var driver = BookDriver(ActionPolicy(coalescing: .latest))
        driver.isEngineFree = false
        for id in ["a1", "a2", "a3"] { try driver.reserve(id) }
        driver.store()
        driver.store()
        #expect(driver.state("a1") == .superseded(by: a2))
        #expect(driver.state("a2") == .superseded(by: ActionID("a3")))
        #expect(driver.state("a3") == .waiting(missing: []))
    }

    @Test func theLatestSupersedesWhatAnEarlierLaunchLeft() throws {
        var driver = BookDriver(ActionPolicy(coalescing: .latest), isRestored: false)
        try driver.reserve("a3")
        let accept = driver.takeChanges()
        driver.restore("a1", "a2")
        #expect(driver.takeChanges() == [.end(a1, .superseded(by: a2))])
        for change in accept { driver.store(change) }
        #expect(driver.takeChanges() == [.end(a2, .superseded(by: ActionID("a3")))])
        #expect(driver.isOffered("a3"))
    }

    @Test func whatExpiredBetweenLaunchesSupersedesNothing() throws {
        var driver = BookDriver(ActionPolicy(coalescing: .latest), isRestored: false)
        driver.now = .at(1000)
        let expiries: [(ActionID, Instant?)] = [(a1, nil), (a2, .at(900))]
        let actions = expiries.map { id, expiry in
            var action = RestoredAction(id: id, kind: "open", acceptedAt: .at(0))
            action.expiresAt = expiry
            return action
        }
        driver.restore(actions)
        #expect(driver.takeChanges() == [.end(a2, .expired)])
        #expect(driver.isOffered("a1"))
    }

    @Test func whatIsToBeSupersededWaitsUntilThatIsStored() throws {
        var driver = BookDriver(ActionPolicy(coalescing: .latest))
        try driver.reserve("a1")
        driver.store()
        try driver.reserve("a2")
        // The engine had it, and gives it back.
        #expect(driver.withdraws)
        driver.store(.full)
        #expect(driver.isOffered("a1"))
        #expect(driver[a2] == nil)
    }

    @Test func aCancelWhileItIsToBeSupersededIsNotForgotten() throws {
        var driver = BookDriver(ActionPolicy(coalescing: .latest))
        try driver.reserve("a1")
        driver.store()
        try driver.reserve("a2")
        driver.cancel("a1")
        driver.store(.full)
        driver.store()
        #expect(driver.state("a1") == .cancelled(reason: "asked"))
    }

    // MARK: Retry

    @Test func aFailedAttemptIsRepeatedAndHoldsTheLine() throws {
        var driver = BookDriver(
            ActionPolicy(retry: .constant(attempts: 2, pause: .seconds(3)))
        )
        try driver.run("a1")
        try driver.reserve("a2")
        driver.store()
        driver.end(.failed(Self.isGone))
        #expect(driver.takeChanges() == [.backOff(a1, Self.isGone, for: .seconds(3))])
        #expect(driver[a1]?.retryAt == .at(3000))
        #expect(driver[a1]?.lastFailure == Self.isGone)
        #expect(driver.waits("a2"))
        driver.now = .at(3000)
        driver.fire(.retry, a1)
        driver.begin()
        let attempt = ActionChange.attempt(a1, number: 2, failures: 1, isSynced: false)
        #expect(driver.takeChanges() == [attempt])
        driver.store(attempt)
        driver.end(.failed(Self.isGone))
        #expect(driver.takeChanges() == [.end(a1, .failed(Self.isGone, operation: nil))])
    }

    /// The next attempt gets it from the store: many may wait for a long time.
    @Test func nothingOfAPayloadIsKeptWhileAnActionWaitsForItsNextAttempt() throws {
        var driver = BookDriver(ActionPolicy(retry: .constant(attempts: 2, pause: .seconds(3))))
        try driver.run("a1")
        #expect(!driver.dropsPayload(a1))
        driver.end(.failed(Self.isGone))
        #expect(driver.dropsPayload(a1))
        var values = BookDriver(ActionPolicy(retry: .constant(attempts: 2, pause: .seconds(3))))
        try values.reserve(value: a1)
        values.begin()
        values.end(.failed(Self.isGone))
        #expect(values.pauses("a1"))
        #expect(!values.dropsPayload(a1))
    }

    @Test func anErrorThatMayNotBeRepeatedEndsIt() throws {
        var driver = BookDriver(
            ActionPolicy(retry: .constant(attempts: 2, pause: .seconds(3)))
        )
        try driver.run("a1")
        driver.end(.failed(Self.isGone), mayRetry: false)
        #expect(driver.takeChanges() == [.end(a1, .failed(Self.isGone, operation: nil))])
    }

    // MARK: The next launch

    @Test func whatEarlierLaunchesLeftComesFirst() throws {
        var driver = BookDriver(isRestored: false)
        try driver.reserve("a2")
        driver.store()
        #expect(driver.waits("a2"))
        driver.restore("a1")
        #expect(driver.isOffered("a1"))
        #expect(driver.all.map(\.id) == [a1, a2])
    }

    @Test func whatIsNotDeclaredAnyMoreFailsAndSaysSo() {
        var driver = BookDriver(isRestored: false)
        driver.restore("a1", kind: "close")
        driver.store()
        let failure = Failure("kind 'close' is no longer declared")
        #expect(driver.state("a1") == .failed(failure, operation: nil))
    }

    @Test func whatExpiredBetweenLaunchesDoesNotRun() {
        var driver = BookDriver(isRestored: false)
        driver.now = .at(1000)
        driver.restore("a1", expiresAt: .at(900))
        driver.store()
        #expect(driver.state("a1") == .expired)
    }

    // MARK: Stops

    @Test func aStopLeavesWhatWaitsWaiting() throws {
        var driver = BookDriver()
        try driver.reserve("a1")
        try driver.reserve("a2")
        driver.store()
        driver.close()
        #expect(driver.takeChanges() == [])
        #expect(driver.state("a1") == .waiting(missing: []))
        #expect(driver.withdraws)
        #expect(throws: SubmitRefusal.stopping) { try driver.reserve("a3") }
    }

    @Test func aStopEndsWhatIsNotKept() throws {
        var driver = BookDriver(isDurable: false)
        try driver.reserve("a1")
        driver.store()
        driver.close()
        driver.store()
        #expect(driver.state("a1") == .cancelled(reason: "asked to stop"))
    }

    @Test(arguments: [
        (ActionPolicy.Effect.idempotent, [ActionChange.handOn(ActionID("a1"))]),
        (.once, [.end(ActionID("a1"), .interrupted(reason: "asked to stop"))]),
    ])
    func aHandlerThatAStopInterruptedRunsAgainIfItMay(
        effect: ActionPolicy.Effect,
        changes: [ActionChange]
    ) throws {
        var driver = BookDriver(ActionPolicy(effect: effect))
        try driver.run("a1")
        driver.close()
        driver.end(.cancelled(reason: "asked to stop"))
        #expect(driver.takeChanges() == changes)
    }

    /// A client throws an error of its own when it is cancelled.
    @Test(arguments: ActionPolicy.Effect.allCases)
    func aFailureAtAStopLeavesTheNextAttemptToTheNextLaunch(effect: ActionPolicy.Effect) throws {
        let retry = Retry.constant(attempts: 2, pause: .seconds(3))
        var driver = BookDriver(ActionPolicy(effect: effect, retry: retry))
        try driver.run("a1")
        driver.close()
        driver.end(.failed(Self.isGone))
        #expect(driver.takeChanges() == [.backOff(a1, Self.isGone, for: .seconds(3))])
        #expect(driver[a1]?.isPostponed == true)
        #expect(driver[a1]?.lastFailure == Self.isGone)
    }

    @Test(arguments: [(1, true), (2, false)])
    func aFailureAtAStopEndsWhatIsNotToBeTriedAgain(attempts: Int, mayRetry: Bool) throws {
        let retry = Retry.constant(attempts: attempts, pause: .seconds(3))
        var driver = BookDriver(ActionPolicy(retry: retry))
        try driver.run("a1")
        driver.close()
        driver.end(.failed(Self.isGone), mayRetry: mayRetry)
        #expect(driver.takeChanges() == [.end(a1, .failed(Self.isGone, operation: nil))])
    }

    // MARK: Cancellation of what runs

    /// A stop lets a result count; a user who cancels wants no result.
    @Test(
        arguments: [true, false],
        [
            (Outcome.succeeded, "asked; its handler succeeded all the same"),
            (.failed(isGone), "asked; its handler failed: gone"),
            (.cancelled(reason: "asked"), "asked"),
        ]
    )
    func whatAUserCancelsIsCancelledHoweverItEnds(
        isStopped: Bool,
        end: (outcome: Outcome, reason: String)
    ) throws {
        let retry = Retry.constant(attempts: 2, pause: .seconds(3))
        var driver = BookDriver(ActionPolicy(retry: retry))
        try driver.run("a1")
        driver.cancel("a1")
        if isStopped { driver.close() }
        driver.end(end.outcome)
        #expect(driver.takeChanges() == [.end(a1, .cancelled(reason: end.reason))])
    }
}
