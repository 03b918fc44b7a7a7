import SlipwayTesting
import Synchronization
import Testing

@testable import Slipway

/// The last good value of an operation, on which later launches fall back.
@Suite(.timeLimit(.minutes(5)))
struct KeptValueTests {
    private let week = Duration.seconds(7 * 86_400)

    @Test func theLastValueOfAnOperationStandsInInALaterLaunch() throws {
        let store = MemoryValues()
        for value in ["first", "second"] { _ = try run(store) { value } }
        let (report, value) = try run(store) { throw Unreachable() }
        #expect(value == "second")
        let status = report["a"]
        #expect(status?.outcome?.word == "degraded")
        #expect(status?.fallback?.source == "cache")
        #expect(try #require(status?.fallback?.age) < .seconds(60))
    }

    @Test func theValueOfAFallbackIsNotKept() throws {
        let store = MemoryValues()
        let (_, value) = try run(store, .cached(maximumAge: week).or(.value("default"))) {
            throw Unreachable()
        }
        #expect(value == "default")
        #expect(store.operations == [])
    }

    @Test func aValueThatFellBackOnceKeepsItsAge() throws {
        let store = MemoryValues()
        let past = WallTime.microseconds - 3600 * 1_000_000
        store.put(KeptValue("old", endedAtUSec: past), of: "a")
        _ = try run(store) { throw Unreachable() }
        let age = try #require(run(store) { throw Unreachable() }.0["a"]?.fallback?.age)
        #expect(.seconds(3600)...(.seconds(3660)) ~= age)
        #expect(age.components.attoseconds == 0, "in whole seconds from a minute on")
    }

    @Test(
        arguments: [
            // In ten minutes, and a day after 1970.
            WallTime.microseconds + 600 * 1_000_000, 86_400 * 1_000_000,
        ] as [Int64]
    )
    func anAgeThatIsNotKnownIsWithinNoLimitUnlessThatIsSaid(endedAtUSec: Int64) throws {
        let store = MemoryValues()
        store.put(KeptValue("kept", endedAtUSec: endedAtUSec), of: "a")
        let (refused, none) = try run(store) { throw Unreachable() }
        #expect(none == nil)
        #expect(
            refused["a"]?.outcome?.message
                == "Unreachable(); its fallback declined: the age of the kept value is not known, as the clock was "
                + "not set, or was set back"
        )
        let (report, value) = try run(
            store,
            .cached(maximumAge: week, acceptsUnknownAge: true)
        ) { throw Unreachable() }
        #expect(value == "kept")
        #expect(report["a"]?.fallback == FallbackUse(source: "cache"))
        #expect(report["a"]?.fallback?.words == "value from cache of unknown age")
    }

    @Test func anAgeIsKnownWhereBothClocksAre() {
        let moment = WallTime.earliest
        func age(_ kept: Int64, at now: Int64) -> Duration? {
            KeptValue("", endedAtUSec: kept).age(at: now)
        }
        #expect(age(moment, at: moment) == .zero)
        #expect(age(moment, at: moment + 5) == .microseconds(5))
        #expect(age(moment + 5, at: moment) == nil)
        #expect(age(moment - 1, at: moment) == nil)
        #expect(age(moment, at: 5) == nil)
        #expect(age(.min, at: .max) == nil)
        #expect(age(.max, at: .min) == nil)
    }

    @Test func anErrorMayKeepTheLastValueFromStandingIn() throws {
        struct Revoked: Error {}
        let store = MemoryValues()
        let fallback = Fallback<String>.cached(maximumAge: week) { !($0 is Revoked) }
        _ = try run(store, fallback) { "kept" }
        #expect(try run(store, fallback) { throw Unreachable() }.1 == "kept")
        let (report, value) = try run(store, fallback) { throw Revoked() }
        #expect(value == nil)
        #expect(
            report["a"]?.outcome?.message
                == "Revoked(); its fallback declined: a kept value may not stand in for this error"
        )
    }

    private static let past = WallTime.microseconds - 9 * 86_400 * 1_000_000

    @Test(
        arguments: [
            (MemoryValues(), "no value is kept"),
            (
                MemoryValues(KeptValue("a", identity: "v1", endedAtUSec: past)),
                "the kept value came from something else"
            ),
            (
                MemoryValues(KeptValue(5, identity: "v2", endedAtUSec: past)),
                "the kept value cannot be read: it is no KeptValue<String>"
            ),
            (nil, "the launch keeps no values"),
        ] as [(MemoryValues?, String)]
    )
    func aFallbackWithoutAGoodValueDeclinesAndSaysWhy(store: MemoryValues?, reason: String) throws {
        let fallback = Fallback<String>.cached(maximumAge: week, identity: "v2")
        let (report, value) = try run(store, fallback) { throw Unreachable() }
        #expect(value == nil)
        #expect(
            report["a"]?.outcome?.message == "Unreachable(); its fallback declined: \(reason)"
        )
        guard case .failed(let failure)? = report["a"]?.outcome else {
            Issue.record("it has not failed")
            return
        }
        #expect(failure.error is Unreachable)
    }

    @Test func aValueThatIsTooOldIsNotUsed() throws {
        let store = MemoryValues(KeptValue("old", endedAtUSec: Self.past))
        let message = try run(store) { throw Unreachable() }.0["a"]?.outcome?.message
        #expect(message?.hasPrefix("Unreachable(); its fallback declined: ") == true)
        #expect(message?.contains("the kept value is 1w 2d") == true)
        #expect(message?.hasSuffix(" old, older than 1w") == true)
    }

    @Test func whatIsSkippedStaysSkippedIfNoValueIsKept() throws {
        var plan = Plan("skipped")
        let a = plan.add("a", optional: true) { throw Unreachable() }
        plan.add("b", requires: [a], optional: true, fallback: .cached(maximumAge: week)) { 1 }
        let report = try VirtualLaunch(Graph(plan), values: MemoryValues()).run()
        #expect(report["b"]?.outcome == .skipped(root: "a"))
    }

    @Test func aFallbackThatFailsIsNotFollowedByAnother() throws {
        let broken = Fallback<String>.from { _ in throw Unreachable() }
        let (report, value) = try run(MemoryValues(), broken.or(.value("b"))) {
            throw Unreachable()
        }
        #expect(value == nil)
        #expect(report["a"]?.outcome?.word == "failed")
        let declines = Fallback<String>.from { _, _ in nil }
        #expect(try run(nil, declines.or(.value("b"))) { throw Unreachable() }.1 == "b")
    }

    @Test func aGroupKeepsTheValueOfTheOperationThatItTakesItsOwnFrom() throws {
        let store = MemoryValues()
        for isReachable in [true, false] {
            var plan = Plan("groups")
            let group = plan.group("g", fallback: .cached(maximumAge: week)) { plan in
                plan.add("a") { () throws -> Int in
                    guard isReachable else { throw Unreachable() }
                    return 7
                }
            }
            let launch = VirtualLaunch(try Graph(plan), values: store)
            #expect(try launch.run()["g"]?.fallback?.source == (isReachable ? nil : "cache"))
            #expect(try launch.launch.output(of: group) == 7)
        }
        #expect(store.operations == ["g"])
    }

    @Test func aSlowStoreDelaysNoOperationAndTheEndWaitsForIt() async throws {
        let gate = Gate()
        let store = MemoryValues(beforeWriting: { await gate.pass() })
        var plan = Plan("slow")
        let a = plan.add("a", fallback: .cached(maximumAge: week)) { "good" }
        plan.add("b", requires: [a]) {
            #expect(store.operations == [])
            gate.open()
        }
        try await Launch(Graph(plan), values: store).run(until: .ready)
        #expect(store.operations == ["a"])
    }

    @Test func aWriteThatFailsLosesNothingElse() async throws {
        let store = MemoryValues(refusing: "a")
        var plan = Plan("refused")
        for name in ["a", "b", "c"] {
            plan.add(name, on: .main, fallback: .cached(maximumAge: week)) { name }
        }
        let launch = Launch(try Graph(plan), values: store)
        try await launch.run(until: .ready)
        #expect(store.operations == ["b", "c"])
        #expect(launch.report.operations.allSatisfy { $0.outcome == .succeeded })
    }

    /// Runs an operation with a fallback; its report, and the value that it has.
    private func run(
        _ store: MemoryValues?,
        _ fallback: Fallback<String>? = nil,
        _ body: @escaping @Sendable () throws -> String
    ) throws -> (Report, String?) {
        var plan = Plan("kept")
        let fallback = fallback ?? .cached(maximumAge: week)
        let a = plan.add("a", optional: true, fallback: fallback) { try body() }
        let launch = VirtualLaunch(try Graph(plan), values: store)
        let report = try launch.run()
        return (report, try? launch.launch.output(of: a))
    }
}

private struct Unreachable: Error {}

/// Keeps values as long as a test.
final class MemoryValues: ValueStore {
    private struct Refused: Error, CustomStringConvertible {
        let description: String
    }

    private let values = Mutex<[String: any Sendable]>([:])
    private let refused: String?
    private let beforeWriting: @Sendable () async -> Void

    init(refusing refused: String? = nil, beforeWriting: @escaping @Sendable () async -> Void = {})
    {
        self.refused = refused
        self.beforeWriting = beforeWriting
    }

    /// A store that has a value of the operation `a`.
    convenience init<Value>(_ value: KeptValue<Value>) {
        self.init()
        put(value, of: "a")
    }

    /// The operations of which it has a value.
    var operations: [String] { values.withLock { $0.keys.sorted() } }

    func put<Value>(_ value: KeptValue<Value>, of operation: String) {
        values.withLock { $0[operation] = value }
    }

    func read<Value>(
        _ type: KeptValue<Value>.Type,
        of operation: String
    ) throws -> KeptValue<Value>? {
        guard let value = values.withLock({ $0[operation] }) else { return nil }
        guard let value = value as? KeptValue<Value> else {
            throw Refused(description: "it is no \(type)")
        }
        return value
    }

    func write<Value>(_ value: KeptValue<Value>, of operation: String) async throws {
        await beforeWriting()
        if operation == refused { throw Refused(description: "no space left") }
        put(value, of: operation)
    }
}
