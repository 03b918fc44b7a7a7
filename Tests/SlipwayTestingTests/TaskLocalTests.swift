import Slipway
import SlipwayTesting
import Testing

/// What a body expects belongs to the test that runs the launch.
struct TaskLocalTests {
    @TaskLocal private static var number = 0

    private struct Unequal: Error {}

    /// A plan whose body, condition, fallback and teardown all expect the number to be 7.
    private func plan() -> Plan {
        let check = { @Sendable in if Self.number != 7 { throw Unequal() } }
        var plan = Plan("locals")
        let isSeven = Condition("is seven") { _ in
            try check()
            return true
        }
        plan.add("body", when: isSeven, teardown: { try check() }) { try check() }
        plan.add(
            "fallback",
            fallback: .from { _ in
                try check()
                return FallbackValue(1, source: "test")
            }
        ) { () throws -> Int in throw CancellationError() }
        return plan
    }

    @Test func bodiesHaveTheTaskLocalValuesOfTheCaller() throws {
        let recorder = EventRecorder()
        let launch = VirtualLaunch(try Graph(plan()), reportingTo: [recorder])
        let report = try Self.$number.withValue(7) { try launch.run(until: .ready) }
        #expect(report["body"]?.outcome == .succeeded)
        #expect(report["fallback"]?.outcome?.word == "degraded")
        #expect(recorder.hasNoFailedTeardown)
    }

    @MainActor @Test func theyHaveThemWithoutBlockingTheCallerToo() async throws {
        let recorder = EventRecorder()
        let launch = VirtualLaunch(try Graph(plan()), reportingTo: [recorder])
        let report = try await Self.$number.withValue(7) { try await launch.run(until: .ready) }
        #expect(report["body"]?.outcome == .succeeded)
        #expect(recorder.hasNoFailedTeardown)
    }

    @Test(arguments: [false, true])
    func anExpectationOfABodyFailsTheTestThatRunsIt(isAsynchronous: Bool) async throws {
        var plan = Plan("expects")
        plan.add("body") { #expect(Bool(false)) }
        let graph = try Graph(plan)
        // Fails if no issue of this test is recorded.
        await withKnownIssue {
            if isAsynchronous {
                try await VirtualLaunch(graph).run(until: .ready)
            } else {
                try Self.run(graph)
            }
        }
    }

    private static func run(_ graph: Graph) throws { try VirtualLaunch(graph).run(until: .ready) }
}

extension EventRecorder {
    fileprivate var hasNoFailedTeardown: Bool {
        events.allSatisfy {
            if case .operationTornDown(_, let failure?) = $0.kind {
                Issue.record("\(failure)")
                return false
            }
            return true
        }
    }
}
