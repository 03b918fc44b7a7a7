internal import Synchronization

/// What an ``OperationContext`` asks its launch.
extension Launch {
    func name(of node: Int) -> String {
        node < graph.nodeCount
            ? graph.name(of: node) : state.withLock { $0.machine.topology.name(of: node) }
    }

    func node(named name: String) -> Int? {
        graph.operation(named: name) ?? state.withLock { $0.machine.topology.node(named: name) }
    }

    func node(of id: OperationID) -> Int? {
        if let index = graph.plan.declarations.index(of: id) { return index }
        return state.withLock { $0.machine.topology.node(of: id) }
    }

    /// Whether a node declares a dependency on another; `kind` is `nil` for either.
    func depends(_ node: Int, on other: Int, _ kind: DependencyKind?) -> Bool {
        guard node < graph.nodeCount else {
            return state.withLock { state in
                state.machine.topology.dependencies(of: node)
                    .contains { $0.node == other && (kind == nil || $0.kind == kind) }
            }
        }
        return graph.dependencies.range(of: node).contains { position in
            let link = graph.dependencies.links[position]
            return link.node == other && (kind == nil || link.kind == kind)
        }
    }

    /// Whether an operation that ended has a value.
    func hasValue(_ node: Int) -> Bool {
        switch outcome(of: node) {
        case .succeeded, .degraded: true
        case .failed, .cancelled, .skipped, .notNeeded: false
        }
    }

    /// How an operation ended; it must have.
    func outcome(of node: Int) -> Outcome {
        state.withLock { $0.machine.outcomes[node] ?? .succeeded }
    }

    /// The group that a node is in, -1 for none.
    func group(of node: Int) -> Int { state.withLock { $0.machine.topology.group(of: node) } }

    func currentAction(of node: Int) -> ActionID? {
        guard node >= graph.operationCount, node < graph.nodeCount else { return nil }
        return state.withLock { $0.machine.kinds[node - graph.operationCount].current }
    }

    func payload(of node: Int) -> AnyOutput? {
        state.withLock { state in
            guard let id = state.machine.kinds[node - graph.operationCount].current else {
                return nil
            }
            return state.payloads[id]
        }
    }

    func attempt(of node: Int) -> Int {
        max(1, state.withLock { $0.machine.detail(of: node).attempt })
    }
}
