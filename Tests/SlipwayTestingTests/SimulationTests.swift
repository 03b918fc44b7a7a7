import Slipway
import SlipwayTesting
import Testing

/// Schedules that were computed by hand; durations and instants in milliseconds.
struct SimulationTests {
    @Test func mainIsSerialAndTheOthersAreNot() throws {
        var plan = Plan("queues")
        let first = plan.add("first", on: .main) { _ in }
        let second = plan.add("second", on: .main) { _ in }
        plan.add("wide", requires: [first]) { _ in }
        plan.add("narrow", on: .main, requires: [second]) { _ in }
        let report = try Self.simulate(
            plan,
            ["first": 100, "second": 50, "wide": 70, "narrow": 10]
        )
        #expect(
            Self.spans(report) == [
                "first 0–100", "second 100–150", "wide 100–170", "narrow 150–160",
            ]
        )
        #expect(report.ready == .milliseconds(170))
        #expect(report["second"]?.releasedBy == "first")
    }

    @Test func aQueueHasSoManyPlaces() throws {
        var plan = Plan("width")
        plan.queues[.userInitiated] = .fixed(2)
        for name in ["a", "b", "c", "d"] { plan.add(name) { _ in } }
        let report = try Self.simulate(plan, ["a": 10, "b": 20, "c": 30, "d": 40])
        #expect(Self.spans(report) == ["a 0–10", "b 0–20", "c 10–40", "d 20–60"])
    }

    @Test(arguments: [(1, 60), (2, 30), (3, 20), (6, 10), (0, 60)])
    func anAutomaticWidthIsWhatIsSaid(width: Int, ready: Int) throws {
        var plan = Plan("width")
        for number in 0..<6 { plan.add("op\(number)") { _ in } }
        let report = try Graph(plan).simulate(default: .milliseconds(10), width: width)
        #expect(report.ready == .milliseconds(ready))
    }

    @Test func theMoreUrgentStartsFirst() throws {
        var plan = Plan("priorities")
        plan.queues[.userInitiated] = .fixed(1)
        plan.add("low", priority: .low) { _ in }
        plan.add("normal") { _ in }
        plan.add("high", priority: .high) { _ in }
        let report = try Self.simulate(plan, ["low": 1, "normal": 2, "high": 3])
        #expect(Self.spans(report) == ["low 5–6", "normal 3–5", "high 0–3"])
    }

    /// Both end at 10; only then the next operations for both free slots are chosen.
    @Test func whatEndsAtTheSameInstantEndsBeforeAnythingStarts() throws {
        var plan = Plan("instant")
        plan.queues[.userInitiated] = .fixed(2)
        let first = plan.add("first", priority: .high) { _ in }
        let second = plan.add("second", priority: .high) { _ in }
        plan.add("low", requires: [first], priority: .low) { _ in }
        plan.add("low-too", requires: [first], priority: .low) { _ in }
        plan.add("high", requires: [second], priority: .high) { _ in }
        let report = try Graph(plan).simulate(default: .milliseconds(10))
        #expect(report.start(of: "high") == .milliseconds(10))
        #expect(report.start(of: "low") == .milliseconds(10))
        #expect(report.start(of: "low-too") == .milliseconds(20))
    }

    @Test func aLockIsHeldByOneAtATime() throws {
        var plan = Plan("locks")
        plan.add("a", locks: ["db"]) { _ in }
        plan.add("b", locks: ["db", "cache"]) { _ in }
        plan.add("c", locks: ["cache"]) { _ in }
        let report = try Self.simulate(plan, ["a": 10, "b": 10, "c": 5])
        #expect(Self.spans(report) == ["a 0–10", "b 10–20", "c 0–5"])
    }

    @Test func theBackgroundStartsWhenTheLaunchIsReady() throws {
        var plan = Plan("background")
        plan.add("later", stage: .background) { _ in }
        plan.add("now") { _ in }
        let report = try Self.simulate(plan, ["later": 5, "now": 30])
        #expect(report.ready == .milliseconds(30))
        #expect(Self.spans(report) == ["later 30–35", "now 0–30"])
    }

    @Test func failedAttemptsTakeTheirTimeToo() throws {
        var plan = Plan("retry")
        plan.add("fetch", retry: .constant(attempts: 5, pause: .milliseconds(5))) { _ in }
        let report = try Self.simulate(plan, ["fetch": 10], ["fetch": .fails("busy", attempts: 2)])
        #expect(report["fetch"]?.attempts.map(\.failure?.message) == ["busy", "busy", nil])
        #expect(Self.spans(report) == ["fetch 0–40"])
    }

    @Test func aTimeoutEndsWhatHangs() throws {
        var plan = Plan("timeout")
        plan.add("cached", timeout: .milliseconds(20), fallback: .value(1)) { _ in 2 }
        plan.add("in-time", timeout: .milliseconds(20)) { _ in }
        plan.add("last", after: [Named("cached")]) { _ in }
        let report = try Self.simulate(plan, ["in-time": 20, "last": 1], ["cached": .hangs])
        #expect(Self.spans(report) == ["cached 0–20", "in-time 0–20", "last 20–21"])
        #expect(report["cached"]?.outcome == .degraded(reason: "timed out after 20ms"))
        #expect(report["in-time"]?.outcome == .succeeded)
        #expect(report.phase == .ready(degraded: true))
    }

    @Test func whatHangsWithoutALimitKeepsTheLaunchFromBeingReady() throws {
        var plan = Plan("hang")
        plan.add("hangs") { _ in }
        let report = try Self.simulate(plan, [:], ["hangs": .hangs])
        #expect(report.phase == .starting)
        #expect(report["hangs"]?.state == .running)
    }

    @Test func aRequiredFailureEndsTheLaunch() throws {
        var plan = Plan("failure", deadline: .seconds(1))
        let base = plan.add("base") { _ in }
        plan.add("top", requires: [base]) { _ in }
        plan.add("beside") { _ in }
        let report = try Self.simulate(
            plan,
            ["base": 10, "beside": 50],
            ["base": .fails("no disk")]
        )
        #expect(report.phase == .failed)
        #expect(
            report.rootCauses == [
                RootCause(operation: "base", failure: Failure(.error, "no disk"), skipped: ["top"])
            ]
        )
        #expect(report.end(of: "beside") == .milliseconds(10))
        #expect(report.endedAt == Instant(nanoseconds: 10_000_000))
    }

    @Test func aConditionDoesNotHold() throws {
        var plan = Plan("condition")
        let banner = plan.add("banner", when: Condition("beta") { _ in false }) { _ in }
        plan.add("after", requires: [banner]) { _ in }
        let report = try Self.simulate(plan, ["banner": 9, "after": 1], ["banner": .notNeeded])
        #expect(report["banner"]?.outcome == .notNeeded(condition: "beta"))
        #expect(report.ready == .milliseconds(1))
        // It runs unless the test says that it does not.
        #expect(try Self.simulate(plan, ["banner": 9]).end(of: "banner") == .milliseconds(9))
    }

    @Test func aGroupFailsWithItsFirstChild() throws {
        var plan = Plan("groups")
        plan.group("login", optional: true) { plan in
            plan.add("token") { _ in }
            plan.add("profile") { _ in }
        }
        plan.add("home", after: [Named("login")]) { _ in }
        let durations = ["token": 5, "profile": 30, "home": 10]
        #expect(Self.spans(try Self.simulate(plan, durations)).contains("home 30–40"))
        let report = try Self.simulate(plan, durations, ["token": .fails()])
        #expect(report.end(of: "profile") == .milliseconds(5))
        #expect(report.end(of: "login") == .milliseconds(5))
        #expect(report.start(of: "home") == .milliseconds(5))
        #expect(report.phase == .ready(degraded: true))
    }

    @Test func theReportTellsWhatSetTheTime() throws {
        var plan = Plan("storefront")
        plan.add("sdk-init", on: .main) { _ in }
        plan.add("window", on: .main) { _ in }
        plan.add("open", requires: [Named("window")]) { _ in }
        let report = try Self.simulate(plan, ["sdk-init": 40, "window": 60, "open": 20])
        let text = try #require(report.criticalChainText())
        #expect(
            text.hasSuffix(
                """
                storefront ready @100ms
                └─sdk-init @60ms +40ms (waited 60ms for queue 'main', held by 'window')
                  └─window @0 +60ms
                    └─(before launch) @0 +0
                """
            )
        )
        #expect(
            report.timeSummary().headline
                == "Startup finished in 100ms: 0 before launch + 100ms launch; 3 operations"
        )
    }

    @Test func whatItDoesNotKnowIsIgnored() throws {
        var plan = Plan("old")
        plan.add("a") { _ in }
        #expect(try Self.simulate(plan, ["b": 10], ["c": .hangs]).ready == .zero)
    }

    @Test func aThousandOperationsInARowTakeAsLongAsAllOfThem() throws {
        var plan = Plan("chain")
        var last: Handle<Void>?
        for number in 0..<1000 {
            last = plan.add("op\(number)", requires: last.map { [$0] } ?? []) { _ in }
        }
        #expect(try Graph(plan).simulate(default: .milliseconds(1)).ready == .seconds(1))
    }

    private static func simulate(
        _ plan: Plan,
        _ milliseconds: [String: Int],
        _ outcomes: [String: SimulatedOutcome] = [:]
    ) throws -> Report {
        let durations = milliseconds.mapValues { Duration.milliseconds($0) }
        return try Graph(plan).simulate(durations: durations, outcomes: outcomes)
    }

    /// `name start–end`, in declaration order.
    private static func spans(_ report: Report) -> [String] {
        report.operations.map { operation in
            let instants = [operation.startedAt, operation.endedAt].compactMap(\.self)
            return operation.name + " "
                + instants.map { "\($0.nanoseconds / 1_000_000)" }.joined(separator: "–")
        }
    }
}
