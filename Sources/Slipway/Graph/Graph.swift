/// A checked plan: no cycle, no missing name, nothing that would keep an operation from ending.
///
/// The initialiser is the only way to get one, so nothing downstream checks again. A graph is a
/// value: it can be launched more than once.
public struct Graph: Sendable {
    /// The plan that was checked.
    public let plan: Plan
    /// Its operations, with their dependencies by number.
    var topology: Topology
    /// What each of them calls.
    var calls: [OperationCalls]

    /// Checks a plan.
    ///
    /// Linear in operations and dependencies, iterative, and deterministic.
    ///
    /// - Throws: ``GraphFaults`` with every fault of the plan.
    public init(_ plan: Plan) throws(GraphFaults) {
        self.plan = plan
        calls = plan.calls
        var check = GraphCheck(plan)
        let queues = check.queues
        let result = try check.run()
        topology = Topology(queues: queues)
        _ = topology.add(result)
    }

    /// The queues that there are, `main` first, then by name.
    public var queues: [Queue] { topology.queues.map(\.queue) }
}
