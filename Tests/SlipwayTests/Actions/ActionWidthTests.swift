import Testing

@testable import Slipway

/// Several actions of a kind at a time.
struct ActionWidthTests {
    @Test func asManyRunAsTheKindIsWideInTheOrderOfTheirAcceptance() throws {
        var driver = WideBookDriver(ActionPolicy(width: 3))
        for number in 1...5 { try driver.send("a\(number)") }
        driver.begin()
        #expect(driver.running == ["a1", "a2", "a3"])
        driver.end("a2")
        #expect(driver.running == ["a1", "a4", "a3"])
        driver.end("a1")
        driver.end("a3")
        #expect(driver.running == ["a5", "a4"])
    }

    @Test func onlyThoseThatWaitCountTowardsTheLimit() throws {
        var driver = WideBookDriver(ActionPolicy(limit: 2, width: 2))
        for number in 1...4 { try driver.send("a\(number)") }
        #expect(throws: SubmitRefusal.queueFull(limit: 2)) { try driver.send("a5") }
        #expect(driver.book.counts == ["waiting": 4])
        driver.begin()
        #expect(driver.book.counts == ["waiting": 2, "running": 2])
    }

    @Test func aPauseHoldsOneOfThePlaces() throws {
        let retry = Retry.constant(attempts: 2, pause: .seconds(1))
        var driver = WideBookDriver(ActionPolicy(retry: retry, width: 2))
        for number in 1...3 { try driver.send("a\(number)") }
        driver.begin()
        driver.end("a1", .failed(Failure("busy")))
        #expect(driver.running == ["a2"])
        driver.end("a2")
        #expect(driver.running == ["a3"])
        driver.retry("a1")
        #expect(Set(driver.running) == ["a1", "a3"])
    }

    /// The store may be so slow that the handler was given up before it began.
    @Test func oneWhoseHandlerHasNotReturnedDoesNotBeginAgain() throws {
        var driver = WideBookDriver(ActionPolicy(width: 2))
        try driver.send("a1")
        driver.begin()
        driver.end("a1", .failed(Failure(ProgramEnded())), isLeftBehind: true)
        driver.retry("a1")
        #expect(driver.running == [])
        driver.handlerReturns(on: 0)
        #expect(driver.running == ["a1"])
    }

    @Test func theBudgetOfRetriesBeginsWithTheFirstAttempt() throws {
        let retry = Retry.constant(attempts: 9, pause: .seconds(1))
        var driver = WideBookDriver(ActionPolicy(retry: retry, retryBudget: .seconds(2)))
        try driver.send("a1")
        driver.begin()
        driver.end("a1", .failed(Failure("busy")))
        #expect(driver.ends == [:])
        driver.now = .at(1000)
        driver.retry("a1")
        driver.now = .at(1001)
        driver.end("a1", .failed(Failure("busy")))
        #expect(driver.ends == ["a1": .failed(Failure("busy"), operation: nil)])
    }

    @Test func theBudgetOfRetriesGoesOnInTheNextLaunch() {
        let retry = Retry.constant(attempts: 9, pause: .seconds(1))
        var driver = WideBookDriver(
            ActionPolicy(retry: retry, retryBudget: .seconds(60)),
            isRestored: false
        )
        driver.now = .at(100_000)
        driver.restore([
            RestoredAction(
                id: ActionID("a1"),
                kind: "open",
                acceptedAt: .at(0),
                startedAt: .at(50_000),
                begunAt: .at(10_000),
                attempts: 2
            )
        ])
        #expect(driver.running == ["a1"])
        driver.end("a1", .failed(Failure("busy")))
        #expect(driver.ends == ["a1": .failed(Failure("busy"), operation: nil)])
    }
}
