/// Answers why, for one report at one instant.
struct Explainer {
    let report: Report
    let open: OpenOperations
    let now: Instant

    func operation(_ position: Int, subject: String) -> Explanation {
        Explanation(
            subject: subject,
            state: report.operations[position].word,
            steps: chain(from: position, relation: Explanation.Step.subject)
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
                steps += holdingAction(of: operation.queue)
            }
            next = blocker
        }
        return steps
    }

    private func blocker(
        of operation: OperationStatus
    ) -> (next: (position: Int, relation: String)?, detail: String?) {
        switch operation.state {
        case .running:
            return (nil, nil)
        case .pending:
            let waits = open.open(operation)
            guard let first = waits.first else { return (nil, nil) }
            return ((first.index, first.relation), others(waits.dropFirst().map(\.index)))
        case .ready:
            let holders = open.running(on: operation.queue)
            let detail = "waits for queue '\(operation.queue)'"
            guard let first = holders.first else { return (nil, detail) }
            return ((first, Explanation.Step.holdsQueue), detail)
        case .ended(.skipped(let root)):
            let detail = operation.outcome?.message
            return (open.index[root].map { ($0, Explanation.Step.because) }, detail)
        case .ended(let outcome):
            return (nil, outcome.message)
        }
    }

    func others(_ positions: [Int]) -> String? {
        guard !positions.isEmpty else { return nil }
        let names = positions.prefix(3).map { "'\(report.operations[$0].name)'" }
        let more = positions.count > 3 ? " and \(positions.count - 3) more" : ""
        return "also waits for " + names.joined(separator: ", ") + more
    }

    func step(
        for operation: OperationStatus,
        relation: String,
        detail: String?
    ) -> Explanation.Step {
        let since: Instant? =
            switch operation.state {
            case .pending: nil
            case .ready: operation.readyAt
            case .running, .ended: operation.startedAt
            }
        return Explanation.Step(
            name: operation.name,
            relation: relation,
            state: operation.word,
            elapsed: since.flatMap { elapsed(from: $0, to: operation.endedAt) },
            budget: operation.state == .running ? operation.timeout : nil,
            detail: detail
        )
    }

    func elapsed(from start: Instant, to end: Instant?) -> Duration {
        max(start.duration(to: end ?? now), .zero)
    }
}
