internal import Slipway

extension Explainer {
    func action(named name: String) -> ActionStatus? {
        if let action = report.actions.first(where: { $0.id.description == name }) { return action }
        let ofKind = report.actions.filter { $0.kind == name }
        return ofKind.first { !$0.state.isEnded } ?? ofKind.last
    }

    func action(_ action: ActionStatus, subject: String) -> Explanation {
        var steps: [Explanation.Step] = []
        switch action.state {
        case .waiting:
            steps = waiting(action)
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

    /// The reason why an action does not begin: the details, the chain behind it, or the action that it comes after.
    private struct Wait {
        var detail: String?
        var rest: [Explanation.Step] = []
        var earlier: ActionStatus?
    }

    /// The steps of an action that waits, and of the actions that it comes after, one after the
    /// other.
    private func waiting(_ action: ActionStatus) -> [Explanation.Step] {
        var steps: [Explanation.Step] = []
        var seen: Set<ActionID> = []
        var next: ActionStatus? = action
        var relation = Explanation.Step.subject
        while let current = next, seen.insert(current.id).inserted {
            let wait = wait(of: current)
            steps.append(step(for: current, relation: relation, detail: wait.detail))
            steps += wait.rest
            next = wait.earlier
            relation = Explanation.Step.earlier
        }
        return steps
    }

    private func wait(of action: ActionStatus) -> Wait {
        guard case .waiting(let missing) = action.state else {
            return Wait(detail: action.handlerWait)
        }
        if action.isPostponed { return postponed(action) }
        if let retryAt = action.retryAt {
            return Wait(detail: nextAttempt(of: action, at: retryAt))
        }
        if let worst = open.worst(of: missing) {
            return Wait(
                detail: others(missing.compactMap { open.index[$0] }.filter { $0 != worst }),
                rest: chain(from: worst, relation: Explanation.Step.requires)
            )
        }
        if let used = holds.earlier[action.kind] {
            let words = used.map(\.words).sorted().first
            return Wait(detail: words ?? "actions that wait in the generation before come first")
        }
        if let refusal = holds.refusals[action.id] {
            return Wait(detail: "its start could not be stored: \(refusal); it is tried again")
        }
        if holds.beginning.contains(action.id) {
            return Wait(detail: "its start is being stored")
        }
        return ready(action) ?? behind(action)
    }

    private func nextAttempt(of action: ActionStatus, at retryAt: Instant) -> String {
        let pause = now.elapsed(to: retryAt).timespan
        let limit = action.failureLimit.map { " of \($0)" } ?? ""
        let attempt =
            action.failures > 0
            ? "attempt \(action.failures)\(limit) failed" : "it was interrupted"
        let reason = action.lastFailure.map { ": \($0.message)" } ?? ""
        return "\(attempt)\(reason); tried again in \(pause)"
    }

    /// An action that waits for the next launch.
    private func postponed(_ action: ActionStatus) -> Wait {
        let words = "waits for the next launch"
        guard let operation = holds.unmet[action.kind] else {
            return Wait(detail: report.phase == .stopping ? "\(words), as this one ends" : words)
        }
        return Wait(
            detail: "\(words), as '\(operation)' did not succeed",
            rest: open.index[operation].map {
                chain(from: $0, relation: Explanation.Step.because)
            } ?? []
        )
    }

    /// An action that waits for a lock, or is ready to start; `nil` for any other.
    private func ready(_ action: ActionStatus) -> Wait? {
        if case .lock(let lock, let holder) = action.obstacle {
            let rest = holding(lockOf: holder)
            let words = "waits for lock '\(lock)'"
            guard rest.isEmpty, let holder else { return Wait(detail: words, rest: rest) }
            return Wait(detail: "\(words), held by '\(holder)'")
        }
        guard action.readyAt != nil else { return nil }
        if report.isPaused { return Wait(detail: "the launch is paused") }
        if report.pausedQueues.contains(action.queue) {
            return Wait(detail: "queue '\(action.queue)' is paused")
        }
        let words = "waits for queue '\(action.queue)'"
        let rest =
            open.running(on: action.queue).first
            .map { chain(from: $0, relation: Explanation.Step.holdsQueue) }
            ?? holdingAction(of: action.queue)
        guard rest.isEmpty, let holder = holds.holders[action.queue]?.first else {
            return Wait(detail: words, rest: rest)
        }
        return Wait(detail: "\(words), held by '\(holder)'")
    }

    /// An action that waits behind others.
    private func behind(_ action: ActionStatus) -> Wait {
        let before = report.actions.prefix { $0.id != action.id }
            .filter { $0.kind == action.kind && !$0.state.isEnded }
        if let first = action.waitsBehind {
            let earlier = report.actions.first { $0.id == first && !$0.state.isEnded }
            return earlier.map { Wait(earlier: $0) }
                ?? Wait(detail: "its line is held by a handler that has not returned")
        }
        if action.id == holds.suspect {
            return Wait(
                detail: "was interrupted, and is tried alone once the others have ended",
                rest: running(relation: Explanation.Step.waitsFor) { _ in true }
            )
        }
        // In a kind with an order key, earlier actions may wait behind others.
        if let width = holds.full[action.kind],
            before.allSatisfy({ $0.state == .running || $0.waitsBehind != nil })
        {
            return Wait(
                detail: "all \(width) slots of '\(action.kind)' are taken",
                rest: running(relation: Explanation.Step.waitsFor) { $0.kind == action.kind }
            )
        }
        if let earlier = before.first { return Wait(earlier: earlier) }
        guard let suspect = holds.suspect, holds.standingBack.contains(action.kind) else {
            return Wait()
        }
        return Wait(
            detail: "waits until an interrupted action has been tried alone",
            rest: report.actions.first { $0.id == suspect }.map {
                [step(for: $0, relation: Explanation.Step.waitsFor, detail: $0.handlerWait)]
            } ?? []
        )
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

    /// The actions that run, beside what else the launch waits for.
    func runningActions() -> [Explanation.Step] {
        report.actions.filter { $0.state == .running }.map {
            step(for: $0, relation: Explanation.Step.alsoRunning, detail: $0.handlerWait)
        }
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
        // An action that waits for its next attempt has waited since it was accepted.
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

extension ActionResource {
    /// Why an action of the next generation cannot have the resource:
    /// `an action of the generation before holds lock 'db'`.
    fileprivate var words: String {
        switch self {
        case .kind: "an action of its kind still runs in the generation before"
        case .lock(let lock): "an action of the generation before holds lock '\(lock)'"
        case .queue(let queue): "an action of the generation before holds queue '\(queue)'"
        }
    }
}
