import SlipwayReport
import Testing

@testable import Slipway

struct RetryTests {
    @Test func anAttemptThatFailedIsMadeAgainAfterItsPause() throws {
        let driver = try started(.constant(attempts: 3, pause: .milliseconds(100)))
        driver.end(0, .failed("refused"))
        #expect(driver.running.isEmpty)
        #expect(driver.status(0).obstacle == .backoff(until: .at(100)))
        driver.fireNext()
        #expect(driver.now == .at(100))
        #expect(driver.running == [0])
        driver.end(0)
        #expect(driver.phase == .ready(degraded: false))
    }

    @Test func thePausesGrowUpToTheLongest() throws {
        let retry = Retry.exponential(
            attempts: 9,
            initial: .milliseconds(100),
            factor: 3,
            maximum: .seconds(1),
            jitter: 0
        )
        let driver = try started(retry)
        for pause in [100, 300, 900, 1000] {
            driver.end(0, .failed("no network"))
            let next = driver.now.advanced(by: .milliseconds(pause))
            #expect(driver.status(0).obstacle == .backoff(until: next))
            driver.fireNext()
        }
    }

    @Test func jitterMovesAPauseInBothDirections() throws {
        let retry = Retry.exponential(attempts: 2, initial: .milliseconds(100), jitter: 0.2)
        let pauses = try (UInt64(0)..<500).map { seed in
            let driver = try started(retry, seed: seed)
            driver.end(0, .failed("no network"))
            guard case .backoff(let next) = driver.status(0).obstacle else { throw NoPause() }
            return driver.now.duration(to: next)
        }
        let range = Duration.milliseconds(80)...Duration.milliseconds(120)
        #expect(pauses.allSatisfy { range.contains($0) })
        #expect(pauses.contains { $0 < .milliseconds(82) })
        #expect(pauses.contains { $0 > .milliseconds(118) })
    }

    @Test func noJitterMakesAPauseLongerThanTheLongest() throws {
        let retry = Retry.exponential(
            attempts: 2,
            initial: .milliseconds(100),
            maximum: .milliseconds(100),
            jitter: 0.5
        )
        let pauses = try (UInt64(0)..<500).map { seed in
            let driver = try started(retry, seed: seed)
            driver.end(0, .failed("no network"))
            guard case .backoff(let next) = driver.status(0).obstacle else { throw NoPause() }
            return driver.now.duration(to: next)
        }
        #expect(pauses.allSatisfy { .milliseconds(50)...(.milliseconds(100)) ~= $0 })
        // It is no meeting of all at the longest one.
        #expect(pauses.count { $0 > .milliseconds(99) } < 50)
        #expect(pauses.contains { $0 < .milliseconds(52) })
    }

    @Test func aConstantPauseVariesInBothDirections() throws {
        let retry = Retry.constant(attempts: 2, pause: .milliseconds(100), jitter: 0.2)
        let pauses = (0...10).map { retry.backoff(after: 1, random: Double($0) / 10) }
        #expect(pauses.first == .milliseconds(80) && pauses.last == .milliseconds(120))
    }

    @Test func thereAreNoMoreAttemptsThanAllowed() throws {
        let driver = try started(.constant(attempts: 2, pause: .zero))
        driver.end(0, .failed("first"))
        driver.fireNext()
        driver.end(0, .failed("second"))
        #expect(driver.outcome(0) == .failed(Failure(.error, "second")))
        let attempts = driver.status(0).attempts
        #expect(attempts.map(\.failure?.message) == ["first", "second"])
    }

    @Test func anErrorThatMayNotBeTriedAgainEndsTheOperation() throws {
        let driver = try started(.constant(attempts: 5, pause: .zero))
        driver.end(0, .failed("forbidden", mayRetry: false))
        #expect(driver.phase == .failed)
    }

    @Test func aTimeoutIsTriedAgain() throws {
        let driver = try started(
            .constant(attempts: 2, pause: .milliseconds(1)),
            timeout: .milliseconds(10)
        )
        driver.fireNext()
        #expect(driver.asked == [0])
        driver.end(0, .gaveUp)
        driver.fireNext()
        #expect(driver.running == [0])
        #expect(driver.asked.isEmpty)
    }

    @Test func whatABodyThrowsAfterItsTimeoutDoesNotKeepItFromAnotherAttempt() throws {
        let driver = try started(
            .constant(attempts: 2, pause: .milliseconds(1)),
            timeout: .milliseconds(10)
        )
        driver.fireNext()
        driver.end(0, .failed("connection closed", mayRetry: false))
        driver.fireNext()
        #expect(driver.running == [0])
    }

    @Test func anAttemptThatWasCancelledCountsLikeTheOthers() throws {
        let driver = try started(.constant(attempts: 9, pause: .milliseconds(50)))
        for _ in 0..<2 {
            driver.end(0, .failed("refused"))
            driver.fireNext()
        }
        #expect(driver.status(0).backoff == .milliseconds(100))
        driver.cancel(0)
        driver.end(0, .gaveUp)
        #expect(driver.status(0).backoff == .milliseconds(100))
        #expect(driver.status(0).retries == "3 attempts, 100ms between them")
    }

    @Test func ofManyAttemptsTheFirstAndTheLastAreKeptWithTheirNumbers() throws {
        let driver = try started(.constant(attempts: 101, pause: .milliseconds(1)))
        for _ in 0..<100 {
            driver.end(0, .failed("refused"))
            driver.fireNext()
        }
        let status = driver.status(0)
        #expect(status.attempts.map(\.number) == [1] + Array(38...100))
        let explanation = driver.report.explanation(of: "a", at: driver.now)
        #expect(explanation?.steps.last?.detail == "attempt 101 of 101; attempt 100: refused")
        #expect(status.retries == "101 attempts")
    }

    @Test func noAttemptIsMadeThatCouldNotBeginWithinTheBudget() throws {
        let driver = try started(
            .constant(attempts: 9, pause: .milliseconds(50)),
            budget: .milliseconds(80)
        )
        driver.wait(20)
        driver.end(0, .failed("first"))
        driver.fireNext()
        driver.end(0, .failed("second"))
        let words = "second; not tried again: the pause of 50ms would pass its budget of 80ms"
        #expect(driver.outcome(0) == .failed(Failure(.error, words)))
    }

    @Test func noAttemptIsMadeThatCouldNotBeginBeforeTheDeadlineAndThatIsSaid() throws {
        var plan = Plan("test", deadline: .milliseconds(100))
        plan.add("a", retry: .constant(attempts: 9, pause: .milliseconds(80))) {}
        let driver = try MachineDriver.started(plan)
        driver.wait(30)
        driver.end(0, .failed("refused"))
        let words =
            "refused; not tried again: the pause of 80ms would pass the deadline of the launch"
        #expect(driver.outcome(0) == .failed(Failure(.error, words)))
    }

    @Test func anAttemptThatOutlastsTheBudgetTimesOut() throws {
        let driver = try started(.constant(attempts: 9, pause: .zero), budget: .milliseconds(80))
        driver.fireNext()
        #expect(driver.now == .at(80))
        driver.end(0, .gaveUp)
        #expect(
            driver.outcome(0)
                == .failed(Failure(.timedOut, "used up its budget of 80ms"))
        )
    }

    @Test func theBudgetEndsAnOperationThatWaitsForItsQueue() throws {
        var plan = Plan("late")
        plan.add(
            "a",
            on: .main,
            optional: true,
            retry: .constant(attempts: 9, pause: .milliseconds(10)),
            budget: .milliseconds(80)
        ) { _ in }
        plan.add("b", on: .main) { _ in }
        let driver = try MachineDriver.started(plan)
        driver.end(0, .failed("refused"))
        #expect(driver.running == [1])
        driver.fireNext()
        driver.fireNext()
        #expect(driver.now == .at(80))
        #expect(
            driver.outcome(0)
                == .failed(Failure(.timedOut, "used up its budget of 80ms: refused"))
        )
    }

    @Test func noAttemptIsMadeThatCouldNotBeginBeforeTheDeadline() throws {
        var plan = Plan("late", deadline: .milliseconds(100))
        plan.add("a", retry: .constant(attempts: 9, pause: .milliseconds(100))) { _ in }
        let driver = try MachineDriver.started(plan)
        driver.end(0, .failed("refused"))
        #expect(driver.rootCauses.map(\.operation) == ["a"])
    }

    @Test func aPausingOperationHoldsNeitherItsPlaceNorItsLocks() throws {
        var plan = Plan("pause")
        plan.add(
            "a",
            on: .main,
            locks: ["disk"],
            retry: .constant(attempts: 2, pause: .seconds(1))
        ) { _ in }
        plan.add("b", on: .main) { _ in }
        plan.add("c", locks: ["disk"]) { _ in }
        let driver = try MachineDriver.started(plan)
        #expect(driver.runningNames == ["a"])
        driver.end(0, .failed("refused"))
        #expect(driver.runningNames == ["b", "c"])
    }

    @Test func cancellingAPausingOperationEndsItAtOnce() throws {
        let driver = try started(.constant(attempts: 2, pause: .seconds(1)), optional: true)
        driver.end(0, .failed("refused"))
        driver.cancel(0, reason: "not wanted")
        #expect(
            driver.outcome(0)
                == .cancelled(reason: "not wanted; the last attempt failed: refused")
        )
        #expect(driver.phase == .ready(degraded: true))
    }

    @Test func aCancelledAttemptIsNotMadeAgain() throws {
        let driver = try started(
            .constant(attempts: 5, pause: .zero),
            timeout: .milliseconds(10),
            optional: true
        )
        driver.fireNext()
        driver.cancel(0)
        driver.end(0, .gaveUp)
        #expect(driver.phase == .ready(degraded: true))
    }

    @Test func theInstantsAreThoseOfTheFirstStartAndTheLastEnd() throws {
        let driver = try started(.constant(attempts: 2, pause: .milliseconds(100)))
        driver.wait(10)
        driver.end(0, .failed("refused"))
        driver.fireNext()
        driver.wait(10)
        driver.end(0)
        let status = driver.status(0)
        #expect(status.readyAt == .at(0))
        #expect(status.startedAt == .at(0))
        #expect(status.endedAt == .at(120))
        #expect(status.releasedBy == nil)
    }

    private struct NoPause: Error {}

    private func started(
        _ retry: Retry,
        timeout: Duration? = nil,
        budget: Duration? = nil,
        optional: Bool = false,
        seed: UInt64 = 0
    ) throws -> MachineDriver {
        var plan = Plan("retry")
        plan.add("a", optional: optional, timeout: timeout, retry: retry, budget: budget) { _ in }
        let driver = MachineDriver.checked(try Graph(plan), seed: seed)
        driver.start()
        return driver
    }
}
