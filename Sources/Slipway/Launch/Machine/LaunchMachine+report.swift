extension LaunchMachine {
    var phase: Phase {
        switch stage {
        case .idle, .starting: .starting
        case .ready: .ready(degraded: isDegraded)
        case .stopping, .tearingDown: .stopping
        case .ended: rootCauses.isEmpty ? .stopped : .failed
        }
    }

    /// The launch as far as it has come; with its operations, of which each takes a microsecond,
    /// or without.
    func report(withOperations: Bool = true) -> Report {
        Report(
            name: graph.plan.name,
            launchID: launchID,
            phase: phase,
            processStart: processStart,
            launchedAt: launchedAt,
            readyAt: readyAt,
            endedAt: endedAt,
            deadline: deadline,
            grace: graph.plan.grace,
            operations: withOperations ? statuses() : [],
            actions: actions.all,
            rootCauses: rootCauses,
            isPaused: isPaused,
            pausedQueues: pausedQueues
        )
    }

    private var pausedQueues: [Queue] {
        var queues: [Queue] = []
        for lane in lanes.indices where lanes[lane].isPaused {
            queues.append(topology.lanes[lane].queue)
        }
        return queues
    }

    func statuses() -> [OperationStatus] {
        var statuses: [OperationStatus] = []
        for node in topology.operations { statuses.append(status(of: node)) }
        return statuses
    }

    func status(of node: Int) -> OperationStatus {
        let current = nodes[node]
        var status = topology.declaredStatus(of: node)
        status.state = state(of: node)
        status.stage = current.flags.contains(.background) ? .background : .launch
        status.readyAt = current.readyAt
        status.startedAt = current.startedAt
        status.endedAt = current.endedAt
        status.releasedBy =
            current.releasedBy < 0 ? nil : topology.name(of: Int(current.releasedBy))
        status.obstacle = obstacle(of: node)
        if current.flags.contains(.groupExit), current.startedAt == nil, current.state != .ended,
            let number = topology.groupAt[node]
        {
            status.obstacle = obstacle(of: groups[number].declaration.entry)
        }
        status.lockWait = lockWait(of: topology.taker(of: node))
        if current.flags.contains(.special), let detail = details[node] {
            status.attempt = detail.attempt
            status.attempts = detail.attempts
            if current.state == .running, status.attemptLimit > 1 {
                status.attemptStartedAt = detail.attemptStartedAt
            }
            status.fallback = detail.fallback
        }
        return status
    }

    /// How long a node waited for locks, if it did.
    private func lockWait(of node: Int) -> OperationStatus.LockWait? {
        guard nodes[node].flags.contains(.special), let detail = details[node] else { return nil }
        return topology.lockWait(detail.lockWait)
    }

    private func state(of node: Int) -> OperationStatus.State {
        switch nodes[node].state {
        case .pending where nodes[node].flags.contains(.groupExit) && nodes[node].startedAt != nil:
            .running
        case .pending, .evaluating: .pending
        case .ready, .lockWaiting, .backingOff: .ready
        case .running, .fallingBack: .running
        case .ended: .ended(outcomes[node] ?? .succeeded)
        }
    }

    /// What keeps an operation from going on, besides what it depends on.
    private func obstacle(of node: Int) -> OperationStatus.Obstacle? {
        switch nodes[node].state {
        case .running, .ended: return nil
        case .pending:
            let isEarly = nodes[node].flags.contains(.background) && readyAt == nil
            return isEarly ? .launch : nil
        case .evaluating:
            return .condition(topology.policies(of: node)?.condition?.description ?? "")
        case .ready:
            if isPaused { return .pause(nil) }
            let lane = Int(nodes[node].lane)
            return lanes[lane].isPaused ? .pause(topology.lanes[lane].queue) : nil
        case .lockWaiting:
            let number = Int(detail(of: node).waitsForLock)
            guard locks.indices.contains(number) else { return nil }
            let holder = locks[number].holder
            return .lock(
                topology.locks[number],
                holder: holder < 0 ? nil : topology.name(of: Int(holder))
            )
        case .backingOff:
            return detail(of: node).retryAt.map { .backoff(until: $0) }
        case .fallingBack: return .fallback
        }
    }
}

extension Topology {
    /// A wait for a lock, in names; `nil` when there was none.
    func lockWait(_ time: LaunchMachine.LockTime) -> OperationStatus.LockWait? {
        guard time.total > .zero else { return nil }
        return OperationStatus.LockWait(
            lock: locks[Int(time.lock)],
            duration: time.total,
            holder: time.holder < 0 ? nil : name(of: Int(time.holder))
        )
    }

    /// The node that takes the locks of an operation: for a group, where it begins.
    func taker(of node: Int) -> Int { groupAt[node].map { groups[$0].entry } ?? node }

    /// An operation as it was declared, pending.
    func declaredStatus(of node: Int) -> OperationStatus {
        let declaration = declaration(of: node)
        let names = dependencyNames(of: node)
        // A group's are where it begins.
        let policies = policies(of: groupAt[node].map { groups[$0].entry } ?? node)
        return OperationStatus(
            name: declaration.name,
            queue: queue(of: node),
            isOptional: declaration.isOptional,
            requires: names.requires,
            after: names.after,
            timeout: policies?.timeout,
            stage: declaration.isBackground ? .background : .launch,
            group: declaration.group < 0 ? nil : groups[Int(declaration.group)].name,
            isGroup: declaration.kind == .groupExit,
            attemptLimit: policies?.retry?.attempts ?? 1
        )
    }
}
