/// A checked plan: no cycle, no missing name, nothing that would keep an operation from ending.
///
/// The initialiser is the only way to get one, so nothing downstream checks again. A graph is a
/// value: it can be launched more than once.
public struct Graph: Sendable {
    /// The plan that was checked.
    public let plan: Plan

    /// The width of each queue, by ``QueueID``.
    let lanes: [Lane]
    /// For each node, the queue it runs on.
    let laneOf: [UInt16]
    /// For each node, what it depends on.
    let dependencies: Adjacency
    /// For each operation, the nodes that depend on it.
    let dependents: Adjacency
    private let index: [String: Int]

    /// A queue with its width; `main` is the first and has width 1.
    struct Lane: Sendable {
        let queue: Queue
        let width: QueueWidth
    }

    /// Checks a plan.
    ///
    /// Linear in operations and dependencies, iterative (a chain of a million operations needs no
    /// stack), and deterministic: the same plan gives the same faults in the same order.
    ///
    /// - Throws: ``GraphFaults`` with every fault of the plan.
    public init(_ plan: Plan) throws(GraphFaults) {
        var check = PlanCheck(plan)
        check.run()
        guard check.faults.isEmpty else { throw GraphFaults(check.faults) }
        self.plan = plan
        lanes = check.lanes
        laneOf = check.laneOf
        dependencies = check.dependencies
        dependents = check.dependents
        index = check.index
    }

    /// How many operations there are; nodes from here on are the kinds of launch action.
    var operationCount: Int { plan.declarations.count }
    /// Operations and kinds of launch action together.
    var nodeCount: Int { operationCount + plan.actionDeclarations.count }

    /// The number of the operation with this name.
    func operation(named name: String) -> Int? { index[name] }

    /// The name of an operation or of a kind of launch action.
    func name(of node: Int) -> String {
        node < operationCount
            ? plan.declarations[node].name : plan.actionDeclarations[node - operationCount].name
    }

    func queue(of node: Int) -> Queue { lanes[Int(laneOf[node])].queue }

    /// The names that a node requires, or runs after.
    func names(of kind: DependencyKind, for node: Int) -> [String] {
        dependencies[node].lazy.filter { $0.kind == kind }.map { name(of: $0.node) }
    }
}
