import Slipway
import Testing

/// Values: which operations may read them, and how long they are kept.
@Suite(.timeLimit(.minutes(10)))
struct ValueTests {
    private struct Broken: Error {}

    @Test func theLaunchHasTheValuesOfItsGraph() async throws {
        var plan = Plan("values")
        let user = plan.add("user") { "ada" }
        let lost = plan.add("lost", optional: true) { () throws -> Int in throw Broken() }
        let group = plan.group("g") { plan in plan.add("inside") { 42 } }
        let launch = Launch(try Graph(plan))
        #expect(throws: ValueFault.notEnded("user")) { try launch.output(of: user) }
        try await launch.run(until: .ready)
        #expect(try launch.output(of: user) == "ada")
        #expect(try launch.output(of: group) == 42)
        #expect(try launch.output(of: lost.ifPresent) == nil)
        #expect(throws: ValueFault.self) { try launch.output(of: lost) }
        var other = Plan("other")
        let foreign = other.add("x") { 1 }
        #expect(throws: ValueFault.released) { try launch.output(of: foreign) }
    }

    /// An optional of an optional tells a value that is `nil` from one that is not there.
    @Test func aValueThatIsNilIsNotOneThatIsAbsent() async throws {
        var plan = Plan("values")
        let none = plan.add("none") { nil as Int? }
        let one = plan.add("one") { 1 as Int? }
        let failed = plan.add("failed", optional: true) { () throws -> Int? in throw Broken() }
        let skipped = plan.add("skipped", requires: [failed], optional: true) { 1 as Int? }
        let read = plan.add(
            "read",
            reading: none.ifPresent,
            one.ifPresent,
            failed.ifPresent,
            skipped.ifPresent
        ) { [$0, $1, $2, $3] }
        let launch = Launch(try Graph(plan))
        try await launch.run(until: .ready)
        #expect(try launch.output(of: read) == [Int??.some(nil), .some(1), nil, nil])
        #expect(try launch.output(of: none.ifPresent) == .some(nil))
        #expect(try launch.output(of: one.ifPresent) == .some(1))
        #expect(try launch.output(of: failed.ifPresent) == Int??.none)
        #expect(try launch.output(of: skipped.ifPresent) == Int??.none)
    }

    @Test func whoReadsWhatMayHaveNoValueMustReadItAsAnOptional() {
        var plan = Plan("absent")
        let banner = plan.add("banner", when: Condition("flag 'beta'") { _ in false }) { 1 }
        let group = plan.group("g", when: Condition("asked") { _ in false }) { plan in
            plan.add("inside") { 1 }
        }
        let covered = plan.add(
            "covered",
            when: Condition("asked") { _ in false },
            fallback: .value(2)
        ) { 1 }
        plan.add("a", reading: banner) { number in number }
        plan.add("b", reading: group) { number in number }
        plan.add("c", reading: covered) { number in number }
        plan.add("d", reading: banner.ifPresent, group.ifPresent) { one, two in one ?? two }
        plan.all("e", of: [banner])
        plan.collect("f", of: [banner])
        // There may be nothing that was kept.
        let week = Fallback<Int>.cached(maximumAge: .seconds(7 * 86_400))
        let never = Condition("asked") { _ in false }
        let kept = plan.add("kept", when: never, fallback: week) { 1 }
        let keptOrNot = plan.add("kept-or-not", when: never, fallback: week.or(.value(2))) { 1 }
        plan.add("h", reading: kept) { number in number }
        plan.add("i", reading: keptOrNot) { number in number }
        #expect(
            Graph.faults(of: plan) == [
                "'a' reads the value of 'banner', which may have none: 'banner' runs only if flag "
                    + "'beta'; read 'banner' as '.ifPresent', or give 'banner' a fallback with a "
                    + "value",
                "'b' reads the value of 'g', which may have none: 'g' runs only if asked; read "
                    + "'g' as '.ifPresent', or give 'g' a fallback with a value",
                "'e' reads the value of 'banner', which may have none: 'banner' runs only if flag "
                    + "'beta'; read 'banner' as '.ifPresent', or give 'banner' a fallback with a "
                    + "value",
                "'h' reads the value of 'kept', which may have none: 'kept' runs only if asked; "
                    + "read 'kept' as '.ifPresent', or give 'kept' a fallback with a value",
            ]
        )
    }

    @Test func whatReadsAValueByNameIsHeldToTheSame() {
        var plan = Plan("absent")
        plan.group("g", when: Condition("asked") { _ in false }) { plan in
            plan.add("banner") { 1 }
            plan.add("inside", requires: ["banner"]) { 2 }
        }
        plan.add("outside", requires: ["g"]) { 3 }
        func read(_ reader: String, line: Int) -> NamedRead {
            let origin = Origin(file: "file.yaml", line: line)
            return NamedRead(reader: reader, isAction: false, target: "banner", origin: origin)
        }
        plan.namedReads = [
            read("inside", line: 1), read("outside", line: 2), read("banner", line: 3),
        ]
        let faults = #expect(throws: GraphFaults.self) { try Graph(plan) }?.faults
        #expect(
            faults == [
                .readsAbsent(
                    "outside",
                    read: "banner",
                    condition: "asked",
                    of: "g",
                    origin: Origin(file: "file.yaml", line: 2)
                )
            ]
        )
        // A fallback of the group would give 'banner' no value.
        #expect(
            faults?.first?.summary
                == "'outside' reads the value of 'banner', which may have none: 'g' runs only if "
                + "asked; read 'banner' as '.ifPresent'"
        )
    }

    @Test func aFallbackCoversAConditionThatDoesNotHold() async throws {
        var plan = Plan("covered")
        let toggles = plan.add(
            "toggles",
            when: Condition("online") { _ in false },
            fallback: .value(2, source: "cache")
        ) { 1 }
        let sum = plan.add("sum", reading: toggles) { number in number + 40 }
        let launch = Launch(try Graph(plan))
        try await launch.run(until: .ready)
        #expect(try launch.output(of: sum) == 42)
        #expect(launch.report["toggles"]?.outcome == .notNeeded(condition: "online"))
        #expect(launch.report["toggles"]?.fallback?.source == "cache")
        #expect(launch.report.readyAt != nil && launch.report.rootCauses.isEmpty)
    }

    @Test func anOptionalThatIsReadIsNilWhenItFailed() async throws {
        var plan = Plan("optional")
        let lost = plan.add("lost", optional: true) { () throws -> Int in throw Broken() }
        let found = plan.add("found", optional: true) { 7 }
        let both = plan.add("both", reading: lost.ifPresent, found.ifPresent) { lost, found in
            [lost, found]
        }
        let launch = Launch(try Graph(plan))
        try await launch.run(until: .ready)
        #expect(try launch.output(of: both) == [nil, 7])
    }

    @Test func aValueThatCameTooLateIsUndone() async throws {
        let undone = Lines()
        let gate = Parker()
        var plan = Plan("late")
        plan.add(
            "connection",
            optional: true,
            timeout: .milliseconds(1),
            teardown: { (number: Int) in
                undone.add("\(number)")
                gate.notify()
            }
        ) { context in
            while !context.isCancelled { await Task.yield() }
            return 4711
        }
        let launch = Launch(try Graph(plan))
        try await launch.run(until: .ready)
        _ = gate.wait()
        #expect(undone.all == ["4711"])
        #expect(launch.report["connection"]?.outcome?.word == "failed")
    }

    @Test func afterAGroupTheValuesOfWhatWasAddedToItCanBeRead() async throws {
        let added = Mutex<Handle<Int>?>(nil)
        var plan = Plan("added")
        let group = plan.group("pages") { plan in
            plan.add("index") { context in
                let page = try context.add { plan in plan.add("page") { 42 } }
                added.withLock { $0 = page }
            }
        }
        let sum = plan.add("sum", requires: [group]) { context in
            guard let page = added.withLock({ $0 }) else { throw Broken() }
            return try context.output(of: page)
        }
        let launch = Launch(try Graph(plan))
        try await launch.run(until: .ready)
        #expect(try launch.output(of: sum) == 42)
    }

    /// A launch that is ready, for operations to be added to it.
    private static func ready() async throws -> (Launch, Task<Void, any Error>) {
        var plan = Plan("months")
        plan.add("base") {}
        let launch = Launch(try Graph(plan))
        let running = Task { try await launch.run() }
        await launch.waitUntilReady()
        return (launch, running)
    }

    @Test func anAddedGroupKeepsItsValueForItsReaders() async throws {
        let (launch, running) = try await Self.ready()
        let gate = Gate()
        let read = try launch.add { plan in
            let slow = plan.add("slow") { while !gate.isOpen { await Task.yield() } }
            let group = plan.group("group") { plan in plan.add("child") { 42 } }
            return plan.add("reader", reading: group, requires: [slow]) { value in value }
        }
        for number in 0..<1200 {
            let next = try launch.add { plan in plan.add("o\(number)") { 4711 } }
            #expect(await launch.waitUntilEnded(next) == .succeeded)
        }
        gate.open()
        #expect(await launch.waitUntilEnded(read) == .succeeded)
        #expect(try launch.output(of: read) == 42)
        launch.stop()
        try await running.value
    }

    @Test func aBurstOfAddedOperationsIsReleasedToo() async throws {
        let (launch, running) = try await Self.ready()
        // While one that it adds to is open, and with a reader that comes last.
        let gate = Gate()
        let last = try launch.add { plan in
            let many = (0..<3000).map { number in plan.add("burst\(number)") { number } }
            let slow = plan.add("slow") { while !gate.isOpen { await Task.yield() } }
            return plan.add("last", requires: [slow], after: many) {}
        }
        gate.open()
        #expect(await launch.waitUntilEnded(last) == .succeeded)
        for number in 0..<4000 {
            let next = try launch.add { plan in plan.add("o\(number)") {} }
            _ = await launch.waitUntilEnded(next)
        }
        #expect(launch.report.operations.count < 1000)
        launch.stop()
        try await running.value
    }

    @Test func whatWasAddedIsLetGoOnceItsReadersHaveEnded() async throws {
        final class Value: Sendable {}
        let (launch, running) = try await Self.ready()
        weak var released: Value?
        let first = try launch.add { plan in plan.add("first") { Value() } }
        #expect(await launch.waitUntilEnded(first) == .succeeded)
        released = try launch.output(of: first)
        for number in 0...512 {
            let next = try launch.add { plan in plan.add("o\(number)", requires: ["base"]) {} }
            #expect(await launch.waitUntilEnded(next) == .succeeded)
        }
        #expect(throws: ValueFault.released) { try launch.output(of: first) }
        #expect(launch.report[first] == nil)
        #expect(launch.report.operations.count <= 514)
        // A worker that has just lost its CPU may hold it for a moment.
        let end = ContinuousClock.now + .seconds(10)
        while released != nil, ContinuousClock.now < end { await Task.yield() }
        #expect(released == nil)
        launch.stop()
        try await running.value
    }

    @Test func aBodyIsLetGoWhenItHasEndedForGood() async throws {
        let resource = LetGo()
        let launch = Launch(try Self.graph(holding: resource))
        let running = Task { try await launch.run() }
        await resource.wait()
        launch.stop()
        try await running.value
    }

    private static func graph(holding resource: LetGo) throws -> Graph {
        var plan = Plan("bodies")
        let token = resource.token()
        plan.add("first") { withExtendedLifetime(token) {} }
        return try Graph(plan)
    }
}

/// Reports when the tokens that it gave out are released.
final class LetGo: Sendable {
    final class Token: Sendable {
        private let end: AsyncStream<Void>.Continuation

        fileprivate init(_ end: AsyncStream<Void>.Continuation) {
            self.end = end
        }

        deinit { end.finish() }
    }

    private let (isThere, end) = AsyncStream<Void>.makeStream()

    func token() -> Token { Token(end) }
    func wait() async { for await _ in isThere {} }
}
