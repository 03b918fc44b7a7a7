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
                    "the service ended while attempt 5 ran; it was interrupted 3 times, and is not "
                        + "tried again"
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
            "the service ended while attempt 3 ran; it was interrupted 3 times, and is not tried again"
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
