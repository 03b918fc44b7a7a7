package import Slipway

/// A schedule from the report of a launch.
extension RecordedSchedule {
    /// Reads a report.
    ///
    /// - Parameters:
    ///   - report: A launch that became ready.
    ///   - plan: The plan of the launch, if it is known: its locks, priorities, widths and groups
    ///     then count, of the operations that both have.
    package init(_ report: Report, plan: Plan? = nil) {
        let reader = ScheduleReader(report, plan)
        var widths = report.widths.isEmpty ? reader.observedWidths : report.widths
        for (queue, width) in plan?.queues ?? [:] {
            if case .fixed(let width) = width { widths[queue] = width }
        }
        self.init(
            report.operations.map { reader.step($0) },
            widths: widths,
            beforeLaunch: report.launchedAt.map {
                report.processStart.elapsed(to: $0)
            } ?? .zero
        )
    }
}

/// Reads what each operation did.
private struct ScheduleReader {
    private let report: Report
    private let times: DependencyTimes
    private let children: [String: [OperationStatus]]
    private let planned: [String: OperationDeclaration]
    private let programs: Set<String>

    init(_ report: Report, _ plan: Plan?) {
        self.report = report
        times = DependencyTimes(report)
        children = Dictionary(grouping: report.operations.filter { $0.group != nil }) {
            $0.group ?? ""
        }
        planned = (plan?.operations ?? []).keyed(by: \.name)
        programs = Set(report.programs.map(\.name))
    }

    func step(_ operation: OperationStatus) -> RecordedSchedule.Step {
        let declared = planned[operation.name]
        let time = conditionTime(operation)
        var course = operation.isGroup ? SimulatedCourse([]) : course(operation)
        course.conditionTime = time
        if case .ended(.notNeeded) = operation.state { course.conditionHolds = false }
        fallBack(operation, &course)
        var step = RecordedSchedule.Step(
            name: operation.name,
            isGroup: operation.isGroup,
            group: operation.group,
            isOptional: operation.isOptional,
            queue: operation.queue,
            requires: operation.requires,
            after: operation.after,
            stage: operation.stage,
            priority: declared?.priority ?? operation.priority,
            locks: declared?.locks ?? operation.locks,
            hasCondition: operation.condition != nil || time > .zero || !course.conditionHolds,
            failsFast: declared?.failsFast ?? failsFast(operation),
            isProgram: programs.contains(operation.name) && declared?.ended == nil,
            timeout: nil,
            course: course
        )
        if operation.isGroup { readAttempts(ofGroup: operation, &step) }
        return step
    }

    /// The time that the condition took: from when the operation had all that it waited for until
    /// it was ready, or not needed.
    ///
    /// Without a condition, less than a millisecond is the time of the engine, and counts as zero.
    private func conditionTime(_ operation: OperationStatus) -> Duration {
        var end = operation.readyAt
        if case .ended(.notNeeded) = operation.state, end == nil { end = operation.endedAt }
        guard let end else { return .zero }
        // A group that is tried again becomes ready again, which says nothing of its condition.
        if operation.isGroup, operation.attempts.count > 1 { return .zero }
        let time = times.met(operation).elapsed(to: end)
        return operation.condition != nil || time >= .milliseconds(1) ? time : .zero
    }

    private func course(_ operation: OperationStatus) -> SimulatedCourse {
        var attempts = operation.attempts.map { attempt in
            SimulatedCourse.Attempt(
                attempt.startedAt.duration(to: attempt.endedAt),
                failure: attempt.failure
            )
        }
        let isCancelled: Bool
        switch operation.state {
        case .ended(.cancelled), .running, .ready, .pending: isCancelled = true
        case .ended: isCancelled = false
        }
        if isCancelled, operation.startedAt != nil {
            // An operation that was cancelled would have gone on.
            attempts.append(SimulatedCourse.Attempt(nil))
        } else if attempts.isEmpty, let run = operation.run {
            var failure: Failure?
            switch operation.state {
            case .ended(.failed(let reason)): failure = reason
            case .ended(.degraded(let reason)): failure = Failure(.error, reason)
            case .ended(.succeeded), .ended(.notNeeded), .ended(.skipped), .ended(.cancelled),
                .running, .ready, .pending:
                break
            }
            attempts = [SimulatedCourse.Attempt(max(.zero, run), failure: failure)]
        }
        var course = SimulatedCourse(attempts)
        course.pauses = pauses(operation)
        return course
    }

    private func pauses(_ operation: OperationStatus) -> [Duration] {
        zip(operation.attempts, operation.attempts.dropFirst()).map { before, next in
            before.endedAt.elapsed(to: next.readyAt ?? next.startedAt)
        }
    }

    /// Reads the fallback that the operation took, and the time that the fallback, or its refusal,
    /// took.
    private func fallBack(_ operation: OperationStatus, _ course: inout SimulatedCourse) {
        course.fallback = nil
        switch operation.state {
        case .ended(.degraded), .ended(.notNeeded): course.fallback = operation.fallback
        case .ended(.succeeded), .ended(.failed), .ended(.skipped), .ended(.cancelled), .running,
            .ready, .pending:
            break
        }
        guard !operation.isGroup, let end = operation.endedAt,
            let last = operation.attempts.last, last.failure != nil
        else { return }
        course.fallbackTime = last.endedAt.elapsed(to: end)
    }

    private func readAttempts(
        ofGroup group: OperationStatus,
        _ step: inout RecordedSchedule.Step
    ) {
        step.earlierAttempts = group.attempts.dropLast().map { attempt in
            SimulatedCourse.Attempt(
                attempt.startedAt.duration(to: attempt.endedAt),
                failure: attempt.failure ?? Failure(.error, "failed")
            )
        }
        step.course.pauses = pauses(group)
        let last = group.attempts.last
        var failure = last?.failure
        if failure == nil, case .ended(.failed(let reason)) = group.state { failure = reason }
        if failure?.kind == .timedOut {
            step.timeout =
                group.timeout ?? last.map { $0.startedAt.duration(to: $0.endedAt) } ?? group.run
        }
        if let last, let end = group.endedAt {
            step.course.fallbackTime = last.endedAt.elapsed(to: end)
        }
    }

    /// Nothing in the group went on after a required operation in it had failed.
    private func failsFast(_ group: OperationStatus) -> Bool {
        guard group.isGroup else { return true }
        let children = children[group.name] ?? []
        let failures = children.filter { child in
            if case .ended(.failed) = child.state { !child.isOptional } else { false }
        }
        guard let first = failures.compactMap(\.endedAt).min() else { return true }
        return !children.contains { child in
            child.outcome?.isUsable == true && child.endedAt.map { $0 > first } ?? false
        }
    }
}

extension ScheduleReader {
    /// The widths of queues in which something waited for a slot, for a report that does not tell
    /// the widths.
    var observedWidths: [Queue: Int] {
        let waited = Set(report.operations.filter { $0.releasedBy != nil }.map(\.queue))
        var widths: [Queue: Int] = [:]
        for queue in waited where queue != .main {
            var changes: [(at: Instant, by: Int)] = []
            for operation in report.operations where operation.queue == queue && !operation.isGroup
            {
                for span in spans(operation) { changes += [(span.0, 1), (span.1, -1)] }
            }
            changes.sort { ($0.at, $0.by) < ($1.at, $1.by) }
            var (running, most) = (0, 1)
            for change in changes {
                running += change.by
                most = max(most, running)
            }
            widths[queue] = most
        }
        return widths
    }

    private func spans(_ operation: OperationStatus) -> [(Instant, Instant)] {
        guard operation.attempts.isEmpty else {
            return operation.attempts.map { ($0.startedAt, $0.endedAt) }
        }
        guard let start = operation.startedAt, let end = operation.endedAt else { return [] }
        return [(start, end)]
    }
}
