package import Slipway
internal import SlipwayReport

extension LaunchStatus {
    /// Sums a report up at an instant; takes time linear in its operations.
    ///
    /// - Parameters:
    ///   - report: The report, with all of its actions or some.
    ///   - counts: How many actions are in each state, by its word; `nil` to count those of the
    ///     report.
    ///   - now: The instant.
    package init(_ report: Report, counting counts: [String: Int]? = nil, at now: Instant) {
        name = report.name
        launchID = report.launchID
        course = report.course
        processStart = report.processStart
        deadline = report.deadline
        operations = OperationCounts()
        background = OperationCounts()
        actions = counts.map { ActionCounts($0) } ?? ActionCounts()
        var hasTrouble = false
        for operation in report.operations {
            if operation.isLack { hasTrouble = true }
            guard !operation.isGroup else { continue }
            if operation.isCounted {
                operations[operation.state.kind] += 1
            } else {
                background[operation.state.kind] += 1
            }
        }
        if counts == nil { for action in report.actions { actions[action.state.kind] += 1 } }
        programs = Array(report.programs.prefix(Self.programLimit))
        programCount = report.programs.count
        course.pauses = []
        course.pausedQueues = Array(report.pausedQueues.prefix(Self.queueLimit))
        pausedQueueCount = report.pausedQueues.count
        skippedCounts = []
        rootCauseCount = report.rootCauses.count
        let troubles = hasTrouble ? report.troubles : []
        self.troubles = troubles.prefix(Self.troubleLimit).map(Trouble.init)
        troubleCount = troubles.count
        waitsFor = Self.chain(of: report, at: now)
        causes = report.rootCauses.prefix(Self.causeLimit).map(Cause.init)
    }

    /// The chain without the launch itself and without what runs beside it.
    private static func chain(of report: Report, at now: Instant) -> [Explanation.Step] {
        switch report.phase {
        case .starting, .stopping: break
        case .ready, .stopped, .failed: return []
        }
        let steps = (report.explanation(at: now)?.steps ?? []).dropFirst()
            .filter(\.isOnChain)
        return steps.suffix(stepLimit)
    }
}

extension LaunchStatus.Cause {
    init(_ cause: RootCause) {
        var told = cause
        told.skipped = Array(cause.skipped.prefix(LaunchStatus.skippedLimit))
        self.init(cause: told, skippedCount: cause.skipped.count)
    }

    /// `'sdk-init' failed: exit status 3; skipped 'a', 'b' and 12 more`.
    package var text: String {
        let more = skippedCount - cause.skipped.count
        return more > 0 ? "\(cause.text) and \(more) more" : cause.text
    }
}

extension LaunchStatus.Trouble {
    init(_ operation: OperationStatus) {
        var kind: Failure.Kind?
        if case .failed(let failure) = operation.outcome { kind = failure.kind }
        self.init(
            name: operation.name,
            state: operation.word,
            failureKind: kind,
            message: operation.reason
        )
    }

    /// `'a' timed out: over 5s`.
    package var text: String {
        let word = failureKind == .timedOut ? "timed out" : state
        return (["'\(name)' \(word)"] + [message].compactMap(\.self)).joined(separator: ": ")
    }
}
