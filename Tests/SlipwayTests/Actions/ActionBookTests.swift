import Testing

@testable import Slipway

/// The facts that are stored before they count, and what follows when they cannot be.
struct ActionBookTests {
    private let a1 = ActionID("a1")
    private let a2 = ActionID("a2")

    @Test func anActionIsAcceptedOnlyOnceItIsStored() throws {
        var driver = BookDriver()
        try driver.reserve("a1")
        #expect(driver.book.all.isEmpty)
        #expect(driver.takeTold("a1") == [])
        #expect(driver.takeChanges() == [.accept(a1, superseding: [])])
        driver.perform { $0.stored(.accept(a1, superseding: []), .stored, at: $1) }
        #expect(driver.stage("a1") == .offered)
        #expect(driver.takeTold("a1").isEmpty == false)
    }

    /// A summary of many shows the ones that matter, and looks at no more.
    @Test func ofThoseThatHaveNotEndedTheFirstCanBeHad() throws {
        var driver = BookDriver()
        for id in ["a1", "a2", "a3"] { try driver.reserve(id) }
        for change in driver.takeChanges() {
            driver.perform { $0.stored(change, .stored, at: $1) }
        }
        #expect(driver.stage("a1") == .offered)
        #expect(driver.book.open(atMost: 2).map(\.id) == [a1, a2])
        #expect(driver.book.open(atMost: 9).map(\.id) == driver.book.all.map(\.id))
        #expect(driver.book.open(atMost: 0) == [])
    }

    @Test func anActionThatCannotBeStoredLeavesNothing() throws {
        var driver = BookDriver()
        try driver.reserve("a1")
        try driver.reserve("a2")
        let changes = driver.takeChanges()
        driver.perform { $0.stored(changes[0], .full, at: $1) }
        #expect(driver.book[a1] == nil)
        driver.perform { $0.stored(changes[1], .stored, at: $1) }
        #expect(driver.stage("a2") == .offered)
    }

    @Test func anEarlierOneThatIsBeingStoredIsNotPassed() throws {
        var driver = BookDriver()
        try driver.reserve("a1")
        try driver.reserve("a2")
        let changes = driver.takeChanges()
        driver.perform { $0.stored(changes[1], .stored, at: $1) }
        #expect(driver.stage("a2") == .waiting)
        driver.perform { $0.stored(changes[0], .stored, at: $1) }
        #expect(driver.stage("a1") == .offered)
    }

    @Test(arguments: ActionPolicy.Effect.allCases)
    func anAttemptBeginsOnceItIsStoredOnDiskIfItMustNotBeRepeated(
        effect: ActionPolicy.Effect
    ) throws {
        var driver = BookDriver(ActionPolicy(effect: effect))
        try driver.reserve("a1")
        driver.store()
        driver.begin()
        #expect(driver.state("a1") == .waiting(missing: []))
        #expect(
            driver.takeChanges() == [.attempt(a1, number: 1, isSynced: effect == .once)]
        )
        driver.perform { $0.stored(.attempt(a1, number: 1, isSynced: true), .stored, at: $1) }
        #expect(driver.state("a1") == .running)
        #expect(driver.effects.contains(.begin(a1, isStored: true)))
    }

    @Test func anAttemptThatCannotBeStoredDoesNotBeginAndIsTriedLater() throws {
        var driver = BookDriver(ActionPolicy(expires: .seconds(30)))
        try driver.reserve("a1")
        driver.store()
        driver.begin()
        driver.store(.full)
        #expect(driver.effects.contains(.begin(a1, isStored: false)))
        driver.end(.cancelled(reason: "not stored"))
        #expect(driver.arms(.retry(a1), at: .at(1000)))
        #expect(driver.arms(.expiry(a1), at: .at(30_000)))
        #expect(driver.book[a1]?.attempts == 0)
        driver.now = .at(1000)
        driver.perform { $0.fired(.retry(a1), at: $1) }
        #expect(driver.stage("a1") == .offered)
    }

    @Test func anEndIsToldOnceItIsStoredAndHoldsUpNothing() throws {
        var driver = BookDriver()
        try driver.run("a1")
        try driver.reserve("a2")
        driver.store()
        _ = driver.takeTold("a1")
        driver.end()
        #expect(driver.takeTold("a1") == [])
        #expect(driver.stage("a2") == .offered)
        driver.now = .at(5)
        driver.store()
        #expect(driver.takeTold("a1") == [.done])
        // When it ended, not when that was stored.
        #expect(driver.book[a1]?.endedAt == .at(0))
    }

    @Test func anEndThatCannotBeStoredIsStoredLater() throws {
        var driver = BookDriver()
        try driver.run("a1")
        driver.end()
        driver.store(.full)
        #expect(driver.arms(.store(a1), at: .at(1000)))
        driver.perform { $0.fired(.store(a1), at: $1) }
        #expect(driver.takeChanges() == [.end(a1, .done)])
    }

    @Test func aValueOfThisProcessStoresNothing() throws {
        var driver = BookDriver()
        try driver.reserve(.value(a1, kind: "open"))
        driver.begin()
        driver.end()
        #expect(driver.takeChanges() == [])
        #expect(driver.state("a1") == .done)
    }

    @Test(arguments: [true, false])
    func whatIsKeptInMemoryIsStoredThereAndWaitsForNoFile(isDurable: Bool) throws {
        var driver = BookDriver(
            ActionPolicy(durability: isDurable ? .memory : .disk),
            isDurable: isDurable,
            isRestored: false
        )
        try driver.reserve("a1")
        #expect(driver.takeChanges() == [.accept(a1, in: .memory)])
        driver.perform { [a1] in $0.stored(.accept(a1, in: .memory), .stored, at: $1) }
        #expect(driver.stage("a1") == .offered)
        driver.begin()
        driver.store()
        #expect(driver.state("a1") == .running)
        driver.end()
        #expect(driver.takeChanges() == [.end(a1, .done)])
    }

    @Test func whatIsToBeStoredWaitsForWhatTheStoreHas() throws {
        var driver = BookDriver(isRestored: false)
        try driver.reserve("a1")
        driver.store()
        #expect(driver.stage("a1") == .waiting)
        driver.restore("a0")
        #expect(driver.stage("a0") == .offered)
        #expect(driver.stage("a1") == .waiting)
    }

    @Test func refusesAtTheLimitWithoutCountingWhatRuns() throws {
        var driver = BookDriver(ActionPolicy(limit: 1))
        try driver.run("a1")
        try driver.reserve("a2")
        #expect(throws: SubmitRefusal.queueFull(limit: 1)) { try driver.reserve("a3") }
    }

    @Test func whatIsRefusedLeavesNothingBehind() throws {
        var driver = BookDriver()
        for number in 0..<5000 {
            try driver.reserve("a\(number)")
            driver.store(.full)
        }
        #expect(driver.book.entries.isEmpty)
        #expect(driver.book.order.count < 500)
    }
}
