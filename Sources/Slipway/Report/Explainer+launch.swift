extension Explainer {
    func launch() -> Explanation {
        let state = report.phase.word
        var steps = [
            Explanation.Step(
                name: report.name,
                relation: Explanation.Step.subject,
                state: state,
                elapsed: elapsed(from: report.processStart, to: report.readyAt ?? report.endedAt),
                budget: report.deadline.map { report.processStart.duration(to: $0) }
            )
        ]
        switch report.phase {
        case .starting, .stopping: steps += blockers()
        case .failed: steps += report.rootCauses.map(step(for:))
        case .ready: steps += report.operations.filter(isTrouble).map(stepForEnded)
        case .stopped: break
        }
        return Explanation(subject: nil, state: state, steps: steps)
    }

    /// The chain with the longest way to go, then whatever else runs.
    private func blockers() -> [Explanation.Step] {
        guard let worst = open.worst() else { return [] }
        let chain = chain(from: worst, relation: Explanation.Step.waitsFor)
        let named = Set(chain.map(\.name))
        let others = report.operations
            .filter { $0.state == .running && !named.contains($0.name) }
            .map { step(for: $0, relation: Explanation.Step.alsoRunning, detail: nil) }
        return chain + others
    }

    private func isTrouble(_ operation: OperationStatus) -> Bool {
        switch operation.outcome {
        case nil, .succeeded: false
        case .degraded, .failed, .cancelled, .skipped: true
        }
    }

    private func stepForEnded(_ operation: OperationStatus) -> Explanation.Step {
        step(for: operation, relation: Explanation.Step.because, detail: operation.outcome?.message)
    }

    private func step(for cause: RootCause) -> Explanation.Step {
        let skipped = cause.skipped.map { "'\($0)'" }.joined(separator: ", ")
        let detail = cause.failure.message + (skipped.isEmpty ? "" : "; skipped \(skipped)")
        let operation = cause.operation.flatMap { open.index[$0] }.map { report.operations[$0] }
        guard let operation else {
            return Explanation.Step(
                name: cause.operation ?? report.name,
                relation: Explanation.Step.because,
                state: "failed",
                detail: detail
            )
        }
        return step(for: operation, relation: Explanation.Step.because, detail: detail)
    }
}
