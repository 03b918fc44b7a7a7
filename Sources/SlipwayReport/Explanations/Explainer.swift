internal import Slipway

/// Explains the states in one report at one instant.
struct Explainer {
    let report: Report
    let open: OpenOperations
    let now: Instant
    var holds = ActionHolds()

    func operation(_ position: Int, subject: String) -> Explanation {
        var steps = chain(from: position, relation: Explanation.Step.subject)
        if let action = report.operations[position].action {
            let words = "added by the handler of action \(action)"
            steps[0].detail = [words, steps[0].detail].compactMap(\.self).joined(separator: "; ")
        }
        return Explanation(
            subject: subject,
            state: report.operations[position].word,
            steps: steps
        )
    }

    func chain(from position: Int, relation: String) -> [Explanation.Step] {
        var steps: [Explanation.Step] = []
        var seen: Set<Int> = []
        var next: (position: Int, relation: String)? = (position, relation)
        while let current = next, seen.insert(current.position).inserted {
            let operation = report.operations[current.position]
            let (blocker, detail) = blocker(of: operation)
            steps.append(step(for: operation, relation: current.relation, detail: detail))
            if blocker == nil, case .ready = operation.state {
                steps += holdingAction(before: operation)
            }
            next = blocker
        }
        return steps
    }

    /// The action that holds what an operation that is ready waits for, if one does.
    private func holdingAction(before operation: OperationStatus) -> [Explanation.Step] {
        switch operation.obstacle {
        case nil: holdingAction(of: operation.queue)
        case .lock(_, let kind?): holdingAction(lockOf: kind)
        case .lock(_, nil), .wait, .condition, .pause, .backoff, .fallback, .teardown, .launch: []
        }
    }

    /// The operation that an operation waits for, and the details.
    private typealias Blocker = (next: (position: Int, relation: String)?, detail: String?)

    private func blocker(of operation: OperationStatus) -> Blocker {
        if let obstacle = operation.obstacle {
            return (next(behind: obstacle), details(of: operation, obstacle))
        }
        switch operation.state {
        case .running where operation.isGroup:
            let inside = open.inside(operation.name)
            guard let first = inside.first else { return (nil, nil) }
            return ((first, Explanation.Step.waitsFor), others(Array(inside.dropFirst())))
        case .running:
            let words = [
                attempt(of: operation), operation.lack,
                program(of: operation)?.startWords(at: now),
            ]
            .compactMap(\.self)
            return (nil, words.isEmpty ? nil : words.joined(separator: "; "))
        case .pending:
            let waits = open.open(operation)
            if let first = waits.first {
                return ((first.index, first.relation), others(waits.dropFirst().map(\.index)))
            }
            return (open.groupToBegin(of: operation).map { ($0, Explanation.Step.partOf) }, nil)
        case .ready:
            let holders = open.running(on: operation.queue)
            let detail = "waits for queue '\(operation.queue)'"
            guard let first = holders.first else { return (nil, detail) }
            return ((first, Explanation.Step.holdsQueue), detail)
        case .ended(.skipped(let root)):
            let detail = operation.reason
            return (open.index[root].map { ($0, Explanation.Step.because) }, detail)
        case .ended:
            return (nil, operation.reason ?? program(of: operation)?.words(at: now))
        }
    }

    private func next(
        behind obstacle: OperationStatus.Obstacle
    ) -> (position: Int, relation: String)? {
        switch obstacle {
        case .lock(_, let holder):
            holder.flatMap { open.index[$0] }.map { ($0, Explanation.Step.holdsLock) }
        case .launch:
            open.worstBeforeReady().map { ($0, Explanation.Step.waitsFor) }
        case .wait(.operation(let name), _): open.index[name].map { ($0, Explanation.Step.awaits) }
        case .wait(.action, _), .wait(.launch, _), .condition, .pause, .backoff, .fallback,
            .teardown:
            nil
        }
    }

    private func details(
        of operation: OperationStatus,
        _ obstacle: OperationStatus.Obstacle
    ) -> String? {
        // The next step says for which operation it waits.
        if case .wait(.operation, nil) = obstacle { return nil }
        return operation.vainWait ?? operation.obstacleWords(at: now)
    }

    /// The number of the running attempt, and the failure of the one before, from the second
    /// attempt on.
    private func attempt(of operation: OperationStatus) -> String? {
        guard operation.attemptCount > 1 else { return nil }
        return [operation.attemptWords(operation.attemptCount), operation.lastFailure]
            .compactMap(\.self).joined(separator: "; ")
    }

    func program(of operation: OperationStatus) -> ProgramStatus? {
        report.programs.first { $0.name == operation.name }
    }

    func others(_ positions: [Int]) -> String? {
        guard !positions.isEmpty else { return nil }
        return "also waits for "
            + positions.lazy.map { "'\(report.operations[$0].name)'" }.firstOnes()
    }

    func step(
        for operation: OperationStatus,
        relation: String,
        detail: String?
    ) -> Explanation.Step {
        let lastEnd = operation.attempts.last?.endedAt
        let since: Instant? =
            switch operation.state {
            case .pending: nil
            case .ready: lastEnd ?? operation.readyAt
            case .running where operation.obstacle == .fallback: lastEnd ?? operation.startedAt
            case .running: operation.attemptStartedAt ?? operation.startedAt
            case .ended: operation.startedAt
            }
        return Explanation.Step(
            name: operation.name,
            relation: relation,
            state: operation.word,
            elapsed: since.flatMap { elapsed(from: $0, to: operation.endedAt) },
            budget: operation.isInBody ? operation.timeout : nil,
            detail: detail
        )
    }

    func elapsed(from start: Instant, to end: Instant?) -> Duration {
        start.elapsed(to: end ?? now)
    }
}
