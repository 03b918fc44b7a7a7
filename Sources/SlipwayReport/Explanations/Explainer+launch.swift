internal import Slipway

extension Explainer {
    func launch() -> Explanation {
        let state = report.phase.word
        var subject = Explanation.Step(
            name: report.name,
            relation: Explanation.Step.subject,
            state: state,
            detail: report.pauseWords
        )
        if report.phase == .stopping {
            subject.elapsed = report.stoppingAt.map { elapsed(from: $0, to: nil) }
            subject.budget = report.longestEnd
        } else {
            let end = report.readyAt ?? report.endedAt
            subject.elapsed = elapsed(from: report.processStart, to: end)
            subject.budget = report.deadline.map { report.processStart.duration(to: $0) }
        }
        var steps = [subject]
        switch report.phase {
        case .starting: steps += withStorage(blockers())
        case .stopping: steps += stopBlockers()
        case .failed: steps += report.rootCauses.map(step(for:))
        case .ready:
            steps += report.troubles.map(stepForEnded)
            steps += report.lackedPrograms.map(step(for:))
            steps += report.storage.map { [step(for: $0)] } ?? []
        case .stopped: break
        }
        return Explanation(subject: nil, state: state, steps: steps)
    }

    /// The chain with the most operations left, then the other running operations that are waited for.
    private func blockers() -> [Explanation.Step] {
        let isStarting = report.phase == .starting
        guard let worst = isStarting ? open.worstBeforeReady() : open.worst() else { return [] }
        let chain = chain(from: worst, relation: Explanation.Step.waitsFor)
        let named = Set(chain.map(\.name))
        let others = report.operations
            .filter { isUnderWay($0) && !named.contains($0.name) }
            .filter { !isStarting || $0.stage == .launch }
            .map { operation in
                step(
                    for: operation,
                    relation: Explanation.Step.alsoRunning,
                    detail: operation.obstacleWords(at: now) ?? operation.lack
                        ?? program(of: operation)?.progress
                )
            }
        return chain + others
    }

    /// The steps that block the launch, and behind them the store, if it is waited for.
    private func withStorage(_ steps: [Explanation.Step]) -> [Explanation.Step] {
        guard let storage = report.storage else { return steps }
        if [.absent, .filling].contains(storage.kind) { return steps + [step(for: storage)] }
        let relation =
            steps.isEmpty ? Explanation.Step.waitsFor : Explanation.Step.alsoRunning
        return steps + [step(for: storage, relation)]
    }

    private func step(
        for storage: StorageTrouble,
        _ relation: String? = nil
    ) -> Explanation.Step {
        let isAbsent = storage.kind == .absent
        let known =
            switch storage.kind {
            case .unavailable, .failing, .damaged: Explanation.Step.because
            case .awaited: Explanation.Step.alsoRunning
            case .filling, .absent: Explanation.Step.beside
            }
        return Explanation.Step(
            name: "storage",
            relation: relation ?? known,
            state: storage.kind.rawValue,
            elapsed: isAbsent ? nil : elapsed(from: storage.since, to: nil),
            detail: storage.words
        )
    }

    /// Tells whether an operation has begun; for a group its operations tell.
    private func isUnderWay(_ operation: OperationStatus) -> Bool {
        if operation.isGroup { return false }
        if case .backoff = operation.obstacle { return true }
        return operation.state == .running
    }

    private func stepForEnded(_ operation: OperationStatus) -> Explanation.Step {
        step(for: operation, relation: Explanation.Step.because, detail: operation.reason)
    }

    private func step(for program: ProgramStatus) -> Explanation.Step {
        Explanation.Step(
            name: program.name,
            relation: Explanation.Step.because,
            state: program.state.word,
            elapsed: elapsed(from: program.since, to: nil),
            detail: program.reason
        )
    }

    /// The operations that a stop waits for, the actions that run, and then the teardowns.
    private func stopBlockers() -> [Explanation.Step] {
        var steps = blockers() + runningActions() + teardowns()
        if !steps.isEmpty { steps[0].relation = Explanation.Step.waitsFor }
        return steps
    }

    /// The teardowns that run; nothing else is under way then.
    private func teardowns() -> [Explanation.Step] {
        report.tearingDown.map { teardown in
            let program = report.programs.first { $0.name == teardown.name && $0.isThere }
            return Explanation.Step(
                name: teardown.name,
                relation: Explanation.Step.alsoRunning,
                state: "stopping",
                elapsed: elapsed(from: teardown.since, to: nil),
                detail: program?.words(at: now)
            )
        }
    }

    private func step(for cause: RootCause) -> Explanation.Step {
        let skipped = cause.skipped.map { "'\($0)'" }.joined(separator: ", ")
        let detail = cause.failure.message + (skipped.isEmpty ? "" : "; skipped \(skipped)")
        let operation = cause.operation.flatMap { open.index[$0] }.map { report.operations[$0] }
        // The operation of a program that ended later has succeeded.
        guard let operation, operation.outcome != .succeeded else {
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
