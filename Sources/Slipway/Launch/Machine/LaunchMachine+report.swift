extension LaunchMachine {
    var phase: Phase {
        switch stage {
        case .idle, .starting: .starting
        case .ready: .ready(degraded: isDegraded)
        case .stopping, .tearingDown: .stopping
        case .ended: rootCauses.isEmpty ? .stopped : .failed
        }
    }

    /// The launch as far as it has come.
    func report() -> Report {
        Report(
            name: graph.plan.name,
            launchID: launchID,
            phase: phase,
            processStart: processStart,
            launchedAt: launchedAt,
            readyAt: readyAt,
            endedAt: endedAt,
            deadline: deadline,
            operations: (0..<graph.operationCount).map { status(of: $0) },
            actions: actions.all,
            rootCauses: rootCauses
        )
    }

    func status(of node: Int) -> OperationStatus {
        let current = nodes[node]
        return OperationStatus(
            name: graph.name(of: node),
            queue: graph.queue(of: node),
            isOptional: graph.plan.declarations[node].isOptional,
            requires: graph.names(of: .requires, for: node),
            after: graph.names(of: .after, for: node),
            state: state(of: node),
            readyAt: current.readyAt,
            startedAt: current.startedAt,
            endedAt: current.endedAt,
            releasedBy: current.releasedBy < 0 ? nil : graph.name(of: Int(current.releasedBy)),
            timeout: timeout(of: node)
        )
    }

    /// A place in the queue that has been given out but not taken shows as ready: the body has
    /// not begun.
    private func state(of node: Int) -> OperationStatus.State {
        switch nodes[node].state {
        case .pending: .pending
        case .ready: .ready
        case .running: nodes[node].startedAt == nil ? .ready : .running
        case .ended: .ended(outcomes[node] ?? .succeeded)
        }
    }
}
