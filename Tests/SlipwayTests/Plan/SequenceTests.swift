import Slipway
import Testing

struct SequenceTests {
    @Test func eachOperationRequiresTheOneBefore() throws {
        var plan = Plan("test")
        let c = plan.add("c") { _ in }
        let a = plan.add("a") { _ in }
        let b = plan.add("b", after: [c]) { _ in }
        plan.sequence(a, b, Named("d"))
        plan.add("d", requires: [c]) { _ in }
        plan.action("open", requires: [b]) { (_: Int, _) in }
        let graph = try Graph(plan)
        #expect(graph.names(of: .requires, for: "b") == ["a"])
        #expect(graph.names(of: .after, for: "b") == ["c"])
        #expect(graph.names(of: .requires, for: "d") == ["c", "b"])
        #expect(plan.actions.first?.requires == ["b"])
        #expect(plan.operations[2].requires == ["a"])
        #expect(plan.operations[3].requires == ["c", "b"])
    }

    @Test func ofNoneOrOneChangesNothing() throws {
        var plan = Plan(["a": []])
        plan.sequence()
        plan.sequence(Named("a"))
        #expect(try Graph(plan).names(of: .requires, for: "a") == [])
    }

    @Test func aGroupWaitsWhereItBegins() throws {
        var plan = Plan("test")
        let group = plan.group("g") { plan in plan.add("a") { _ in } }
        let last = plan.add("last") { _ in }
        let first = plan.add("first") { _ in }
        plan.sequence(first, group, last)
        let graph = try Graph(plan)
        #expect(graph.names(of: .requires, for: "g") == ["first"])
        #expect(graph.names(of: .requires, for: "last") == ["g"])
        #expect(plan.operations.first { $0.name == "g" }?.requires == ["first"])
    }

    @Test func isCheckedForCyclesAndTellsWhereItWasDeclared() throws {
        var plan = Plan("test")
        let a = plan.add("a", origin: Origin(file: "f", line: 1)) { _ in }
        let b = plan.add("b", requires: [a], origin: Origin(file: "f", line: 2)) { _ in }
        plan.sequence([b, a], origin: Origin(file: "f", line: 3))
        let faults = #expect(throws: GraphFaults.self) { try Graph(plan) }
        #expect(
            faults?.description == """
                dependency cycle 'a' -> 'b' -> 'a'; remove one of these dependencies
                  'a' (f:1, userInitiated) requires 'b' at f:3
                  'b' (f:2, userInitiated) requires 'a' at f:2  <- closes the cycle
                """
        )
    }

    @Test func isCheckedForNamesHandlesAndItself() {
        var other = Plan("other")
        let foreign = other.add("x") { _ in }
        var plan = Plan(["a": [], "b": []])
        plan.sequence(Named("a"), Named("a"))
        plan.sequence(Named("missing"), Named("a"))
        plan.sequence(foreign, Named("b"))
        #expect(
            Graph.faults(of: plan) == [
                "operation 'a' requires itself; remove that dependency",
                "'a' depends on 'missing', which no operation declares; declare it or correct the "
                    + "name",
                "'b' depends on a handle of another plan; use handles of the plan of 'b'",
            ]
        )
    }
}
