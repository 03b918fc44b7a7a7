internal import Slipway

/// The time of one step of a chain, from what let it start to what it let start.
extension ChainSearch {
    /// The parts of a step, without gaps.
    ///
    /// - Parameters:
    ///   - position: The operation.
    ///   - previous: The operation that let this one start; `nil` for the launch.
    ///   - start: When the previous operation, or the launch, did that.
    ///   - end: When this operation let the next step start, or ended.
    /// - Returns: The parts, in order.
    func parts(
        of position: Int,
        after previous: Int?,
        from start: Instant,
        to end: Instant
    ) -> [ChainPart] {
        let operation = operations[position]
        var parts = ChainParts(from: start, to: end, zero: report.processStart)
        let around = groups(around: operation)
        for group in groupsBefore(operation, previous) { addEnd(of: group, to: &parts) }
        for group in around.reversed() { add(group, to: &parts) }
        for phase in report.phases(of: operation, at: end) {
            if case .slot = phase.kind { addBackoffs(phase, of: operation, to: &parts) }
            parts.add(kind(phase, of: operation), of: operation.name, to: phase.end)
        }
        // The time after the operation's own end belongs to the launch.
        parts.add(.gap, of: operation.name, to: operation.endedAt ?? end)
        parts.add(.gap, of: nil, to: end)
        return parts.parts
    }

    /// Adds the parts of a wait for a slot up to the end of the last pause of the queue or the
    /// launch.
    private func addBackoffs(
        _ wait: TimePhase,
        of operation: OperationStatus,
        to parts: inout ChainParts
    ) {
        guard !operation.isGroup else { return }
        for pause in report.pauses where pause.queue == nil || pause.queue == operation.queue {
            let end = min(pause.endedAt ?? wait.end, wait.end)
            guard pause.startedAt < end else { continue }
            parts.add(kind(wait, of: operation), of: operation.name, to: pause.startedAt)
            parts.add(.pause(pause.queue), of: operation.name, to: end)
        }
    }

    /// The groups that ended between two steps, in that order: an operation waits for them, or their end
    /// followed that of the operation before.
    private func groupsBefore(
        _ operation: OperationStatus,
        _ previous: Int?
    ) -> [OperationStatus] {
        let around = Set(groups(around: operation).map(\.name))
        var open = dependencies(of: operation)
        open += previous.map { groups(around: operations[$0]).map(\.name) } ?? []
        var found: [String: OperationStatus] = [:]
        while let name = open.popLast() {
            guard !around.contains(name), found[name] == nil, let position = index[name],
                operations[position].isGroup
            else { continue }
            found[name] = operations[position]
            open += children[name]?.map { operations[$0].name } ?? []
            // A group in which nothing ran ended with its dependencies.
            if isEmpty(position) { open += dependencies(of: operations[position]) }
        }
        return found.values.filter { $0.endedAt != nil }.sorted { left, right in
            (instant(left.endedAt), left.name) < (instant(right.endedAt), right.name)
        }
    }

    /// Adds what a group did before and after what is in it.
    private func addEnd(of group: OperationStatus, to parts: inout ChainParts) {
        add(group, to: &parts)
        guard let end = group.endedAt else { return }
        if group.fallback != nil { parts.add(.fallback, of: group.name, to: end) }
    }

    /// Adds what a group around an operation did until its last attempt began.
    private func add(_ group: OperationStatus, to parts: inout ChainParts) {
        guard let start = group.startedAt else {
            // The group did not start: its condition did not hold, or a dependency ended it.
            if group.condition != nil, let end = group.endedAt {
                parts.add(.condition, of: group.name, to: end)
            }
            return
        }
        let begin = group.attemptStartedAt ?? group.attempts.last?.startedAt ?? start
        for phase in report.phases(of: group, at: begin) where phase.start < begin {
            parts.add(kind(phase, of: group), of: group.name, to: min(phase.end, begin))
        }
    }

    private func kind(_ phase: TimePhase, of operation: OperationStatus) -> ChainPart.Kind {
        switch phase.kind {
        // The operation's dependencies are steps of their own; the rest is the condition's.
        case .dependencies:
            if operation.readyAt == nil, operation.fallback != nil {
                .fallback
            } else {
                operation.condition == nil ? .gap : .condition
            }
        case .lock(let lock, _): .lock(lock)
        case .slot: operation.isGroup ? .gap : .slot(operation.queue)
        case .attempt(let number): .run(attempt: number)
        case .backoff: .backoff
        case .fallback: .fallback
        }
    }
}
