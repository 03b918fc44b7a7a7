public import Slipway

extension Graph {
    /// Computes what becomes of a launch of this graph when one of its operations fails, hangs or
    /// is ten times slower, or when its program or part ends: one at a time.
    ///
    /// Conditions hold and fallbacks give a value, also those from a cache. A body that is cancelled returns
    /// at once. See ``Slipway/Graph/simulate(durations:default:outcomes:width:seed:)`` for the rest.
    ///
    /// - Parameters:
    ///   - durations: How long an attempt of each operation takes.
    ///   - default: How long an attempt of every other operation takes.
    ///   - width: The width of queues with automatic width; at least 1.
    ///   - keepsActions: Whether accepted actions outlive the launch: it has a state directory.
    /// - Returns: The rows.
    public func whatIf(
        durations: [String: Duration] = [:],
        default: Duration = .milliseconds(100),
        width: Int = 8,
        keepsActions: Bool = true
    ) -> WhatIf {
        whatIf(SimulationTerms(width: width), keepsActions: keepsActions, programs: [:]) { name in
            SimulatedCourse(durations[name] ?? `default`, .succeeds)
        }
    }

    /// Computes the same from the course that each operation takes when nothing goes wrong.
    ///
    /// - Parameters:
    ///   - terms: The other facts on which the simulation depends.
    ///   - keepsActions: Whether accepted actions outlive the launch.
    ///   - programs: What follows the end of the programs that operations start.
    ///   - onProgress: Called before each simulation with how many operations are done, and how many there are.
    ///   - course: The course of the operation or the group of that name.
    /// - Returns: The rows.
    package func whatIf(
        _ terms: SimulationTerms,
        keepsActions: Bool,
        programs: [String: EndPolicy],
        onProgress: (_ done: Int, _ of: Int) -> Void = { _, _ in },
        course: (String) -> SimulatedCourse
    ) -> WhatIf {
        let operations = plan.operations
        let steps = operations.filter { !$0.isGroup }
        var rows: [WhatIf.Row] = []
        var notNeeded: [String] = []
        let answers = ActionAnswers(self, keepsActions: keepsActions)
        let base = simulate(terms, course: course)
        rows.append(WhatIf.Row(base, nil, nil, answers))
        for (number, operation) in steps.enumerated() {
            let name = operation.name
            let usual = course(name)
            guard base[name]?.outcome.map({ !$0.isUnneeded }) ?? true else {
                notNeeded.append(name)
                continue
            }
            for trouble in [WhatIf.Trouble.fails, .hangs, .slower] {
                onProgress(number, steps.count)
                let report = simulate(terms) { $0 == name ? usual.with(trouble) : course($0) }
                var row = WhatIf.Row(report, name, trouble, answers)
                if isLimited(operation, in: operations) { row.isUnbounded = false }
                rows.append(row)
            }
            if let policy = operation.ended ?? programs[name] {
                rows.append(WhatIf.Row(end: policy, of: name, usual, base, answers))
            }
        }
        return WhatIf(rows: rows, deadline: plan.deadline, notNeeded: notNeeded)
    }
}

/// The operation, or a group around it, has a limit of its own.
private func isLimited(_ operation: OperationDeclaration, in operations: [OperationDeclaration])
    -> Bool
{
    var next: OperationDeclaration? = operation
    while let current = next {
        if current.timeout != nil || current.budget != nil { return true }
        next = current.group.flatMap { name in operations.first { $0.name == name } }
    }
    return false
}

extension SimulatedCourse {
    /// The course when something goes wrong.
    fileprivate func with(_ trouble: WhatIf.Trouble) -> SimulatedCourse {
        var course = self
        course.pauses = []
        switch trouble {
        case .fails:
            let time = attempts.last?.duration ?? .zero
            course.attempts = [Attempt(time, failure: Failure(.error, "as assumed"))]
        case .hangs: course.attempts = [Attempt(nil)]
        case .slower:
            course.attempts = attempts.map {
                Attempt($0.duration.map { $0 * 10 }, failure: $0.failure)
            }
        case .dies: break
        }
        return course
    }
}

extension Outcome {
    /// The operation did not run, because its condition, or that of a group around it, did not
    /// hold.
    fileprivate var isUnneeded: Bool { if case .notNeeded = self { true } else { false } }
}

extension WhatIf.Row {
    fileprivate init(
        _ report: Report,
        _ operation: String?,
        _ trouble: WhatIf.Trouble?,
        _ answers: ActionAnswers
    ) {
        let ending: WhatIf.Ending =
            switch report.phase {
            case .ready(degraded: false): .ready
            case .ready(degraded: true): .degraded
            case .starting: .never
            case .failed, .stopping, .stopped: .failed
            }
        // Only the deadline is a cause without an operation here.
        let isLate = report.rootCauses.contains { $0.operation == nil }
        let isOpen = operation.flatMap { report[$0] }.map { $0.outcome == nil } ?? false
        self.init(
            operation: operation,
            trouble: trouble,
            ending: ending,
            after: (report.readyAt ?? report.endedAt).map { report.processStart.duration(to: $0) },
            reason: report.rootCauses.first?.ownText ?? report.firstTrouble,
            skipped: report.operations.filter { $0.isSkipped && !$0.isGroup }.map(\.name),
            actions: answers.answers(report),
            isUnbounded: trouble == .hangs && (isLate || isOpen)
        )
    }

    /// The program or the part of an operation ends after it was ready.
    fileprivate init(
        end policy: EndPolicy,
        of operation: String,
        _ course: SimulatedCourse,
        _ base: Report,
        _ answers: ActionAnswers
    ) {
        self.init(base, operation, .dies, answers)
        after = nil
        switch policy {
        // The end counts as a failure of the launch.
        case .fail, .stop:
            ending = .failed
            after = .zero
            reason = "'\(operation)' ended"
        case .degrade:
            ending = .degraded
            reason = "'\(operation)' ended"
        case .restart(let limits):
            ending = .degraded
            after = min(limits.initial, limits.maximum) + (course.attempts.last?.duration ?? .zero)
            reason = "'\(operation)' ended, and is started again"
        }
    }
}

extension Report {
    /// The first operation that ended otherwise than well, and was not skipped, in words.
    fileprivate var firstTrouble: String? {
        guard case .ready(degraded: true) = course.phase else { return nil }
        let first = operations.filter { !$0.isGroup && $0.isTrouble && !$0.isSkipped }
            .min { ($0.endedAt ?? processStart) < ($1.endedAt ?? processStart) }
        return first.map { "'\($0.name)' \($0.result ?? $0.word)" }
    }
}

extension RootCause {
    /// The cause without the operations that it skipped, which the row has by themselves.
    fileprivate var ownText: String {
        var cause = self
        cause.skipped = []
        return cause.text
    }
}

extension OperationStatus {
    /// The operation did not run because of another one.
    fileprivate var isSkipped: Bool {
        if case .ended(.skipped) = state { true } else { false }
    }
}
