extension Explainer {
    func action(named name: String) -> ActionStatus? {
        if let action = report.actions.first(where: { $0.id.description == name }) { return action }
        let ofKind = report.actions.filter { $0.kind == name }
        return ofKind.first { !$0.state.isEnded } ?? ofKind.last
    }

    func action(_ action: ActionStatus, subject: String) -> Explanation {
        var steps: [Explanation.Step] = []
        switch action.state {
        case .waiting(let missing):
            steps = waiting(action, missing: missing)
        case .failed(let failure, let operation):
            steps = [step(for: action, relation: Explanation.Step.subject, detail: failure.message)]
            if let operation, let position = open.index[operation] {
                steps += chain(from: position, relation: Explanation.Step.because)
            }
        case .cancelled(let reason), .interrupted(let reason):
            steps = [step(for: action, relation: Explanation.Step.subject, detail: reason)]
        case .superseded(let successor):
            let detail = "by \(successor)"
            steps = [step(for: action, relation: Explanation.Step.subject, detail: detail)]
        case .running:
            let detail = action.handlerWait
            steps = [step(for: action, relation: Explanation.Step.subject, detail: detail)]
        case .done, .expired:
            steps = [step(for: action, relation: Explanation.Step.subject, detail: nil)]
        }
        return Explanation(subject: subject, state: action.state.word, steps: steps)
    }

    private func waiting(_ action: ActionStatus, missing: [String]) -> [Explanation.Step] {
        var detail: String?
        var rest: [Explanation.Step] = []
        let earlier =
            action.waitsBehind.map { first in report.actions.first { $0.id == first } }
            ?? report.actions.prefix { $0.id != action.id }
            .first { $0.kind == action.kind && !$0.state.isEnded }
        if let retryAt = action.retryAt {
            let pause = now.elapsed(to: retryAt).timespan
            let limit = action.failureLimit.map { " of \($0)" } ?? ""
            let attempt =
                action.failures > 0
                ? "attempt \(action.failures)\(limit) failed" : "it was interrupted"
            let reason = action.lastFailure.map { ": \($0.message)" } ?? ""
            detail = "\(attempt)\(reason); tried again in \(pause)"
        } else if let worst = open.worst(of: missing) {
            detail = others(missing.compactMap { open.index[$0] }.filter { $0 != worst })
            rest = chain(from: worst, relation: Explanation.Step.requires)
        } else if case .lock(let lock, let holder) = action.obstacle {
            detail = "waits for lock '\(lock)'"
            rest = holding(lockOf: holder)
        } else if action.readyAt != nil, report.isPaused {
            detail = "the launch is paused"
        } else if action.readyAt != nil, report.pausedQueues.contains(action.queue) {
            detail = "queue '\(action.queue)' is paused"
        } else if action.readyAt != nil {
            detail = "waits for queue '\(action.queue)'"
            let holder = open.running(on: action.queue).first
            rest =
                holder.map { chain(from: $0, relation: Explanation.Step.holdsQueue) }
                ?? holdingAction(of: action.queue)
        } else if let earlier {
            let detail = earlier.handlerWait
            rest = [step(for: earlier, relation: Explanation.Step.earlier, detail: detail)]
        }
        return [step(for: action, relation: Explanation.Step.subject, detail: detail)] + rest
    }

    /// The action that holds the queue, if there is one.
    func holdingAction(of queue: Queue) -> [Explanation.Step] {
        running(relation: Explanation.Step.holdsQueue) { $0.queue == queue }
    }

    /// The steps to the holder of a lock, an operation or an action of a kind, and on to what that waits for.
    private func holding(lockOf holder: String?) -> [Explanation.Step] {
        guard let holder else { return [] }
        let relation = Explanation.Step.holdsLock
        return open.index[holder].map { chain(from: $0, relation: relation) }
            ?? holdingAction(lockOf: holder)
    }

    /// The action that holds a lock, if one of the kind runs.
    func holdingAction(lockOf kind: String) -> [Explanation.Step] {
        running(relation: Explanation.Step.holdsLock) { $0.kind == kind }
    }

    private func running(
        relation: String,
        _ isMeant: (ActionStatus) -> Bool
    ) -> [Explanation.Step] {
        report.actions.filter { $0.state == .running && isMeant($0) }.prefix(1).map {
            step(for: $0, relation: relation, detail: $0.handlerWait)
        }
    }

    private func step(
        for action: ActionStatus,
        relation: String,
        detail: String?
    ) -> Explanation.Step {
        // One that waits for its next attempt has waited since it came.
        var since = action.startedAt ?? action.acceptedAt
        if case .waiting = action.state { since = action.acceptedAt }
        return Explanation.Step(
            name: action.id.description,
            relation: relation,
            state: action.state.word,
            elapsed: elapsed(from: since, to: action.endedAt),
            detail: [action.kind, detail ?? ""].filter { !$0.isEmpty }.joined(separator: "; ")
        )
    }
}
