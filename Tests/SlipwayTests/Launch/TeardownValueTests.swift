import Slipway
import SlipwayTesting
import Testing

/// A teardown has the value of its body, in whatever way the operation succeeded.
struct TeardownValueTests {
    private struct Unreachable: Error {}

    private let lines = Lines()

    /// Runs a plan to its end, and says what was torn down.
    private func run(_ plan: Plan) throws -> [String] {
        try VirtualLaunch(Graph(plan)).run(until: .complete)
        return lines.all.sorted()
    }

    @Test func itIsTheValueOfTheBody() throws {
        let lines = lines
        var plan = Plan("values")
        let undo = { @Sendable (value: Int?) in lines.add("\(String(describing: value))") }
        plan.add("some", teardown: undo) { 1 }
        plan.add("nil", teardown: undo) { nil }
        plan.add("nothing", teardown: { lines.add("()") }) {}
        plan.add("condition", when: Condition("yes") { _ in true }, teardown: undo) { 2 }
        let retry = Retry.constant(attempts: 2, pause: .seconds(1))
        plan.add("retried", retry: retry, fallback: .value(0), teardown: undo) { context in
            if context.attempt == 1 { throw Unreachable() }
            return 3
        }
        let read = plan.add("read", teardown: undo) { 4 }
        plan.add("reader", reading: read, stage: .background, teardown: undo) { ($0 ?? 0) + 1 }
        #expect(
            try run(plan) == [
                "()", "Optional(1)", "Optional(2)", "Optional(3)", "Optional(4)", "Optional(5)",
                "nil",
            ]
        )
    }

    @Test func aTeardownThatThrowsIsInTheReport() throws {
        var plan = Plan("broken")
        plan.add("web", teardown: { throw Unreachable() }) {}
        plan.add("cache", teardown: {}) {}
        plan.add("mail", teardown: { (_: Void) async throws in throw Unreachable() }) {}
        let report = try VirtualLaunch(Graph(plan)).run(until: .complete)
        #expect(report.phase == .stopped)
        #expect(report.failedTeardowns.map(\.name).sorted() == ["mail", "web"])
        #expect(report.failedTeardowns.allSatisfy { $0.failure.error is Unreachable })
        #expect(report.timeText().contains("\nthe teardown of 'web' failed: Unreachable()"))
        #expect(
            report.failedTeardowns.map(\.description).sorted() == [
                "the teardown of 'mail' failed: Unreachable()",
                "the teardown of 'web' failed: Unreachable()",
            ]
        )
    }

    @Test func whatHasNotSucceededIsNotTornDown() throws {
        let lines = lines
        var plan = Plan("not-torn-down")
        let undo = { @Sendable (value: Int) in lines.add("\(value)") }
        plan.add("fell-back", fallback: .value(1), teardown: undo) { throw Unreachable() }
        let never = Condition("never") { _ in false }
        plan.add("not-needed", when: never, teardown: undo) { 2 }
        plan.add("fell-back-unneeded", when: never, fallback: .value(3), teardown: undo) { 4 }
        plan.add("failed", optional: true, teardown: undo) { throw Unreachable() }
        #expect(try run(plan) == [])
    }

    @Test func aValueOfAnAddedOperationIsKeptForItsTeardown() throws {
        let lines = lines
        var plan = Plan("added")
        plan.add("adds") { context in
            try context.add { plan in
                plan.add("connection", teardown: { lines.add("\($0)") }) { 7 }
                // So many that what has ended is let go of.
                for number in 0..<1200 { plan.add("o\(number)") {} }
            }
        }
        #expect(try run(plan) == ["7"])
    }
}
