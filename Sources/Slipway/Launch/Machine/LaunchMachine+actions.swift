/// Launch actions: always queued, first in first out for each kind; warm merely means that nothing
/// is missing. A kind whose requirements are there runs its first action, whatever other kinds
/// wait for.
extension LaunchMachine {
    /// What the machine knows of one kind.
    struct Kind: Sendable {
        var waiting = Fifo<ActionID>()
        /// The one that is ready or running; it is the kind's node.
        var current: ActionID?
        /// The required operation that did not succeed, and why: nothing of this kind will run.
        var broken: (operation: String, message: String)?
    }

    /// Takes an action, or says why not.
    mutating func submit(kind: Int, id: ActionID, at now: Instant) throws(SubmitRefusal) {
        let declaration = graph.plan.actionDeclarations[kind]
        guard actions[id] == nil else { throw .duplicateID(id) }
        switch stage {
        case .idle, .starting, .ready: break
        case .stopping, .tearingDown, .ended:
            guard let cause = rootCauses.first else { throw .stopping }
            throw .launchFailed(operation: cause.operation, message: cause.failure.message)
        }
        if let broken = kinds[kind].broken {
            throw .launchFailed(operation: broken.operation, message: broken.message)
        }
        guard kinds[kind].waiting.count < declaration.limit else {
            throw .queueFull(limit: declaration.limit)
        }
        let node = graph.operationCount + kind
        let status = ActionStatus(
            id: id,
            kind: declaration.name,
            queue: graph.queue(of: node),
            requires: topology.dependencyNames(of: node).requires,
            state: .waiting(missing: missing(for: kind)),
            acceptedAt: now
        )
        actions.add(status)
        kinds[kind].waiting.append(id)
        tell(at: now) { _ in .actionChanged(status) }
        if let expires = declaration.expires {
            emit(.arm(.expiry(id), at: now.advanced(by: expires)))
        }
        if nodes[node].waiting > 0 {
            raiseRequirements(of: kind, at: now)
            if !offeredGroups.isEmpty { settleAgenda(at: now) }
        }
        startNextAction(of: kind, at: now)
    }

    /// What a waiting action needs gets at least its priority.
    private mutating func raiseRequirements(of kind: Int, at now: Instant) {
        raise(
            topology.dependencies(of: graph.operationCount + kind).map(\.node),
            to: graph.plan.actionDeclarations[kind].priority.rawValue,
            at: now
        )
    }

    /// Cancels an action: a waiting one ends at once, a running one is asked to.
    ///
    /// - Returns: Whether it had not ended.
    mutating func cancel(_ id: ActionID, reason: String, at now: Instant) -> Bool {
        guard let status = actions[id], !status.state.isEnded,
            let kind = kinds.indices.first(where: { kinds[$0].current == id })
        else { return endWaiting(id, .cancelled(reason: reason), at: now) }
        let node = graph.operationCount + kind
        if nodes[node].state == .running {
            requestCancel(node, reason: reason, at: now)
        } else {
            actionEnded(node, .cancelled(reason: reason), at: now)
            startNextAction(of: kind, at: now)
        }
        return true
    }

    /// The names of the operations that a kind still waits for.
    func missing(for kind: Int) -> [String] {
        topology.dependencies(of: graph.operationCount + kind)
            .filter { nodes[$0.node].state != .ended }
            .map { topology.name(of: $0.node) }
    }

    /// Puts the first waiting action of a kind into its queue, if nothing is missing.
    mutating func startNextAction(of kind: Int, at now: Instant) {
        let node = graph.operationCount + kind
        guard isOpen, nodes[node].waiting == 0, kinds[kind].current == nil,
            !detail(of: node).abandoned, let id = kinds[kind].waiting.popFirst()
        else { return }
        kinds[kind].current = id
        details[node] = nil
        nodes[node] = Node(
            waiting: 0,
            rank: nodes[node].rank,
            lane: nodes[node].lane,
            flags: [.action, .special]
        )
        nodes[node].readyAt = now
        enqueue(node)
        update(id, at: now) {
            $0.state = .waiting(missing: [])
            $0.readyAt = now
        }
    }

    mutating func actionStarted(_ node: Int, at now: Instant) {
        guard let id = kinds[node - graph.operationCount].current else { return }
        emit(.disarm(.expiry(id)))
        update(id, at: now) {
            $0.state = .running
            $0.startedAt = now
        }
    }

    mutating func actionEnded(_ node: Int, _ outcome: Outcome, at now: Instant) {
        let kind = node - graph.operationCount
        guard let id = kinds[kind].current else { return }
        kinds[kind].current = nil
        if nodes[node].state == .ready { dequeue(node) }
        nodes[node].state = .ended
        let state: ActionStatus.State =
            switch outcome {
            case .succeeded, .degraded, .notNeeded: .done
            case .failed(let failure): .failed(failure, operation: nil)
            case .cancelled(let reason): .cancelled(reason: reason)
            case .skipped(let root):
                .failed(Failure(.error, "'\(root)' did not succeed"), operation: root)
            }
        end(id, state, at: now)
    }

    /// An operation that the kind requires has ended.
    mutating func requirementEnded(
        ofKind node: Int,
        _ operation: Int,
        usable: Bool,
        at now: Instant
    ) {
        let kind = node - graph.operationCount
        if !usable, kinds[kind].broken == nil {
            let name = topology.name(of: operation)
            let message = outcomes[operation]?.message ?? "did not succeed"
            kinds[kind].broken = (name, message)
            while let id = kinds[kind].waiting.popFirst() {
                end(id, .failed(Failure(.error, message), operation: name), at: now)
            }
        }
        guard kinds[kind].broken == nil else { return }
        if nodes[node].waiting == 0 {
            startNextAction(of: kind, at: now)
        } else {
            tellMissing(of: kind, at: now)
        }
    }

    /// Those that came before the launch began have had nobody to watch their time.
    mutating func armExpiries() {
        for status in actions.all where !status.state.isEnded {
            let declared = graph.plan.actionDeclarations.first { $0.name == status.kind }
            guard let expires = declared?.expires else { continue }
            emit(.arm(.expiry(status.id), at: status.acceptedAt.advanced(by: expires)))
        }
    }

    /// An action's time has passed: it expires, whatever it waits for, its queue included.
    mutating func expire(_ id: ActionID, at now: Instant) {
        guard let kind = kinds.indices.first(where: { kinds[$0].current == id }) else {
            _ = endWaiting(id, .expired, at: now)
            return
        }
        let node = graph.operationCount + kind
        guard nodes[node].state == .ready else { return }
        kinds[kind].current = nil
        dequeue(node)
        nodes[node].state = .ended
        end(id, .expired, at: now)
        startNextAction(of: kind, at: now)
    }

    /// The launch stops: waiting actions end with its cause.
    ///
    /// Running ones are asked like operations.
    mutating func stopActions(cause: RootCause?, reason: String, at now: Instant) {
        let state: ActionStatus.State =
            cause.map {
                .failed($0.failure, operation: $0.operation)
            } ?? .cancelled(reason: reason)
        for kind in kinds.indices {
            let node = graph.operationCount + kind
            if let id = kinds[kind].current, nodes[node].state == .ready {
                kinds[kind].current = nil
                dequeue(node)
                nodes[node].state = .ended
                end(id, state, at: now)
            }
            while let id = kinds[kind].waiting.popFirst() { end(id, state, at: now) }
        }
    }

    private mutating func endWaiting(
        _ id: ActionID,
        _ state: ActionStatus.State,
        at now: Instant
    ) -> Bool {
        guard let status = actions[id], case .waiting = status.state,
            let kind = graph.plan.actionDeclarations.firstIndex(where: { $0.name == status.kind }),
            kinds[kind].current != id
        else { return false }
        kinds[kind].waiting.removeAll { $0 == id }
        end(id, state, at: now)
        return true
    }

    private mutating func end(_ id: ActionID, _ state: ActionStatus.State, at now: Instant) {
        if case .waiting = actions[id]?.state { emit(.disarm(.expiry(id))) }
        update(id, at: now) {
            $0.state = state
            $0.endedAt = now
        }
        actions.retire(id)
        emit(.dropPayload(id))
    }

    private mutating func update(
        _ id: ActionID,
        at now: Instant,
        _ change: (inout ActionStatus) -> Void
    ) {
        guard let status = actions.update(id, change) else { return }
        tell(at: now) { _ in .actionChanged(status) }
    }

    private mutating func tellMissing(of kind: Int, at now: Instant) {
        let missing = missing(for: kind)
        let name = graph.plan.actionDeclarations[kind].name
        for id in actions.waiting(ofKind: name) {
            update(id, at: now) { $0.state = .waiting(missing: missing) }
        }
    }
}
