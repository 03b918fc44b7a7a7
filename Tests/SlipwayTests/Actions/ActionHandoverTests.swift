import Testing

@testable import Slipway

/// The way of actions from one launch of a service into the next.
struct ActionHandoverTests {
    private var old: BookDriver
    private var new: BookDriver

    init() {
        old = BookDriver(ActionPolicy(retry: .exponential(attempts: 3)))
        new = BookDriver(ActionPolicy(retry: .exponential(attempts: 3)), isRestored: false)
        new.awaitHandover()
    }

    private mutating func pass() { new.takeOver(old.takeHandedOver()) }

    @Test mutating func whatWaitsGoesOverInOrderBeforeWhatIsSentToTheNewOne() throws {
        old.isEngineFree = false
        for id in ["a1", "a2", "a3"] { try old.reserve(id) }
        old.store()
        try new.reserve("b1")
        new.store()
        old.handOver()
        #expect(old.all.isEmpty)
        #expect(old.isHandedOver)
        let news = old.takeHandedOver()
        new.takeOver(Array(news.dropLast()))
        #expect(!new.isOffered("a1"))
        new.takeOver([.uses([])])
        #expect(new.all.map(\.id.description) == ["a1", "a2", "a3", "b1"])
        #expect(new.isOffered("a1"))
    }

    @Test mutating func whatHasEndedIsCountedOnForTheWholeProcess() throws {
        let key = EndedActions.Key("open", .done)
        try old.run("a1")
        old.end()
        old.store()
        try old.run("a2")
        old.handOver()
        pass()
        #expect(new.book.endedActions.counts == [key: 1])
        var last = BookDriver(ActionPolicy(), isRestored: false)
        last.awaitHandover()
        new.handOver()
        last.takeOver(new.takeHandedOver())
        old.end()
        old.store()
        pass()
        last.takeOver(new.takeHandedOver())
        #expect(last.book.endedActions.counts == [key: 2])
    }

    @Test mutating func whatRunsEndsWhereItBeganAndNothingOfItsKindBeginsBefore() throws {
        try old.run("a1")
        try old.reserve("a2")
        old.store()
        old.handOver()
        pass()
        #expect(new.all.map(\.id.description) == ["a2"])
        #expect(!new.isOffered("a2"))
        #expect(!old.isHandedOver)
        old.end()
        #expect(!old.isHandedOver)
        old.store()
        #expect(old.isHandedOver)
        pass()
        #expect(new.isOffered("a2"))
    }

    @Test mutating func oneThatIsToBeTriedAgainIsTriedByTheNewOneAndFirst() throws {
        try old.run("a1")
        try old.reserve("a2")
        old.store()
        old.handOver()
        pass()
        old.end(.failed(Failure("busy")))
        old.store()
        #expect(old.isHandedOver)
        pass()
        #expect(new.all.map(\.id.description) == ["a1", "a2"])
        #expect(!new.isOffered("a2"))
        new.fire(.retry, ActionID("a1"))
        #expect(new.isOffered("a1"))
        #expect(new[ActionID("a1")]?.attempts == 1)
    }

    @Test mutating func oneThatIsBeingAcceptedGoesOverOnceItIs() throws {
        try old.reserve("a1")
        old.handOver()
        pass()
        #expect(new.all.isEmpty)
        #expect(!old.isHandedOver)
        old.store()
        pass()
        #expect(new.isOffered("a1"))
        #expect(old.isHandedOver)
    }

    @Test mutating func anAttemptThatIsBeingStoredBegins() throws {
        try old.reserve("a1")
        old.store()
        old.begin()
        old.handOver()
        pass()
        old.store()
        #expect(old[ActionID("a1")]?.state == .running)
        old.end()
        old.store()
        #expect(old.isHandedOver)
    }

    @Test mutating func nothingIsTakenAnyMore() throws {
        old.handOver()
        #expect(throws: SubmitRefusal.stopping) { try old.reserve("a1") }
    }

    /// It runs in the first, waits for it in the second, and goes on in the third.
    @Test mutating func anActionThatRunsAcrossTwoReloadsHoldsItsKindInTheLast() throws {
        try old.run("a1")
        try old.reserve("a2")
        old.store()
        old.handOver()
        pass()
        var last = BookDriver(ActionPolicy(retry: .exponential(attempts: 3)), isRestored: false)
        last.awaitHandover()
        new.handOver()
        last.takeOver(new.takeHandedOver())
        #expect(last.all.map(\.id.description) == ["a2"])
        #expect(!last.isOffered("a2"))
        #expect(!new.isHandedOver)
        old.end(.failed(Failure("busy")))
        old.store()
        pass()
        last.takeOver(new.takeHandedOver())
        #expect(new.isHandedOver)
        #expect(last.all.map(\.id.description) == ["a1", "a2"])
        last.fire(.retry, ActionID("a1"))
        #expect(last.isOffered("a1"))
    }

    @Test mutating func oneThatIsAcceptedLateKeepsItsPlace() throws {
        old.isEngineFree = false
        try old.reserve("a1")
        old.now = .at(1)
        try old.reserve("a2")
        let changes = old.takeChanges()
        old.store(changes[1])
        old.handOver()
        new.isEngineFree = false
        pass()
        old.store(changes[0])
        pass()
        #expect(new.take() == ActionID("a1"))
    }

    /// As the first generation had it from the store, so the third one has it.
    @Test func allThatIsKnownOfAnActionGoesOverWithIt() throws {
        let busy = Failure(.error, "busy", type: "Exit", exit: .status(75))
        let action = RestoredAction(
            id: ActionID("a1"),
            kind: "open",
            owner: 1000,
            durability: .memory,
            acceptedAt: .at(1),
            expiresAt: .at(9000),
            readyAt: .at(3),
            startedAt: .at(4),
            begunAt: .at(2),
            attempts: 7,
            failures: 2,
            interruptions: 1,
            isInterrupted: true,
            retryAt: .at(5000),
            lastFailure: busy,
            isTold: true,
            unkept: .backOff(ActionID("a1"), busy, for: .seconds(3)),
            keys: ActionKeys(order: "o=1", unique: "u=2", coalescing: "c=3")
        )
        var policy = ActionPolicy(retry: .exponential(attempts: 9))
        policy.keyNames = ActionKeyNames(order: "o", unique: "u", coalescing: "c")
        var generations = (1...3).map { _ in BookDriver(policy, isRestored: false) }
        generations[0].restore([action])
        for (old, new) in zip(0..., 1..<3) {
            generations[new].awaitHandover()
            generations[old].handOver()
            let news = generations[old].takeHandedOver()
            #expect(news.contains(.action(action)), "\(news)")
            generations[new].takeOver(news)
        }
        #expect(generations[2].pauses("a1"))
        #expect(generations[2].arms(.retry, ActionID("a1"), at: .at(5000)))
    }

    @Test func oneThatHasOnlyWaitedExpiresWhenItWouldHave() throws {
        var old = BookDriver(ActionPolicy(expires: .seconds(10)))
        var new = BookDriver(ActionPolicy(expires: .seconds(99)), isRestored: false)
        new.awaitHandover()
        old.isEngineFree = false
        new.isEngineFree = false
        try old.reserve("a1")
        old.store()
        old.handOver()
        new.now = .at(4000)
        new.takeOver(old.takeHandedOver())
        #expect(new.arms(.expiry, ActionID("a1"), at: .at(10000)))
        new.now = .at(10000)
        new.fire(.expiry, ActionID("a1"))
        new.store()
        #expect(new.state("a1") == .expired)
    }

    /// No store has it, so that it cannot go over.
    @Test mutating func aValueOfThisProcessRunsWhereItIs() throws {
        old.isEngineFree = false
        try old.reserve(value: ActionID("a1"))
        old.handOver()
        #expect(!old.isHandedOver)
        old.isEngineFree = true
        #expect(old.take() == ActionID("a1"))
        old.begin()
        old.end()
        #expect(old.isHandedOver)
    }

    /// Else the launch would be ended, and what comes later would be lost until the next one.
    @Test mutating func whatIsRestoredMeanwhileGoesOverWithAllThatCameBefore() throws {
        old = BookDriver(isRestored: false)
        var isTaken = old.expect(3)
        #expect(isTaken)
        old.restore(part: "a1", isLast: false)
        old.handOver()
        pass()
        #expect(!old.isHandedOver)
        old.restore(part: "a2", isLast: false)
        pass()
        #expect(!old.isHandedOver)
        #expect(!new.isOffered("a2"))
        old.restore(part: "a3", isLast: true)
        pass()
        #expect(old.isHandedOver)
        #expect(new.all.map(\.id.description).sorted() == ["a1", "a2", "a3"])
        #expect(["a1", "a2", "a3"].contains { new.isOffered($0) })
        isTaken = old.expect(1)
        #expect(!isTaken)
    }

    /// It was in no line yet when the launch was asked to stop.
    @Test mutating func whatCameBeforeAStopKnowsOfItOnceTheRestHasCome() throws {
        old = BookDriver(isRestored: false)
        old.restore(part: "a1", isLast: false)
        old.close()
        old.restore(part: "a2", isLast: true)
        #expect(old[ActionID("a1")]?.isPostponed == true)
        #expect(old[ActionID("a2")]?.isPostponed == true)
    }

    @Test mutating func whatCouldNotBeStoredOfAnAttemptGoesOverWithItsAction() throws {
        try old.run("a1")
        old.end(.failed(Failure("busy")))
        let changes = old.takeChanges()
        for change in changes { old.store(change, .full) }
        old.handOver()
        pass()
        #expect(old.isHandedOver)
        new.fire(.store, ActionID("a1"))
        #expect(new.takeChanges() == changes)
    }

    /// Else the next start of the service would take the attempt for one that ran until then.
    @Test mutating func whatTurnsOutNotToBeStoredOnceItsActionHasGoneOverIsStoredByTheNewOne()
        throws
    {
        try old.run("a1")
        old.handOver()
        old.end(.failed(Failure("busy")))
        pass()
        #expect(new.pauses("a1"))
        #expect(!old.isHandedOver)
        let changes = old.takeChanges()
        for change in changes { old.store(change, .full) }
        pass()
        #expect(old.isHandedOver)
        #expect(new.takeChanges() == [])
        new.fire(.store, ActionID("a1"))
        #expect(new.takeChanges() == changes)
    }

    @Test mutating func whatCannotBeStoredFollowsItsActionAcrossTwoReloads() throws {
        try old.run("a1")
        old.handOver()
        pass()
        var last = BookDriver(ActionPolicy(retry: .exponential(attempts: 3)), isRestored: false)
        last.awaitHandover()
        new.handOver()
        last.takeOver(new.takeHandedOver())
        old.end(.failed(Failure("busy")))
        let changes = old.takeChanges()
        for change in changes { old.store(change, .full) }
        pass()
        last.takeOver(new.takeHandedOver())
        last.fire(.store, ActionID("a1"))
        #expect(last.takeChanges() == changes)
    }

    /// Two entries of the journal for one failure would be taken for two failures.
    @Test mutating func aFailureIsToldByTheNewOneAlone() throws {
        try old.run("a1")
        old.handOver()
        pass()
        _ = old.takeTold("a1")
        old.end(.failed(Failure("busy")))
        old.store()
        // However late it comes.
        new.now = .at(3600)
        pass()
        #expect(old.takeTold("a1") == [])
        #expect(new.takeTold("a1") == [.waiting(missing: [])])
        #expect(new[ActionID("a1")]?.retryAt != nil)
        #expect(new[ActionID("a1")]?.lastFailure?.message == "busy")
    }

    @Test mutating func aFailureThatWasToldBeforeIsNotToldAgain() throws {
        try old.run("a1")
        old.end(.failed(Failure("busy")))
        old.store()
        #expect(old.takeTold("a1").last == .waiting(missing: []))
        old.handOver()
        pass()
        #expect(new.takeTold("a1") == [])
        #expect(new[ActionID("a1")]?.lastFailure?.message == "busy")
        new.now = .at(3600)
        new.fire(.retry, ActionID("a1"))
        #expect(new.isOffered("a1"))
        #expect(new[ActionID("a1")]?.retryAt == nil)
    }

    @Test mutating func whatIsAboutToBeRestoredIsWaitedFor() throws {
        old = BookDriver(isRestored: false)
        _ = old.expect(1)
        old.handOver()
        pass()
        #expect(!old.isHandedOver)
        old.restore(part: "a1", isLast: true)
        pass()
        #expect(old.isHandedOver)
        #expect(new.isOffered("a1"))
    }

    @Test mutating func manyGoOverSomeAtATimeAndNothingBeginsBeforeTheLast() throws {
        old.isEngineFree = false
        let ids = (0..<300).map { "a\($0)" }
        for id in ids {
            try old.reserve(id)
            old.now = old.now.advanced(by: .microseconds(1))
        }
        old.store()
        old.beginToHandOver()
        pass()
        let goesOn = old.handOverMore()
        #expect(goesOn)
        pass()
        try new.reserve("b")
        new.store()
        #expect(new.waits("a127"))
        #expect(!new.isOffered("a0"))
        #expect(!old.isHandedOver)
        while old.handOverMore() {}
        pass()
        #expect(old.isHandedOver)
        #expect(new.isOffered("a0"))
        #expect(new.all.map(\.id.description) == ids + ["b"])
    }

    @Test mutating func whatIsStoredIsKnownLater() throws {
        old = BookDriver(isRestored: false)
        try old.reserve("a1")
        old.store()
        old.handOver()
        pass()
        #expect(!new.isOffered("a1"))
        old.restore("a0")
        pass()
        #expect(new.all.map(\.id.description) == ["a0", "a1"])
        #expect(new.isOffered("a0"))
    }
}
