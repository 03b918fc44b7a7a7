import Testing

@testable import Slipway

/// Actions of two launches of a service that run while one takes the place of the other keep what they promise
/// of one another.
struct ActionSuccessionTests {
    /// A book with several kinds, each of which the engine takes and begins at once.
    private struct Driver {
        /// A kind.
        struct Kind {
            let name: String
            var queue = Queue.userInitiated
            var locks: [Lock] = []
        }

        private var book = ActionBook()
        private var news: [HandedOver] = []

        init(_ kinds: [Kind], isSuccessor: Bool = false) {
            for (number, kind) in kinds.enumerated() {
                book.kinds[number] = ActionBook.Kind(
                    name: kind.name,
                    queue: kind.queue,
                    requires: [],
                    policy: ActionPolicy(locks: kind.locks)
                )
            }
            if isSuccessor { book.awaitHandover() }
        }

        private mutating func perform(_ event: (inout ActionBook) -> Void) {
            event(&book)
            while true {
                let effects = book.takeEffects()
                guard !effects.isEmpty else { return }
                for effect in effects {
                    switch effect {
                    case .pull(let kind): begin(kind)
                    case .store(let change, _): book.stored(change, .stored, at: .at(0))
                    case .handOver(let one): news.append(one)
                    default: break
                    }
                }
            }
        }

        private mutating func begin(_ kind: Int) {
            guard book.current(of: kind) == nil,
                book.takeNext(of: kind, on: kind, at: .at(0)) != nil
            else { return }
            book.began(kind, at: .at(0))
        }

        /// Sends an action with the name of its kind.
        mutating func send(_ name: String) throws {
            let kind = try #require(book.kinds.first { $0.value.name == name }?.key)
            let action = NewAction.sent("\(name)-\(book.entries.byID.count)", kind: name)
            try book.reserve(.stored(action), of: kind, at: .at(0))
            perform { _ in }
        }

        mutating func end(_ name: String) throws {
            let kind = try #require(book.kinds.first { $0.value.name == name }?.key)
            perform { $0.returned(kind, .succeeded, mayRetry: false, at: .at(0)) }
        }

        mutating func handOver(to next: inout Driver) {
            perform { $0.handOver(at: .at(0)) }
            var goesOn = true
            while goesOn { perform { goesOn = $0.handOverMore(at: .at(0)) } }
            tell(&next)
        }

        mutating func tell(_ next: inout Driver) {
            let news = news
            self.news = []
            next.perform { $0.takeOver(news, at: .at(0)) }
        }

        /// The kinds of which one runs.
        var running: Set<String> {
            Set(book.kinds.filter { book.current(of: $0.key) != nil }.map(\.value.name))
        }

        var isHandedOver: Bool { book.isHandedOver }
        var isResting: Bool { book.isResting }
        var mayBePassedBy: Bool { book.mayBePassedBy }

        func areFree(_ resources: ActionResource...) -> Bool { book.areFree(resources) }
    }

    private typealias Kind = Driver.Kind

    @Test func whatNeedsALockWaitsForTheActionThatHoldsItInTheLaunchBefore() throws {
        let kinds = [
            Kind(name: "a", locks: ["disk"]), Kind(name: "b", locks: ["disk"]), Kind(name: "c"),
        ]
        var old = Driver(kinds)
        var new = Driver(kinds + [Kind(name: "d", locks: ["disk", "net"])], isSuccessor: true)
        try old.send("a")
        old.handOver(to: &new)
        for name in ["b", "c", "d"] { try new.send(name) }
        #expect(old.running == ["a"])
        #expect(new.running == ["c"])
        try old.end("a")
        old.tell(&new)
        #expect(new.running == ["b", "c", "d"])
    }

    /// The new configuration says so; what runs was begun under the old one.
    @Test func whatGetsALockWithTheReloadWaitsForTheActionThatHoldsIt() throws {
        var old = Driver([Kind(name: "a", locks: ["disk"]), Kind(name: "b")])
        var new = Driver([Kind(name: "b", locks: ["disk"])], isSuccessor: true)
        try old.send("a")
        old.handOver(to: &new)
        try new.send("b")
        #expect(new.running == [])
        try old.end("a")
        old.tell(&new)
        #expect(new.running == ["b"])
    }

    @Test func aNewKindWaitsForThePlaceInItsQueueThatAnActionOfTheLaunchBeforeHas() throws {
        var old = Driver([Kind(name: "a", queue: .named("q"))])
        var new = Driver(
            [
                Kind(name: "a", queue: .named("q")), Kind(name: "b", queue: .named("q")),
                Kind(name: "c"),
            ],
            isSuccessor: true
        )
        try old.send("a")
        old.handOver(to: &new)
        for name in ["b", "c"] { try new.send(name) }
        #expect(new.running == ["c"])
        try old.end("a")
        old.tell(&new)
        #expect(new.running == ["b", "c"])
    }

    /// It runs in the first, and its kind is not even known in the second.
    @Test func aLockThatIsHeldAcrossTwoReloadsIsRespectedInTheLast() throws {
        var first = Driver([Kind(name: "a", locks: ["disk"])])
        var second = Driver([Kind(name: "c")], isSuccessor: true)
        var third = Driver([Kind(name: "b", locks: ["disk"]), Kind(name: "c")], isSuccessor: true)
        try first.send("a")
        first.handOver(to: &second)
        second.handOver(to: &third)
        for name in ["b", "c"] { try third.send(name) }
        #expect(third.running == ["c"])
        #expect(!second.isHandedOver)
        try first.end("a")
        first.tell(&second)
        second.tell(&third)
        #expect(second.isHandedOver)
        #expect(third.running == ["b", "c"])
    }

    /// A further reload undoes nothing that the action may need, and takes none of its locks and slots.
    @Test func whatRunsInTheLaunchBeforeIsNoRest() throws {
        var first = Driver([Kind(name: "a", queue: .named("q"), locks: ["disk"])])
        var second = Driver([Kind(name: "c")], isSuccessor: true)
        #expect(!second.isResting)
        #expect(!second.areFree(.lock("net")))
        try first.send("a")
        #expect(!first.isResting)
        #expect(first.areFree(.lock("disk")))
        first.handOver(to: &second)
        #expect(!second.isResting)
        #expect(!second.areFree(.lock("disk")))
        #expect(!second.areFree(.queue(.named("q"))))
        #expect(second.areFree(.lock("net"), .queue(.named("r"))))
        try first.end("a")
        first.tell(&second)
        #expect(second.isResting)
        #expect(second.areFree(.lock("disk"), .queue(.named("q"))))
    }

    @Test func aLaunchWithNothingOfItsOwnMayBePassedBy() throws {
        let kinds = [Kind(name: "a"), Kind(name: "b")]
        var first = Driver(kinds)
        var second = Driver(kinds, isSuccessor: true)
        var third = Driver(kinds, isSuccessor: true)
        try first.send("a")
        first.handOver(to: &second)
        #expect(!second.mayBePassedBy)
        try second.send("b")
        second.handOver(to: &third)
        #expect(!second.mayBePassedBy)
        try second.end("b")
        #expect(second.mayBePassedBy)
        #expect(!second.isHandedOver)
        second.tell(&third)
        try third.send("a")
        #expect(third.running == [])
        // Past the second one.
        try first.end("a")
        first.tell(&third)
        #expect(third.running == ["a"])
    }
}
