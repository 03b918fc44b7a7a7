import Testing

@testable import Slipway

/// Plans that are checked as additions to a running launch.
struct AdditionTests {
    private func launched(_ declare: (inout Plan) -> Void) throws -> ExistingGraph {
        var plan = Plan("launch")
        declare(&plan)
        return ExistingGraph(try Graph(plan))
    }

    private func faults(
        addingTo existing: ExistingGraph,
        _ declare: (inout Plan) -> Void
    ) -> [String] {
        var plan = Plan("addition")
        declare(&plan)
        do throws(GraphFaults) {
            _ = try Graph(plan, addingTo: existing)
            return []
        } catch {
            return error.faults.map(\.summary)
        }
    }

    @Test func linksToOperationsOfTheLaunchByHandleAndByName() throws {
        var base = Plan("launch")
        let user = base.add("user") { _ in 1 }
        base.add("other") { _ in }
        let existing = ExistingGraph(try Graph(base))
        var plan = Plan("addition")
        let first = plan.add("first", requires: [user]) { _ in }
        plan.add("second", requires: [first], after: [Named("other")], priority: .high) { _ in }
        let graph = try Graph(plan, addingTo: existing)
        #expect(
            graph.dependencies.links.map { "\($0.kind) \($0.node) \($0.isExisting)" } == [
                "requires 0 true", "requires 0 false", "after 1 true",
            ]
        )
        #expect(graph.dependents.links.map(\.node) == [1])
        #expect(Array(graph.priorities) == [50, 50])
        #expect(Array(graph.nodeAtRank) == [0, 1])
    }

    @Test func usesTheQueuesAndLocksOfTheLaunch() throws {
        let existing = try launched { plan in
            plan.queues[.named("disk")] = .fixed(1)
            plan.add("a", locks: ["db", "net"]) { _ in }
        }
        var plan = Plan("addition")
        plan.add("b", on: .named("disk"), locks: ["log", "net"]) { _ in }
        let graph = try Graph(plan, addingTo: existing)
        #expect(graph.queue(of: 0) == .named("disk"))
        #expect(graph.locks == ["db", "net", "log"])
        #expect(graph.lockNumbers == [[1, 2]])
    }

    @Test func mayHaveGroups() throws {
        let existing = try launched { plan in plan.add("a") { _ in } }
        let said = faults(addingTo: existing) { plan in
            plan.group("g", requires: [Named("a")]) { plan in plan.add("b") { _ in } }
        }
        #expect(said == [])
    }

    @Test func isCheckedAsAGraphIs() throws {
        let existing = try launched { plan in
            plan.add("user-data", origin: Origin(file: "f", line: 1)) { _ in }
            plan.add("extra", optional: true) { _ in }
            plan.add("warm-up", stage: .background) { _ in }
        }
        var other = Plan("other")
        let foreign = other.add("x") { _ in }
        let said = faults(addingTo: existing) { plan in
            plan.queues[.named("disk")] = .fixed(1)
            plan.add("user-data") { _ in }
            plan.add("b", requires: [Named("user-dat")]) { _ in }
            plan.add("c", requires: [foreign]) { _ in }
            plan.add("d", requires: [Named("extra")]) { _ in }
            plan.add("e", after: [Named("warm-up")]) { _ in }
            plan.add("f", requires: [Named("g")]) { _ in }
            plan.add("g", requires: [Named("f")]) { _ in }
            plan.action("open") { (_: Int, _) in }
        }
        #expect(
            said == [
                "'addition' runs on queue 'disk', which the plan does not have; declare it under "
                    + "queues or correct the name",
                "operation 'user-data' is declared twice, first at f:1; rename one of them",
                "launch action 'open' is declared in an addition to a running launch; declare it "
                    + "in the plan of the launch",
                "'b' depends on 'user-dat', which no operation declares; did you mean 'user-data'?",
                "'c' depends on a handle of another plan; use handles of its own plan",
                "required operation 'd' requires 'extra', which is optional; make 'd' optional or "
                    + "'extra' required, give one of them a fallback, or let 'd' run after it",
                "'e' is part of the launch but depends on 'warm-up', which starts once the launch "
                    + "is ready; put 'e' into the background or 'warm-up' into the launch",
                "dependency cycle 'f' -> 'g' -> 'f'; remove one of these dependencies",
            ]
        )
    }

    @Test func cannotMakeWhatExistsWaitForIt() throws {
        let existing = try launched { plan in plan.add("a") { _ in } }
        let said = faults(addingTo: existing) { plan in
            let b = plan.add("b") { _ in }
            plan.sequence(b, Named("a"))
        }
        #expect(said == ["'a' depends on a handle of another plan; use handles of its own plan"])
    }

    @Test func seesLocksOfTheLaunchThatItsGroupsWouldWaitFor() throws {
        let existing = try launched { plan in
            let writer = plan.add("writer", locks: ["db"]) { _ in }
            plan.add("relay", requires: [writer]) { _ in }
            plan.group("h", locks: ["net"]) { plan in plan.add("y", locks: ["db"]) { _ in } }
        }
        let said = faults(addingTo: existing) { plan in
            plan.group("g", locks: ["db"]) { plan in
                plan.add("x", requires: [Named("relay")], locks: ["net"]) { _ in }
            }
        }
        #expect(
            said == [
                "group 'g' holds lock 'db' while 'x' in it waits for 'writer', which needs it: "
                    + "'x' -> 'relay' -> 'writer'; let 'g' run after 'writer', or take 'db' inside "
                    + "'g'",
                "groups can wait for each other's locks: 'g' holds 'db' while 'x' in it takes "
                    + "'net', 'h' holds 'net' while 'y' in it takes 'db'; let each group name all "
                    + "of these locks",
            ]
        )
    }

    @Test func hasTheLocksOfTheGroupThatItIsAddedTo() throws {
        let existing = try launched { plan in
            plan.add("writer", locks: ["db"]) { _ in }
            plan.group("g", locks: ["db"]) { plan in plan.add("x") { _ in } }
        }
        existing.heldAround = [(0, "g")]
        var plan = Plan("addition")
        plan.add("child", locks: ["db"]) { _ in }
        #expect(try Graph(plan, addingTo: existing).lockNumbers == [[]])
        let said = faults(addingTo: existing) { plan in
            plan.add("child", requires: [Named("writer")]) { _ in }
        }
        #expect(
            said == [
                "group 'g' holds lock 'db' while 'child' in it waits for 'writer', which needs it: "
                    + "'child' -> 'writer'; let 'g' run after 'writer', or take 'db' inside 'g'"
            ]
        )
    }

    @Test func cannotWaitForTheGroupThatItIsAddedTo() throws {
        let existing = try launched { plan in
            let group = plan.group("g") { plan in plan.add("x") { _ in } }
            plan.add("behind", after: [group]) { _ in }
        }
        existing.endsAround = [2]
        let said = faults(addingTo: existing) { plan in
            plan.add("child", requires: [Named("behind")]) { _ in }
            plan.add("fine", requires: [Named("x")]) { _ in }
        }
        #expect(
            said == [
                "'child' is added to group 'g' but waits for it: 'child' -> 'behind' -> 'g'; let "
                    + "it depend on operations in the group"
            ]
        )
    }
}

/// A launch of which nothing has ended yet.
final class ExistingGraph: ExistingOperations {
    let graph: Graph
    var endsAround: [Int] = []
    var heldAround: [(lock: Int32, group: String)] = []

    init(_ graph: Graph) {
        self.graph = graph
    }

    func node(named name: String) -> Int? { graph.operation(named: name) }
    func node(of operation: OperationID) -> Int? {
        graph.plan.declarations.index(of: operation)
    }
    func name(of node: Int) -> String { graph.name(of: node) }
    func origin(of node: Int) -> Origin { graph.plan.origin(of: graph.plan.declarations[node]) }
    func isOptional(_ node: Int) -> Bool { graph.plan.declarations[node].isOptional }
    func stage(of node: Int) -> Stage {
        graph.plan.declarations[node].isBackground ? .background : .launch
    }
    func pendingDependencies(of node: Int) -> [Int] {
        graph.dependencies.range(of: node).map { graph.dependencies.links[$0].node }
    }
    func pendingLocks(of node: Int) -> [Int32] {
        let policies = Int(graph.plan.declarations[node].policies)
        return policies < 0 ? [] : graph.lockNumbers[policies]
    }
    var names: [String] { graph.plan.declarations.map(\.name) }
    var lanes: [Graph.Lane] { graph.lanes }
    var locks: [Lock] { graph.locks }
    var lockSteps: [LockStep] { graph.lockSteps }
}
