import Testing

@testable import Slipway

/// Actions that are told apart by keys of their payloads.
struct ActionKeyTests {
    private let wide = ActionPolicy(width: 4)

    @Test func thoseWithOneOrderKeyRunOneAfterAnotherAndOthersBesideThem() throws {
        var driver = WideBookDriver(wide, .byOrder)
        for (id, key) in [("a1", "x"), ("a2", "x"), ("b1", "y"), ("a3", "x"), ("b2", "y")] {
            try driver.send(id, .order(key))
        }
        driver.begin()
        #expect(driver.running == ["a1", "b1"])
        driver.end("b1")
        #expect(driver.running == ["a1", "b2"])
        driver.end("a1")
        #expect(Set(driver.running) == ["a2", "b2"])
        driver.cancel("a3")
        driver.end("a2")
        #expect(driver.running == ["b2"])
    }

    @Test func noValueOfAnOrderKeyKeepsTheOthersOut() throws {
        var driver = WideBookDriver(ActionPolicy(), .byOrder)
        for (id, key) in [("a1", "x"), ("a2", "x"), ("a3", "x"), ("b1", "y")] {
            try driver.send(id, .order(key))
        }
        driver.begin()
        var order: [String] = []
        while let id = driver.running.first {
            order.append(id)
            driver.end(id)
        }
        #expect(order == ["a1", "b1", "a2", "a3"])
    }

    @Test func aPauseHoldsOnlyTheLineOfItsOrderKey() throws {
        let retry = Retry.constant(attempts: 2, pause: .seconds(1))
        var driver = WideBookDriver(ActionPolicy(limit: 3, retry: retry), .byOrder)
        for (id, key) in [("a1", "x"), ("a2", "x"), ("b1", "y"), ("b2", "y")] {
            try driver.send(id, .order(key))
        }
        driver.begin()
        driver.end("a1", .failed(Failure("busy")))
        #expect(driver.running == ["b1"])
        driver.end("b1")
        #expect(driver.running == ["b2"])
        driver.end("b2")
        #expect(driver.running == [])
        driver.retry("a1")
        #expect(driver.running == ["a1"])
        driver.end("a1")
        #expect(driver.running == ["a2"])
    }

    @Test func aHandlerThatDoesNotReturnHoldsTheLineOfItsOrderKey() throws {
        var driver = WideBookDriver(wide, .byOrder)
        for (id, key) in [("a1", "x"), ("a2", "x"), ("b1", "y")] {
            try driver.send(id, .order(key))
        }
        driver.begin()
        driver.end("a1", .failed(Failure(.timedOut, "too slow")), isLeftBehind: true)
        #expect(driver.ends["a1"] == .failed(Failure(.timedOut, "too slow"), operation: nil))
        #expect(driver.running == ["b1"])
        driver.handlerReturns(on: 0)
        #expect(Set(driver.running) == ["b1", "a2"])
    }

    @Test func manyValuesOfAnOrderKeyWaitAndAllRun() throws {
        var driver = WideBookDriver(ActionPolicy(limit: 2000, width: 8), .byOrder)
        for number in 0..<2000 { try driver.send("a\(number)", .order("\(number)")) }
        driver.begin()
        var count = 0
        while let id = driver.running.first {
            count += 1
            driver.end(id)
        }
        #expect(count == 2000)
        #expect(driver.book.kinds[0]?.keyed?.lines.isEmpty == true)
        #expect(driver.book.kinds[0]?.keyed?.members.isEmpty == true)
    }

    /// Else a sender that sends and cancels while one runs would take more and more memory.
    @Test func aLineForgetsWhatWasCancelled() throws {
        var driver = WideBookDriver(ActionPolicy(), .byOrder)
        try driver.send("a0", .order("x"))
        driver.begin()
        for number in 1...1000 {
            try driver.send("a\(number)", .order("x"))
            driver.cancel("a\(number)")
        }
        #expect(driver.book.kinds[0]?.keyed?.lines["o=x"]?.rest.count ?? .max <= 64)
    }

    /// `é` in one character, and as `e` with an accent behind it.
    private static let spellings = ["caf\u{E9}", "cafe\u{301}"]

    @Test func keysAreComparedAsBytes() throws {
        var unique = WideBookDriver(wide, .byUnique)
        var ordered = WideBookDriver(wide, .byOrder)
        for (id, key) in zip(["a", "b"], Self.spellings) {
            try unique.send(id, .unique(key))
            #expect(throws: SubmitRefusal.alreadyOpen(ActionID(id))) {
                try unique.send("\(id)2", .unique(key))
            }
            try ordered.send(id, .order(key))
            try ordered.send("\(id)2", .order(key))
        }
        ordered.begin()
        #expect(ordered.running == ["a", "b"])
        var coalescing = WideBookDriver(ActionPolicy(coalescing: .latest), .byCoalescing)
        for (id, key) in zip(["a", "b", "a2"], Self.spellings + Self.spellings) {
            try coalescing.send(id, .coalescing(key))
        }
        #expect(coalescing.ends == ["a": .superseded(by: ActionID("a2"))])
    }

    /// It makes one character with the sign before it.
    @Test func aKeyMayBeginWithAnAccent() throws {
        var driver = WideBookDriver(wide, .byOrder)
        for (id, key) in [("a1", "\u{338}x"), ("a2", "\u{338}x"), ("b1", "y")] {
            try driver.send(id, .order(key))
        }
        driver.begin()
        #expect(driver.running == ["a1", "b1"])
    }

    @Test func whileOneIsOpenAnotherOneWithItsUniqueKeyIsThatOne() throws {
        var driver = WideBookDriver(wide, .byUnique)
        try driver.send("a1", .unique("x"))
        #expect(throws: SubmitRefusal.alreadyOpen(ActionID("a1"))) {
            try driver.send("a2", .unique("x"))
        }
        driver.begin()
        #expect(throws: SubmitRefusal.alreadyOpen(ActionID("a1"))) {
            try driver.send("a3", .unique("x"))
        }
        try driver.send("b1", .unique("y"))
        driver.end("a1")
        try driver.send("a4", .unique("x"))
        #expect(driver.running.contains("b1"))
    }

    @Test func anEarlierOneThatBecomesKnownCountsInPlaceOfALaterOne() throws {
        var driver = WideBookDriver(wide, .byUnique, isRestored: false)
        try driver.send("b1", .unique("x"))
        driver.restore([
            RestoredAction(id: ActionID("a1"), kind: "open", acceptedAt: .at(0), keys: .unique("x"))
        ])
        #expect(driver.running == ["a1"])
        #expect(driver.ends == ["b1": .superseded(by: ActionID("a1"))])
        #expect(throws: SubmitRefusal.alreadyOpen(ActionID("a1"))) {
            try driver.send("b2", .unique("x"))
        }
    }

    @Test func theLatestSupersedesThoseWithItsCoalescingKey() throws {
        var driver = WideBookDriver(ActionPolicy(coalescing: .latest), .byCoalescing)
        for (id, key) in [("a1", "x"), ("a2", "x"), ("b1", "y"), ("a3", "x")] {
            try driver.send(id, .coalescing(key))
            driver.begin()
        }
        #expect(driver.running == ["a1"])
        #expect(driver.ends == ["a2": .superseded(by: ActionID("a3"))])
        driver.end("a1")
        #expect(driver.running == ["b1"])
    }

    @Test func whatEarlierLaunchesLeftIsInOrderBeforeWhatWasSentSince() throws {
        var driver = WideBookDriver(ActionPolicy(limit: 9), .byOrder, isRestored: false)
        try driver.send("c1", .order("x"))
        driver.restore(
            [("a1", "x"), ("b1", "y"), ("a2", "x")].map { id, key in
                RestoredAction(
                    id: ActionID(id),
                    kind: "open",
                    acceptedAt: .at(0),
                    keys: .order(key)
                )
            }
        )
        var order: [String] = []
        while let id = driver.running.first {
            order.append(id)
            driver.end(id)
        }
        #expect(order == ["a1", "b1", "a2", "c1"])
    }
}

/// A reload that changes what a kind says keeps the order of what waits.
struct ActionOrderChangeTests {
    private func handedOver(_ names: ActionKeyNames, _ keys: [ActionKeys?]) throws -> [HandedOver] {
        var old = WideBookDriver(ActionPolicy(), names)
        for (number, keys) in keys.enumerated() { try old.send("a\(number)", keys) }
        old.handOver()
        return old.handedOver
    }

    private func order(_ driver: inout WideBookDriver) -> [String] {
        var order: [String] = []
        while let id = driver.running.first {
            order.append(id)
            driver.end(id)
        }
        return order
    }

    @Test func withoutAnOrderKeyThatThereWasTheyRunAsTheyWereAccepted() throws {
        var new = WideBookDriver(ActionPolicy(), isRestored: false)
        new.takeOver(try handedOver(.byOrder, [.order("x"), .order("y"), .order("x")]))
        #expect(order(&new) == ["a0", "a1", "a2"])
    }

    @Test func withANewOrderKeyThoseThatWaitedComeFirst() throws {
        var new = WideBookDriver(ActionPolicy(width: 4), .byOrder, isRestored: false)
        new.takeOver(try handedOver(ActionKeyNames(), [nil, nil]))
        try new.send("b0", .order("x"))
        try new.send("b1", .order("y"))
        new.begin()
        #expect(new.running == ["a0"])
        new.end("a0")
        #expect(new.running == ["a1"])
        new.end("a1")
        #expect(Set(new.running) == ["b0", "b1"])
    }

    @Test func whatWaitsBehindThoseOfAnotherOrderKeyNamesTheFirstOfThem() throws {
        var new = WideBookDriver(ActionPolicy(width: 2), .byOrder, isRestored: false)
        var old = WideBookDriver(ActionPolicy(), ActionKeyNames(order: "p"))
        for id in ["c", "b", "a"] { try old.send(id) }
        old.handOver()
        new.takeOver(old.handedOver)
        try new.send("d", .order("x"))
        #expect(new.book.earlier(than: ActionID("d")) == ActionID("c"))
        new.end("c")
        #expect(new.book.earlier(than: ActionID("d")) == ActionID("b"))
    }

    @Test func withAnotherOrderKeyThoseThatWaitedKeepTheirsAndComeFirst() throws {
        var new = WideBookDriver(ActionPolicy(width: 4), .byOrder, isRestored: false)
        let keys = ["x", "y", "x"].map { ActionKeys(order: "p=\($0)") }
        new.takeOver(try handedOver(ActionKeyNames(order: "p"), keys))
        try new.send("b0", .order("x"))
        #expect(Set(new.running) == ["a0", "a1"])
        new.end("a0")
        #expect(Set(new.running) == ["a1", "a2"])
        new.end("a1")
        new.end("a2")
        #expect(new.running == ["b0"])
    }

    @Test func aWiderKindRunsMoreOfThoseThatWaited() throws {
        var new = WideBookDriver(ActionPolicy(width: 2), isRestored: false)
        new.takeOver(try handedOver(ActionKeyNames(), [nil, nil, nil]))
        #expect(new.running == ["a0", "a1"])
    }

    @Test(
        arguments: [
            (ActionKeyNames.byOrder, ActionKeys.order("x")),
            (ActionKeyNames.byCoalescing, ActionKeys.coalescing("x")),
        ]
    )
    func theLatestCountsAlthoughAnEarlierOneComesOverAfterIt(
        names: ActionKeyNames,
        keys: ActionKeys
    ) throws {
        let retry = Retry.constant(attempts: 2, pause: .seconds(1))
        let policy = ActionPolicy(coalescing: .latest, retry: retry)
        var old = WideBookDriver(policy, names)
        try old.send("a1", keys)
        old.begin()
        old.now = .at(1)
        try old.send("a2", keys)
        old.handOver()
        var new = WideBookDriver(policy, names, isRestored: false)
        new.now = old.now
        new.takeOver(old.handedOver)
        let told = old.handedOver.count
        old.end("a1", .failed(Failure("busy")))
        new.takeOver(Array(old.handedOver.dropFirst(told)))
        #expect(new.ends == ["a1": .superseded(by: ActionID("a2"))])
        #expect(new.running == ["a2"])
    }

    @Test func oneThatRunsOnInTheEarlierLaunchIsOpenHere() throws {
        var old = WideBookDriver(ActionPolicy(), .byUnique)
        try old.send("a1", .unique("x"))
        old.begin()
        old.handOver()
        var new = WideBookDriver(ActionPolicy(), .byUnique, isRestored: false)
        new.takeOver(old.handedOver)
        #expect(throws: SubmitRefusal.alreadyOpen(ActionID("a1"))) {
            try new.send("b1", .unique("x"))
        }
        let told = old.handedOver.count
        old.end("a1")
        new.takeOver(Array(old.handedOver.dropFirst(told)))
        try new.send("b2", .unique("x"))
        #expect(new.book.entries[ActionID("b2")] != nil)
    }

    @Test func oneThatEndsInTheEarlierLaunchIsNotOpenHereAlthoughOthersRunOn() throws {
        var old = WideBookDriver(ActionPolicy(width: 2), .byUnique)
        try old.send("a1", .unique("x"))
        try old.send("a2", .unique("y"))
        old.begin()
        old.handOver()
        var new = WideBookDriver(ActionPolicy(width: 2), .byUnique, isRestored: false)
        new.takeOver(old.handedOver)
        let told = old.handedOver.count
        old.end("a1")
        new.takeOver(Array(old.handedOver.dropFirst(told)))
        try new.send("b1", .unique("x"))
        #expect(new.book.entries[ActionID("b1")] != nil)
        #expect(throws: SubmitRefusal.alreadyOpen(ActionID("a2"))) {
            try new.send("b2", .unique("y"))
        }
    }

    @Test func oneThatWasTakenBeforeTheEarlierIsKnownToRunGivesWay() throws {
        var old = WideBookDriver(ActionPolicy(), .byUnique)
        try old.send("a1", .unique("x"))
        old.begin()
        old.handOver()
        var new = WideBookDriver(ActionPolicy(), .byUnique, isRestored: false)
        new.takeOver(Array(old.handedOver.prefix(1)))
        try new.send("b1", .unique("x"))
        new.takeOver(Array(old.handedOver.dropFirst()))
        #expect(new.ends == ["b1": .superseded(by: ActionID("a1"))])
    }
}
