import Slipway
import SlipwayTesting
import Synchronization
import Testing

/// A launch that has ended, and is kept for its report, keeps no closure of its author.
@Suite(.timeLimit(.minutes(5)))
struct ReleasedClosuresTests {
    private struct Unreachable: Error {}

    /// Something that closures keep alive.
    private final class Kept: Sendable {
        func use() {}
    }

    /// Sees whether something is still kept.
    private struct Sight {
        weak var kept: Kept?
    }

    private final class Observer: LaunchReporter {
        let kept: Kept
        init(_ kept: Kept) { self.kept = kept }
        func report(_ event: Event) { kept.use() }
    }

    /// The parts of a plan that are closures of its author; each keeps an object.
    private static let parts: [(name: String, declare: @Sendable (inout Plan, Kept) -> Void)] =
        [
            ("body", { plan, kept in plan.add("a") { withExtendedLifetime(kept) {} } }),
            (
                "body that failed",
                { plan, kept in
                    plan.add("a", optional: true) {
                        withExtendedLifetime(kept) {}
                        throw Unreachable()
                    }
                }
            ),
            (
                "body that never ran",
                { plan, kept in
                    let a = plan.add("a", optional: true) { throw Unreachable() }
                    plan.add("b", requires: [a], optional: true) { withExtendedLifetime(kept) {} }
                }
            ),
            (
                "condition",
                { plan, kept in
                    let holds = Condition("c") { _ in withExtendedLifetime(kept) { true } }
                    plan.add("a", when: holds) {}
                    plan.add("b", when: .not(holds)) {}
                }
            ),
            (
                "fallback",
                { plan, kept in
                    let fallback = Fallback<Int>.from { _, _ in
                        withExtendedLifetime(kept) { FallbackValue(1, source: "test") }
                    }
                    plan.add("a", fallback: fallback) { throw Unreachable() }
                    plan.add("b", fallback: fallback) { 1 }
                }
            ),
            (
                "retry",
                { plan, kept in
                    let retry = Retry.constant(attempts: 2, pause: .zero) { _ in
                        withExtendedLifetime(kept) { true }
                    }
                    plan.add("a", optional: true, retry: retry) { throw Unreachable() }
                }
            ),
            (
                "teardown",
                { plan, kept in
                    plan.add("a", teardown: { withExtendedLifetime(kept) {} }) {}
                    plan.add("b", optional: true, teardown: { withExtendedLifetime(kept) {} }) {
                        () throws in
                        throw Unreachable()
                    }
                }
            ),
            (
                "handler",
                { plan, kept in
                    let policy = ActionPolicy(
                        retry: .constant(attempts: 2, pause: .zero) { _ in
                            withExtendedLifetime(kept) { true }
                        }
                    )
                    plan.action("act", policy: policy) { (_: Int) in
                        withExtendedLifetime(kept) {}
                    }
                }
            ),
            (
                "added body",
                { plan, kept in
                    plan.add("a") { context in
                        try context.add { plan in
                            plan.add("b", teardown: { withExtendedLifetime(kept) {} }) {}
                        }
                    }
                }
            ),
        ]

    @Test(arguments: parts.indices, [false, true])
    func noClosureOfThePlanIsKept(part: Int, isVirtual: Bool) async throws {
        let (launch, sight) = try await launched(part, isVirtual: isVirtual)
        // A task that is done with a closure may take a moment to let go of it.
        while sight.kept != nil { await Task.yield() }
        #expect(launch.report.endedAt != nil)
    }

    private func launched(_ part: Int, isVirtual: Bool) async throws -> (Launch, Sight) {
        let kept = Kept()
        var plan = Plan("kept")
        Self.parts[part].declare(&plan, kept)
        if isVirtual {
            let virtual = VirtualLaunch(try Graph(plan))
            try await virtual.run(until: .ready)
            return (virtual.launch, Sight(kept: kept))
        }
        let launch = Launch(try Graph(plan))
        try await launch.run(until: .ready)
        return (launch, Sight(kept: kept))
    }

    @Test func noReporterIsKept() async throws {
        func launched() async throws -> (Launch, Sight) {
            let kept = Kept()
            let launch = Launch(try Graph(Plan("kept")))
            try await launch.run(reportingTo: [Observer(kept)], until: .ready)
            return (launch, Sight(kept: kept))
        }
        let (launch, sight) = try await launched()
        while sight.kept != nil { await Task.yield() }
        #expect(launch.report.phase == .stopped)
    }

    @Test func aFailedLaunchKeepsErrorsButNoClosure() async throws {
        func launched() async throws -> (Launch, Sight) {
            let kept = Kept()
            var plan = Plan("failed")
            plan.add("a") {
                kept.use()
                throw Unreachable()
            }
            plan.add("b", requires: ["a"]) { kept.use() }
            plan.action("act") { (_: Int) in kept.use() }
            let launch = Launch(try Graph(plan))
            let error = await #expect(throws: LaunchError.self) { try await launch.run() }
            #expect(error?.errors.first is Unreachable)
            return (launch, Sight(kept: kept))
        }
        let (launch, sight) = try await launched()
        while sight.kept != nil { await Task.yield() }
        #expect(launch.report.rootCauses.first?.failure.error is Unreachable)
    }
}
