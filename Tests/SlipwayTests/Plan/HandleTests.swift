import Slipway
import SlipwayTesting
import Testing

/// A handle belongs to one declaration, and a value never gets another type.
struct HandleTests {
    private static let foreign =
        "'reader' depends on a handle of another plan; use handles of the plan of 'reader'"

    @Test func aHandleOfACopyThatWentItsOwnWayIsAFault() {
        var plan = Plan("test")
        var copy = plan
        let number = plan.add("number") { _ in 4711 }
        copy.add("text") { _ in "text" }
        copy.add("reader", requires: [number]) { context in try context.output(of: number) }
        #expect(faults(of: copy) == [Self.foreign])
    }

    @Test func aHandleFromBeforeACopyStandsForTheSameDeclarationInBoth() throws {
        var plan = Plan("test")
        let number = plan.add("number") { _ in 4711 }
        var copy = plan
        plan.add("other") { _ in "text" }
        let lines = Lines()
        copy.add("reader", reading: number) { number, _ in lines.add("\(number)") }
        try VirtualLaunch(Graph(copy)).run()
        #expect(lines.all == ["4711"])
    }

    @Test func aHandleOfAGroupThatWasNotKeptIsAFault() {
        var plan = Plan("test")
        var escaped: Handle<Int>?
        struct Failure: Error {}
        _ = try? plan.group("group") { plan in
            escaped = plan.add("number") { _ in 4711 }
            throw Failure()
        }
        plan.add("text") { _ in "text" }
        plan.add("more") { _ in "text" }
        if let escaped { plan.add("reader", reading: escaped) { _, _ in } }
        #expect(faults(of: plan) == [Self.foreign])
    }

    @Test func aHandleThatIsYoungerThanTheGraphReadsNothing() throws {
        var plan = Plan("test")
        plan.add("first") { _ in 1 }
        let late = Later<Handle<Int>>()
        plan.add("reader") { context in
            if let handle = late.value { _ = try context.output(of: handle) }
        }
        let graph = try Graph(plan)
        late.set(plan.add("late") { _ in 2 })
        let report = try VirtualLaunch(graph).run()
        #expect(
            report["reader"]?.outcome?.message
                == "'reader' reads a handle of another plan, or of an addition that the launch let "
                + "go of; use handles of the plan of 'reader'"
        )
    }

    @Test func aKindOfACopyOrYoungerThanTheGraphIsRefused() throws {
        var plan = Plan("test")
        plan.add("first") { _ in }
        var copy = plan
        plan.action("text") { (_: String, _) in }
        let other = copy.action("number") { (_: Int, _) in }
        let launch = Launch(try Graph(plan))
        #expect(throws: SubmitRefusal.foreignKind("number")) { try launch.submit(other, 1) }
        let late = plan.action("late") { (_: Int, _) in }
        #expect(throws: SubmitRefusal.foreignKind("late")) { try launch.submit(late, 1) }
    }

    @Test(arguments: [0, -1])
    func aKindThatNoActionMayWaitForIsAFault(limit: Int) {
        var plan = Plan("test")
        plan.action("open", policy: ActionPolicy(limit: limit)) { (_: String, _) in }
        #expect(faults(of: plan) == ["limit of 'open' is \(limit); at least 1 action can wait"])
    }

    private func faults(of plan: Plan) -> [String] {
        do throws(GraphFaults) {
            _ = try Graph(plan)
            return []
        } catch {
            return error.faults.map(\.summary)
        }
    }
}

/// A value that is set after the declaration of a body that reads it.
private final class Later<Value: Sendable>: Sendable {
    private let state = Mutex<Value?>(nil)

    var value: Value? { state.withLock(\.self) }

    func set(_ value: Value) { state.withLock { $0 = value } }
}
