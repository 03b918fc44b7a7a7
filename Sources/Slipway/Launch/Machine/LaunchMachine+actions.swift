/// Launch actions: always queued, first in first out for each kind; warm merely means that nothing
/// is missing. A kind whose requirements are there runs its first action, whatever other kinds
/// wait for.
extension LaunchMachine {
    /// What the machine knows of one kind, besides its record as an operation.
    struct Kind: Sendable {
        var waiting = Fifo<ActionID>()
        /// The one that is ready or running; it is the kind's operation.
        var current: ActionID?
        /// The required operation that did not succeed, and why: nothing of this kind will run.
        var broken: (operation: String, message: String)?
    }

    private func limits(of kind: Int) -> (expires: Duration?, limit: Int) {
        guard case .action(let expires, let limit) = topology.operations[kind].declaration.kind
        else {
            return (nil, 0)
        }
        return (expires, limit)
    }

    /// Takes an action, or says why not.
    mutating func submit(kind: Int, id: ActionID, at now: Instant) throws(SubmitRefusal) {
        guard actions[id] == nil else { throw .duplicateID(id) }
        switch stage {
        case .idle, .starting, .ready: break
        case .stopping, .tearingDown, .ended:
            guard let cause = rootCauses.first else { throw .stopping }
            throw .launchFailed(operation: cause.operation, message: cause.failure.message)
        }
        if let broken = kinds[kind]?.broken {
            throw .launchFailed(operation: broken.operation, message: broken.message)
        }
        let (expires, limit) = limits(of: kind)
        guard kinds[kind]?.waiting.count ?? 0 < limit else { throw .queueFull(limit: limit) }
        let operation = topology.operations[kind]
        let status = ActionStatus(
            id: id,
            kind: operation.name,
            queue: operation.declaration.queue,
            requires: topology.declared[kind].value.requires,
            state: .waiting(missing: missing(for: kind)),
            acceptedAt: now
        )
        actions.add(status, kind)
        kinds[kind]?.waiting.append(id)
        // That it is ready is told instead, if it is at once.
        if !mayStart(kind) || kinds[kind]?.waiting.first != id {
            tell(at: now) { _ in .actionChanged(status) }
        }
        if let expires { emit(.arm(.expiry(id), at: now.advanced(by: expires))) }
        if records[kind].inDegree > 0 {
            raiseRequirements(of: kind, at: now)
            settleAgenda(at: now)
        }
        startNextAction(of: kind, at: now)
    }

    /// What a waiting action needs gets at least its priority.
    private mutating func raiseRequirements(of kind: Int, at now: Instant) {
        raise(
            topology.operations[kind].dependencies.map(\.index),
            to: topology.operations[kind].options.priority.rawValue,
            at: now
        )
    }

    /// Cancels an action: a waiting one ends at once, a running one is asked to.
    ///
    /// - Returns: Whether it had not ended.
    mutating func cancel(_ id: ActionID, reason: String, at now: Instant) -> Bool {
        guard let kind = actions.kind(of: id), kinds[kind]?.current == id else {
            return endWaiting(id, .cancelled(reason: reason), at: now)
        }
        if records[kind].isRunning {
            requestCancel(kind, reason: reason, at: now)
        } else {
            actionEnded(kind, .cancelled(reason: reason), at: now)
            startNextAction(of: kind, at: now)
        }
        return true
    }

    /// The names of the operations that a kind still waits for.
    func missing(for kind: Int) -> [String] {
        guard records[kind].inDegree > 0 else { return [] }
        return topology.operations[kind].dependencies.filter { !records[$0.index].hasEnded }
            .map { name(of: $0.index) }
    }

    /// Puts the first waiting action of a kind into its queue, if nothing is missing.
    mutating func startNextAction(of kind: Int, at now: Instant) {
        guard mayStart(kind), let id = kinds[kind]?.waiting.popFirst() else { return }
        kinds[kind]?.current = id
        let inDegree = records[kind].inDegree
        records[kind] = OperationRecord(topology.operations[kind])
        records[kind].inDegree = inDegree
        records[kind].readyAt = now
        enqueue(kind)
        update(id, at: now) {
            $0.state = .waiting(missing: [])
            $0.readyAt = now
        }
    }

    private func mayStart(_ kind: Int) -> Bool {
        isOpen && records[kind].inDegree == 0 && kinds[kind]?.current == nil
            && !records[kind].isLeftBehind
    }

    mutating func actionStarted(_ kind: Int, at now: Instant) {
        guard let id = kinds[kind]?.current else { return }
        emit(.disarm(.expiry(id)))
        update(id, at: now) {
            $0.state = .running
            $0.startedAt = now
        }
    }

    mutating func actionEnded(_ kind: Int, _ outcome: Outcome, at now: Instant) {
        guard let id = kinds[kind]?.current else { return }
        leaveQueue(kind)
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

    /// The kind stands for no action any more.
    private mutating func leaveQueue(_ kind: Int) {
        kinds[kind]?.current = nil
        if records[kind].isReady { dequeue(kind) }
        records[kind].state = .pending
    }

    /// An operation that the kind requires has ended.
    mutating func requirementEnded(
        ofKind kind: Int,
        _ operation: Int,
        usable: Bool,
        at now: Instant
    ) {
        if !usable, kinds[kind]?.broken == nil {
            let name = name(of: operation)
            let message = records[operation].outcome?.message ?? "did not succeed"
            kinds[kind]?.broken = (name, message)
            while let id = kinds[kind]?.waiting.popFirst() {
                end(id, .failed(Failure(.error, message), operation: name), at: now)
            }
        }
        guard kinds[kind]?.broken == nil, records[kind].inDegree == 0 else { return }
        startNextAction(of: kind, at: now)
    }

    /// Nothing could watch the time of those that came before the launch began.
    mutating func armExpiries() {
        for status in actions.all where !status.state.isEnded {
            guard let kind = actions.kind(of: status.id), let expires = limits(of: kind).expires
            else { continue }
            emit(.arm(.expiry(status.id), at: status.acceptedAt.advanced(by: expires)))
        }
    }

    /// An action's time has passed: it expires, whatever it waits for, its queue included.
    mutating func expire(_ id: ActionID, at now: Instant) {
        guard let kind = actions.kind(of: id), kinds[kind]?.current == id else {
            _ = endWaiting(id, .expired, at: now)
            return
        }
        guard records[kind].isReady else { return }
        leaveQueue(kind)
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
        for kind in kinds.keys.sorted() {
            if let id = kinds[kind]?.current, records[kind].isReady {
                leaveQueue(kind)
                end(id, state, at: now)
            }
            while let id = kinds[kind]?.waiting.popFirst() { end(id, state, at: now) }
        }
    }

    private mutating func endWaiting(
        _ id: ActionID,
        _ state: ActionStatus.State,
        at now: Instant
    ) -> Bool {
        guard let kind = actions.kind(of: id), let status = actions[id],
            case .waiting = status.state, kinds[kind]?.current != id
        else { return false }
        kinds[kind]?.waiting.removeAll { $0 == id }
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
        guard let before = actions[id], let status = actions.update(id, change) else { return }
        if status != before { tell(at: now) { _ in .actionChanged(status) } }
    }
}
