import Slipway
import SlipwayTesting
import Testing

private struct Unauthorized: Error {}
private struct Unreachable: Error {}

/// A group falls back as a whole.
struct GroupFallbackTests {
    private let lines = Lines()

    @discardableResult
    private func run(_ plan: Plan) throws -> Report {
        try VirtualLaunch(Graph(plan)).run(until: .ready)
    }

    /// A body that throws as often as said, and then returns how often it has run.
    private func failing(
        _ times: Int,
        with error: any Error = Unreachable()
    ) -> @Sendable (OperationContext) throws -> Int {
        lines.body(failing: times, with: error)
    }

    @Test func aGroupThatFailsHasTheValueOfItsFallback() throws {
        let lines = lines
        var plan = Plan("fallback")
        let session = plan.group("login", fallback: .value("guest")) { plan in
            let token = plan.add("token", body: failing(1))
            return plan.add("user", reading: token) { "user \($0)" }
        }
        plan.add("home", reading: session) { lines.add($0) }
        let report = try run(plan)
        #expect(lines.all == ["token", "guest"])
        #expect(report["login"]?.outcome?.word == "degraded")
        #expect(report["login"]?.fallback?.source == "default")
        #expect(report["home"]?.outcome == .succeeded)
    }

    @Test(arguments: [true, false])
    func theFallbackOfAGroupGetsTheErrorAndMayDecline(isAccepted: Bool) throws {
        var plan = Plan("decline")
        plan.group(
            "login",
            optional: true,
            retry: .constant(attempts: 2, pause: .zero),
            fallback: .value((), if: { isAccepted || !($0 is Unauthorized) })
        ) { plan in
            plan.add("token", body: failing(9, with: Unauthorized()))
        }
        let report = try run(plan)
        #expect(report["login"]?.outcome?.word == (isAccepted ? "degraded" : "failed"))
        #expect(lines.all.count == 2)
    }

    @Test func aGroupFallsBackWhenWhatItRequiresDidNotSucceed() throws {
        let lines = lines
        var plan = Plan("skipped")
        let sdk = plan.add("sdk", optional: true) { throw Unreachable() }
        let session = plan.group("login", requires: [sdk], fallback: .value("guest")) { plan in
            plan.add("token") { "token" }
        }
        plan.add("home", reading: session) { lines.add($0) }
        let report = try run(plan)
        #expect(lines.all == ["guest"])
        #expect(report["token"]?.outcome == .skipped(root: "sdk"))
        #expect(report["login"]?.outcome?.word == "degraded")
    }

    @Test func aGroupThatIsNotNeededHasTheValueOfItsFallback() throws {
        let lines = lines
        var plan = Plan("not-needed")
        let never = Condition("never") { _ in false }
        let session = plan.group("login", when: never, fallback: .value("guest")) { plan in
            plan.add("token") { "token" }
        }
        plan.add("home", reading: session) { lines.add($0) }
        #expect(try run(plan)["login"]?.outcome == .notNeeded(condition: "never"))
        #expect(lines.all == ["guest"])
    }

    @Test func locksOfAGroupAreFreeWhileItFallsBack() throws {
        var plan = Plan("locks")
        plan.group("g", locks: ["l"], fallback: .value(())) { plan in plan.add("a") {} }
        plan.add("other", locks: ["l"]) {}
        let driver = try MachineDriver.started(plan)
        #expect(driver.runningNames == ["a"])
        try driver.end("a", .failed("broken"))
        #expect(driver.fallingBack == [try driver.node("g")])
        driver.takeAll()
        #expect(driver.runningNames == ["other"])
    }

    @Test func theFallbackOfAGroupStandsInForNothingInIt() throws {
        var plan = Plan("inside")
        let never = Condition("never") { _ in false }
        var inside: Handle<Int>?
        let absent = plan.group("absent", when: never, fallback: .value(1)) { plan in
            let a = plan.add("a") { 1 }
            inside = a
            return a
        }
        plan.add("reads-a", reading: try #require(inside), optional: true) { _ in }
        plan.add("reads-absent", reading: absent) { _ in }
        plan.group("fails", fallback: .value(())) { plan in plan.add("b") {} }
        plan.add("requires-b", requires: ["b"]) {}
        plan.group("optional", optional: true, fallback: .value(())) { plan in
            plan.add("c", requires: ["sometimes"]) {}
        }
        plan.add("sometimes", optional: true) {}
        let faults = try #require(throws: GraphFaults.self) { try Graph(plan) }.faults
        let isRight = faults.map { fault in
            switch fault {
            case .requiresOptional("requires-b", optional: "b", _, _): true
            case .readsAbsent("reads-a", read: "a", _, of: "absent", _): true
            default: false
            }
        }
        #expect(isRight == [true, true])
    }
}
