import Slipway
import Testing

/// The number of runs of an action whose attempts do not come to their end.
struct ActionInterruptionTests {
    private let a1 = ActionID("a1")

    @Test(arguments: [
        (ActionPolicy.Effect.idempotent, 1, ActionStatus.State.waiting(missing: [])),
        (.idempotent, 2, .waiting(missing: [])),
        (
            .idempotent, 3,
            .failed(
                Failure(
                    "the service ended while attempt 5 ran; the action was interrupted 3 times, "
                        + "and is not tried again"
                ),
                operation: nil
            )
        ),
        (.once, 1, .interrupted(reason: "the service ended while attempt 5 ran")),
    ])
    func anInterruptionCountsAndWhatMustNotBeRepeatedIsNot(
        effect: ActionPolicy.Effect,
        interruptions: Int,
        state: ActionStatus.State
    ) {
        // A retry allows more attempts that fail, and not more that end the service.
        let retry = Retry.constant(attempts: 20, pause: .seconds(1))
        var driver = BookDriver(ActionPolicy(effect: effect, retry: retry), isRestored: false)
        driver.restore("a1", attempts: 5, interruptions: interruptions, isInterrupted: true)
        driver.store()
        #expect(driver.state("a1") == state)
    }

    /// The service ended between the storing of an interruption and that of the end that followed.
    @Test func whatWasInterruptedTooOftenDoesNotBeginAgainThoughItsEndWasNotStored() {
        var driver = BookDriver(isRestored: false)
        driver.restore("a1", attempts: 3, interruptions: 3)
        driver.store()
        let message =
            "the service ended while attempt 3 ran; the action was interrupted 3 times, and is not "
            + "tried again"
        #expect(driver.state("a1") == .failed(Failure(.error, message), operation: nil))
    }

    @Test func aHandlerThatGivesUpAtAStopWasNotInterrupted() throws {
        var driver = BookDriver(isRestored: false)
        driver.restore("a1", attempts: 7, interruptions: 2)
        driver.begin()
        driver.store()
        driver.close()
        driver.end(.cancelled(reason: "asked to stop"))
        #expect(driver.takeChanges() == [.handOn(a1)])
        #expect(driver[a1]?.isPostponed == true)
    }

    @Test(arguments: ActionPolicy.Effect.allCases, [true, false])
    func anAttemptThatIsNotWantedOnceItIsStoredDoesNotBegin(
        effect: ActionPolicy.Effect,
        isStop: Bool
    ) throws {
        var driver = BookDriver(ActionPolicy(effect: effect))
        try driver.reserve("a1")
        driver.store()
        driver.begin()
        if isStop { driver.close() } else { driver.cancel("a1") }
        let attempt = driver.takeChanges()
        for change in attempt { driver.store(change) }
        #expect(driver.takeChanges() == [.takeBack(a1, attempts: 0)])
        #expect(driver.begins(a1, isStored: false))
        driver.end(.cancelled(reason: "asked"))
        driver.store()
        #expect(driver[a1]?.attempts == 0)
        #expect(
            driver.state("a1") == (isStop ? .waiting(missing: []) : .cancelled(reason: "asked"))
        )
    }

    /// Else the next launch would take it for one that ran when the service ended.
    @Test func anAttemptWithAnEndThatCouldNotBeStoredIsStoredAgainWhileItsActionWaits() throws {
        var driver = BookDriver(
            ActionPolicy(effect: .once, retry: .constant(attempts: 3, pause: .seconds(60)))
        )
        try driver.run("a1")
        driver.end(.failed(Failure("HTTP 503")))
        let changes = driver.takeChanges()
        #expect(changes == [.backOff(a1, Failure("HTTP 503"), for: .seconds(60))])
        for change in changes { driver.store(change, .full) }
        driver.fire(.store, a1)
        #expect(driver.takeChanges() == changes)
        driver.close()
        for change in changes { driver.store(change, .full) }
        driver.fire(.store, a1)
        #expect(driver.takeChanges() == changes)
        for change in changes { driver.store(change) }
        driver.fire(.store, a1)
        #expect(driver.takeChanges() == [])
    }

    @Test func theNextAttemptHasWhatCouldNotBeStored() throws {
        var driver = BookDriver(ActionPolicy(retry: .constant(attempts: 5, pause: .seconds(1))))
        try driver.run("a1")
        driver.end(.failed(Failure("HTTP 503")))
        for change in driver.takeChanges() { driver.store(change, .full) }
        driver.fire(.retry, a1)
        driver.begin()
        let attempts = driver.takeChanges()
        #expect(attempts == [.attempt(a1, number: 2, failures: 1, isSynced: false)])
        // The disk is still full.
        for change in attempts { driver.store(change, .full) }
        driver.end(.cancelled(reason: ""))
        driver.fire(.store, a1)
        #expect(driver.takeChanges() == [.backOff(a1, Failure("HTTP 503"), for: .seconds(1))])
        driver.fire(.retry, a1)
        driver.begin()
        for change in driver.takeChanges() { driver.store(change) }
        #expect(driver.state("a1") == .running)
        driver.fire(.store, a1)
        #expect(driver.takeChanges() == [])
        driver.end(.failed(Failure(ProgramEnded())))
        driver.store()
        driver.fire(.retry, a1)
        driver.begin()
        #expect(
            driver.takeChanges()
                == [.attempt(a1, number: 3, failures: 1, interruptions: 1, isSynced: false)]
        )
    }

    @Test func aWorkerThatTheDiskKeptWaitingTooLongGetsItsAnswer() throws {
        var driver = BookDriver()
        try driver.reserve("a1")
        driver.store()
        driver.begin()
        let attempt = driver.takeChanges()
        // The engine goes on without the body, which still waits for the disk.
        driver.end(.failed(Failure(.timedOut, "")), mayRetry: false)
        #expect(driver.pauses("a1"))
        for change in attempt { driver.store(change) }
        #expect(driver.begins(a1, isStored: false))
        #expect(driver.takeChanges() == [.takeBack(a1, attempts: 0)])
    }
}
