import Slipway
import Testing

/// The facts that are stored before they count, and what follows when they cannot be.
struct ActionBookTests {
    private let a1 = ActionID("a1")
    private let a2 = ActionID("a2")

    @Test func anActionIsAcceptedOnlyOnceItIsStored() throws {
        var driver = BookDriver()
        try driver.reserve("a1")
        #expect(driver.all.isEmpty)
        #expect(driver.takeTold("a1") == [])
        #expect(driver.takeChanges() == [.accept(a1, superseding: [])])
        driver.store(.accept(a1, superseding: []))
        #expect(driver.isOffered("a1"))
        #expect(driver.takeTold("a1").isEmpty == false)
    }

    /// A summary of many shows the ones that matter, and looks at no more.
    @Test func ofThoseThatHaveNotEndedTheFirstCanBeHad() throws {
        var driver = BookDriver()
        for id in ["a1", "a2", "a3"] { try driver.reserve(id) }
        for change in driver.takeChanges() {
            driver.store(change)
        }
        #expect(driver.isOffered("a1"))
        #expect(driver.open(atMost: 2).map(\.id) == [a1, a2])
        #expect(driver.open(atMost: 9).map(\.id) == driver.all.map(\.id))
        #expect(driver.open(atMost: 0) == [])
    }

    @Test func anActionThatCannotBeStoredLeavesNothing() throws {
        var driver = BookDriver()
        try driver.reserve("a1")
        try driver.reserve("a2")
        let changes = driver.takeChanges()
        driver.store(changes[0], .full)
        #expect(driver[a1] == nil)
        driver.store(changes[1])
        #expect(driver.isOffered("a2"))
    }

    @Test func anEarlierOneThatIsBeingStoredIsNotPassed() throws {
        var driver = BookDriver()
        try driver.reserve("a1")
        try driver.reserve("a2")
        let changes = driver.takeChanges()
        driver.store(changes[1])
        #expect(driver.waits("a2"))
        driver.store(changes[0])
        #expect(driver.isOffered("a1"))
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
        driver.store(.attempt(a1, number: 1, isSynced: true))
        #expect(driver.state("a1") == .running)
        #expect(driver.begins(a1, isStored: true))
    }

    @Test func anAttemptThatCannotBeStoredDoesNotBeginAndIsTriedLater() throws {
        var driver = BookDriver(ActionPolicy(expires: .seconds(30)))
        try driver.reserve("a1")
        driver.store()
        driver.begin()
        driver.store(.full)
        #expect(driver.begins(a1, isStored: false))
        driver.end(.cancelled(reason: "not stored"))
        #expect(driver.arms(.retry, a1, at: .at(1000)))
        #expect(driver.arms(.expiry, a1, at: .at(30_000)))
        #expect(driver[a1]?.attempts == 0)
        driver.now = .at(1000)
        driver.fire(.retry, a1)
        #expect(driver.isOffered("a1"))
    }

    @Test func anEndIsToldOnceItIsStoredAndHoldsUpNothing() throws {
        var driver = BookDriver()
        try driver.run("a1")
        try driver.reserve("a2")
        driver.store()
        _ = driver.takeTold("a1")
        driver.end()
        #expect(driver.takeTold("a1") == [])
        #expect(driver.isOffered("a2"))
        driver.now = .at(5)
        driver.store()
        #expect(driver.takeTold("a1") == [.done])
        // When it ended, not when that was stored.
        #expect(driver[a1]?.endedAt == .at(0))
    }

    @Test func anEndThatCannotBeStoredIsStoredLater() throws {
        var driver = BookDriver()
        try driver.run("a1")
        driver.end()
        driver.store(.full)
        #expect(driver.arms(.store, a1, at: .at(1000)))
        driver.fire(.store, a1)
        #expect(driver.takeChanges() == [.end(a1, .done)])
    }

    @Test func aValueOfThisProcessStoresNothing() throws {
        var driver = BookDriver()
        try driver.reserve(value: a1)
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
        driver.store(.accept(a1, in: .memory))
        #expect(driver.isOffered("a1"))
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
        #expect(driver.waits("a1"))
        driver.restore("a0")
        #expect(driver.isOffered("a0"))
        #expect(driver.waits("a1"))
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
        #expect(driver.slots < 500)
    }
}
