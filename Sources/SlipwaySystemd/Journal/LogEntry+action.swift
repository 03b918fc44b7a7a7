internal import Slipway

extension LogEntry {
    /// A launch action was accepted, or changed its state.
    init(changed action: ActionStatus, processStart: Instant?) {
        let subject = "Action '\(action.kind)' (\(action.id))"
        let fields = action.fields(processStart)
        switch action.state {
        case .waiting where action.isPostponed:
            self.init(
                .info,
                "\(subject) \(action.handingOn) the next launch\(action.failedAttempt)",
                id: .actionPostponed,
                fields: fields
            )
        case .waiting where action.retryAt != nil:
            let reason = action.lastFailure?.message ?? "it failed"
            self.init(
                .notice,
                "\(subject) is tried again\(action.failedAttempt)",
                fields: fields + [Field(.reason, reason)]
            )
        case .waiting(let missing) where missing.isEmpty:
            self.init(.debug, "\(subject) has what it requires", fields: fields)
        case .waiting(let missing):
            let names = missing.map { "'\($0)'" }.joined(separator: ", ")
            self.init(.info, "\(subject) waits for \(names)", id: .actionDeferred, fields: fields)
        case .running:
            let waited = action.acceptedAt.duration(to: action.startedAt ?? action.acceptedAt)
            self.init(.debug, "\(subject) started, \(waited.timespan) old", fields: fields)
        case .done:
            let duration = action.run.map { " in \($0.timespan)" } ?? ""
            self.init(.info, "\(subject) done\(duration)", id: .actionDone, fields: fields)
        case .failed(let failure, let operation):
            let blamed = operation.map { "operation '\($0)': " } ?? ""
            self.init(
                .warning,
                "\(subject) failed: \(blamed)\(failure.message)",
                id: .actionFailed,
                fields: fields + [Field(.reason, failure.message)]
                    + (operation.map { [Field(.operation, $0)] } ?? [])
            )
        case .cancelled(let reason):
            self.init(
                .notice,
                "\(subject) was cancelled: \(reason)",
                fields: fields + [Field(.reason, reason)]
            )
        case .expired:
            let age = action.acceptedAt.duration(to: action.endedAt ?? action.acceptedAt)
            self.init(.notice, "\(subject) expired, \(age.timespan) old", fields: fields)
        case .superseded(let successor):
            self.init(.info, "\(subject) was superseded by \(successor)", fields: fields)
        case .interrupted(let reason):
            self.init(
                .warning,
                "\(subject) was interrupted: \(reason)",
                id: .actionInterrupted,
                fields: fields + [Field(.reason, reason)]
            )
        }
    }
}

extension LogEntry {
    /// A stop waits for actions, which it leaves alone first, and then asks to give up.
    init(stopWaitsFor actions: [ActionStatus], drain: Duration, grace: Duration) {
        let shown = actions.prefix(Self.actionsShown)
        let names = shown.map { "'\($0.kind)' (\($0.id))" }.joined(separator: ", ")
        let more = actions.count - shown.count
        let others = more > 0 ? " and \(more) more" : ""
        let isOne = actions.count == 1
        let first = drain > .zero ? "is left alone for \(drain.timespan), and then " : ""
        self.init(
            .notice,
            "The stop waits for action\(isOne ? "" : "s") \(names)\(others); "
                + "\(isOne ? "it" : "each") \(first)has \(grace.timespan) to end",
            fields: shown.flatMap {
                [Field(.actionID, $0.id.description), Field(.action, $0.kind)]
            }
        )
    }

    /// The most actions in one line.
    private static let actionsShown = 4
}

extension ActionStatus {
    /// The time from when the action had all that it requires to the start of its last attempt;
    /// `nil` if that attempt was in an earlier launch.
    fileprivate var wait: Duration? {
        guard let readyAt, let startedAt, startedAt >= readyAt else { return nil }
        return readyAt.duration(to: startedAt)
    }

    /// The words for the fate of the action in the next launch.
    fileprivate var handingOn: String {
        if retryAt != nil { return "is tried again in" }
        return startedAt == nil ? "waits for" : "runs again in"
    }

    /// `, attempt 2 of 4 failed: HTTP 503`, where 4 is the most that may fail; empty unless the
    /// action is tried again.
    fileprivate var failedAttempt: String {
        guard retryAt != nil else { return "" }
        let reason = lastFailure.map { ": \($0.message)" } ?? ""
        guard failures > 0 else { return reason }
        let limit = failureLimit.map { " of \($0)" } ?? ""
        return ", attempt \(failures)\(limit) failed\(reason)"
    }

    fileprivate func fields(_ processStart: Instant?) -> [LogEntry.Field] {
        var fields = [
            LogEntry.Field(.actionID, id.description), .init(.action, kind),
            .init(.queue, queue.name),
        ]
        fields += requires.map { .init(.requires, $0) }
        if state.isEnded { fields.append(.init(.outcome, state.word)) }
        fields += timingFields(wait: wait, run: run, startedAt: startedAt, since: processStart)
        return fields
    }
}
