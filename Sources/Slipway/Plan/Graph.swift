/// A checked plan: no cycle, no missing name, nothing that would keep an operation from ending.
///
/// The initialiser is the only way to get one, so nothing downstream checks again. A graph is a
/// value: it can be launched more than once.
public struct Graph: Sendable {
    /// The plan that was checked.
    ///
    /// What replaces its bodies keeps its operations and their dependencies.
    public internal(set) var plan: Plan

    /// The queues with their widths, by number; `main` is the first and has width 1.
    let lanes: [Lane]
    /// For each node, the number of the queue it runs on; 0 at a group's entry and exit.
    let laneOf: ContiguousArray<UInt16>
    /// For each node, what it depends on.
    let dependencies: Adjacency
    /// For each node, the nodes that depend on it.
    let dependents: Adjacency
    /// For each node, its effective priority as far as the plan tells.
    ///
    /// It is the highest of its own and of all operations that wait for it. Kinds of action have
    /// their own, and do not count for others: only waiting actions do.
    let priorities: ContiguousArray<Int8>
    /// The nodes in the order in which they start when all are ready: effective priority, longest
    /// remaining path, declaration order.
    let nodeAtRank: ContiguousArray<Int32>
    /// For each node, its place in ``nodeAtRank``.
    let rankOf: ContiguousArray<Int32>
    /// The names of the locks, by number, in order of first mention.
    let locks: [Lock]
    /// For each entry of the plan's `policies`, the numbers of its locks that no group around the
    /// operation holds already, ascending.
    let lockNumbers: [[Int32]]
    /// The locks that are taken while a group holds others.
    let lockSteps: [LockStep]
    private let index: NameIndex

    /// A queue with its width.
    typealias Lane = QueueWidths.Entry

    /// Checks a plan.
    ///
    /// Linear in operations and dependencies, iterative (a chain of a million operations needs no
    /// stack), and deterministic: the same plan gives the same faults in the same order.
    ///
    /// - Throws: ``GraphFaults`` with every fault of the plan.
    public init(_ plan: Plan) throws(GraphFaults) {
        try self.init(plan, addingTo: nil)
    }

    /// Checks operations that are to be added to a running launch.
    ///
    /// Their graph's nodes are numbered from 0; links to operations of the launch say so
    /// (``Adjacency/Link/isExisting``), queues and locks have the numbers of the launch, new locks
    /// those after them.
    ///
    /// - Throws: ``GraphFaults`` with every fault of what is to be added; the launch is not changed.
    init(_ plan: Plan, addingTo existing: (any ExistingOperations)?) throws(GraphFaults) {
        var check = PlanCheck(plan, addingTo: existing)
        check.run()
        guard check.faults.isEmpty else { throw GraphFaults(check.faults) }
        self.plan = plan
        lanes = check.lanes
        laneOf = check.laneOf
        dependencies = check.dependencies
        dependents = check.dependents
        priorities = check.priorities
        nodeAtRank = check.nodeAtRank
        rankOf = check.rankOf
        locks = check.locks
        lockNumbers = check.lockNumbers
        lockSteps = check.lockSteps
        index = check.index
    }

    /// How many operations there are; nodes from here on are the kinds of launch action.
    var operationCount: Int { plan.declarations.count }
    /// Operations and kinds of launch action together.
    var nodeCount: Int { operationCount + plan.actionDeclarations.count }

    /// The number of the operation with this name, or where the group of this name ends.
    func operation(named name: String) -> Int? { index.number(of: name, in: plan.declarations) }

    /// The name of an operation or of a kind of launch action.
    func name(of node: Int) -> String {
        node < operationCount
            ? plan.declarations[node].name : plan.actionDeclarations[node - operationCount].name
    }

    func queue(of node: Int) -> Queue { lanes[Int(laneOf[node])].queue }

    /// The names that a node requires, or runs after; that it waits for its group to begin goes
    /// without saying.
    func names(of kind: DependencyKind, for node: Int) -> [String] {
        dependencies.range(of: node).lazy.map { dependencies.links[$0] }
            .filter { $0.kind == kind && !$0.isExisting && !isEntry($0.node) }
            .map { name(of: $0.node) }
    }

    private func isEntry(_ node: Int) -> Bool {
        node < operationCount && plan.declarations[node].kind == .groupEntry
    }
}
