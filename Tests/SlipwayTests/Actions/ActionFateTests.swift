import Testing

@testable import Slipway

/// What becomes of actions that are superseded, tried again, interrupted, or left waiting.
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
        driver.perform { [a2] in
            $0.stored(.accept(ActionID("a3"), superseding: [a2]), .stored, at: $1)
        }
        #expect(driver.state("a2") == .superseded(by: ActionID("a3")))
        #expect(driver.state("a1") == .running)
    }

    @Test func whatIsToBeSupersededWaitsUntilThatIsStored() throws {
        var driver = BookDriver(ActionPolicy(coalescing: .latest))
        try driver.reserve("a1")
        driver.store()
        try driver.reserve("a2")
        // The engine had it, and gives it back.
        #expect(driver.effects.contains(.withdraw(0)))
        driver.store(.refused)
        #expect(driver.stage("a1") == .offered)
        #expect(driver.book[a2] == nil)
    }

    @Test func aCancelWhileItIsToBeSupersededIsNotForgotten() throws {
        var driver = BookDriver(ActionPolicy(coalescing: .latest))
        try driver.reserve("a1")
        driver.store()
        try driver.reserve("a2")
        driver.perform { [a1] in _ = $0.cancel(a1, reason: "asked", at: $1) }
        driver.store(.refused)
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
        #expect(driver.takeChanges() == [.pause(a1, Self.isGone)])
        #expect(driver.book[a1]?.retryAt == .at(3000))
        #expect(driver.book[a1]?.lastFailure == Self.isGone)
        #expect(driver.stage("a2") == .waiting)
        driver.now = .at(3000)
        driver.perform { [a1] in $0.fired(.retry(a1), at: $1) }
        driver.begin()
        #expect(driver.takeChanges() == [.attempt(a1, number: 2, isSynced: false)])
        driver.perform { [a1] in
            $0.stored(.attempt(a1, number: 2, isSynced: false), .stored, at: $1)
        }
        driver.end(.failed(Self.isGone))
        #expect(driver.takeChanges() == [.end(a1, .failed(Self.isGone, operation: nil))])
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

    @Test(arguments: [
        (ActionPolicy.Effect.idempotent, 1, ActionStatus.State.waiting(missing: [])),
        (.idempotent, 2, .waiting(missing: [])),
        (
            .idempotent, 3,
            .failed(
                Failure(
                    "the service ended while attempt 3 ran, as did those before; it is not "
                        + "tried again"
                ),
                operation: nil
            )
        ),
        (.once, 1, .interrupted(reason: "the service ended while attempt 1 ran")),
    ])
    func anInterruptedAttemptCountsAndOneThatMustNotBeRepeatedIsNot(
        effect: ActionPolicy.Effect,
        attempts: Int,
        state: ActionStatus.State
    ) {
        var driver = BookDriver(ActionPolicy(effect: effect), isRestored: false)
        driver.restore("a1", attempts: attempts, isInterrupted: true)
        driver.store()
        #expect(driver.state("a1") == state)
    }

    @Test func whatEarlierLaunchesLeftComesFirst() throws {
        var driver = BookDriver(isRestored: false)
        try driver.reserve("a2")
        driver.store()
        #expect(driver.stage("a2") == .waiting)
        driver.restore("a1")
        #expect(driver.stage("a1") == .offered)
        #expect(driver.book.all.map(\.id) == [a1, a2])
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
        #expect(driver.effects.contains(.withdraw(0)))
        #expect(throws: SubmitRefusal.stopping) { try driver.reserve("a3") }
    }

    @Test func aStopEndsWhatIsNotKept() throws {
        var driver = BookDriver(hasStore: false)
        try driver.reserve("a1")
        driver.close()
        #expect(driver.state("a1") == .cancelled(reason: "asked to stop"))
    }

    @Test(arguments: [
        (ActionPolicy.Effect.idempotent, [ActionChange]()),
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

    @Test(arguments: ActionPolicy.Unmet.allCases)
    func anActionWhoseRequirementFailedFailsOrWaitsForTheNextLaunch(
        unmet: ActionPolicy.Unmet
    ) throws {
        var driver = BookDriver(ActionPolicy(unmet: unmet))
        driver.isEngineFree = false
        try driver.reserve("a1")
        driver.store()
        driver.perform { $0.cannotRun(0, "user", "401", at: $1) }
        driver.store()
        switch unmet {
        case .fail:
            #expect(driver.state("a1") == .failed(Failure("401"), operation: "user"))
            #expect(throws: SubmitRefusal.launchFailed(operation: "user", message: "401")) {
                try driver.reserve("a2")
            }
        case .wait:
            #expect(driver.state("a1") == .waiting(missing: []))
            try driver.reserve("a2")
        }
    }
}

extension BookDriver {
    fileprivate mutating func restore(
        _ id: String,
        kind: String = "open",
        attempts: Int = 0,
        isInterrupted: Bool = false,
        expiresAt: Instant? = nil
    ) {
        let action = RestoredAction(
            id: ActionID(id),
            kind: kind,
            acceptedAt: .at(0),
            expiresAt: expiresAt,
            attempts: attempts,
            isInterrupted: isInterrupted
        )
        perform { $0.restore([action], at: $1) }
    }

    fileprivate mutating func close() {
        perform { $0.close(ActionBook.LaunchEnd(cause: nil, reason: "asked to stop"), at: $1) }
    }
}
