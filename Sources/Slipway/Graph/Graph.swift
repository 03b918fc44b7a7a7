/// A checked plan: no cycle, no missing name, nothing that would keep an operation from ending.
///
/// The initialiser is the only way to get one, so nothing downstream checks again. A graph is a
/// value: it can be launched more than once.
public struct Graph: Sendable {
    /// The plan that was checked.
    public private(set) var plan: Plan
    /// The plan's operations, with their dependencies by number.
    var topology: Topology
    /// The progress with which each launch begins.
    let records: [OperationRecord]
    /// The calls of each operation, as a launch begins with them.
    var calls: [OperationCalls?]

    /// Checks a plan.
    ///
    /// Linear in operations and dependencies, iterative, and deterministic.
    ///
    /// - Throws: ``GraphFaults`` with every fault of the plan.
    public init(_ plan: Plan) throws(GraphFaults) {
        self.plan = plan
        calls = plan.calls.map { $0 }
        var check = GraphCheck(plan)
        let queues = check.queues
        let result = try check.run()
        topology = Topology(result, queues: queues)
        records = topology.records
        for (kind, consumers) in topology.furtherConsumers.sorted(by: { $0.key < $1.key }) {
            calls += repeatElement(calls[kind], count: consumers.count)
        }
    }

    /// The same graph with a deadline, unless its plan has one.
    package func withDeadline(_ deadline: Duration) -> Graph {
        guard plan.deadline == nil else { return self }
        var graph = self
        graph.plan.deadline = deadline
        return graph
    }

    /// The policy of each kind of launch action, by its name.
    package var actionPolicies: [String: ActionPolicy] {
        var policies: [String: ActionPolicy] = [:]
        for kind in topology.kinds {
            if case .action(let policy) = topology.operations[kind].declaration.kind {
                policies[topology.operations[kind].name] = policy
            }
        }
        return policies
    }

    /// The functions that make the keys of a payload, by the names of the kinds; kinds without keys have
    /// none.
    package var actionKeys: [String: @Sendable (ActionPayload) -> ActionKeys?] {
        var keys: [String: @Sendable (ActionPayload) -> ActionKeys?] = [:]
        for (operation, calls) in zip(plan.declared, plan.calls) where operation.isAction {
            keys[operation.name] = calls.keys
        }
        return keys
    }

    /// The decoders of the payloads of each kind of launch action, by the kind's name; kinds whose
    /// payload is neither `Decodable` nor `Void` are not in it.
    ///
    /// Made anew at each call.
    package var actionPayloads: [String: any PayloadDecoding] {
        var decodings: [String: any PayloadDecoding] = [:]
        for (operation, calls) in zip(plan.declared, plan.calls) where operation.isAction {
            decodings[operation.name] = calls.payload?()
        }
        return decodings
    }

    /// The queues that there are, `main` first, then by name.
    public var queues: [Queue] { topology.queues.map(\.queue) }
}
