internal import Slipway

extension LogEntry {
    /// Everything that an operation waits for is there.
    init(ready operation: OperationStatus, processStart: Instant?) {
        self.init(
            .debug,
            "Operation '\(operation.name)' is ready for queue '\(operation.queue)'",
            fields: operation.fields(processStart)
        )
    }

    /// An operation's body began.
    init(started operation: OperationStatus, processStart: Instant?) {
        self.init(
            .debug,
            "Operation '\(operation.name)' started on queue '\(operation.queue)'"
                + (operation.noticeableWait.map { ", waited \($0.timespan)" } ?? ""),
            fields: operation.fields(processStart)
        )
    }

    /// An operation ended, however.
    init(ended operation: OperationStatus, processStart: Instant?) {
        let after = operation.run.map { " after \($0.timespan)" } ?? ""
        let name = operation.name
        let words: String
        var priority = LogPriority.info
        var messageID: MessageID?
        switch operation.outcome {
        case .succeeded, nil:
            let duration = operation.run.map { " in \($0.timespan)" } ?? ""
            let waited = operation.noticeableWait.map {
                ", waited \($0.timespan) for queue '\(operation.queue)'"
            }
            words = "Operation '\(name)' succeeded\(duration)\(waited ?? "")"
        case .degraded(let reason):
            priority = .warning
            words = "Operation '\(name)' is degraded\(after): \(reason)"
        case .failed(let failure):
            priority = operation.isOptional ? .warning : .error
            messageID = failure.kind == .timedOut ? .operationTimedOut : .operationFailed
            words = "Operation '\(name)' failed\(after): \(failure.message)"
        case .cancelled(let reason):
            priority = .notice
            words = "Operation '\(name)' was cancelled\(after): \(reason)"
        case .skipped(let root):
            priority = .notice
            words = "Operation '\(name)' was skipped: '\(root)' did not succeed"
        }
        self.init(priority, words, id: messageID, fields: operation.fields(processStart))
    }

    /// An operation does not return.
    init(
        stuck operation: OperationStatus,
        since: Instant,
        now: Instant,
        processStart: Instant?
    ) {
        self.init(
            .warning,
            "Operation '\(operation.name)' is stuck for \(since.duration(to: now).timespan); "
                + "it goes on holding queue '\(operation.queue)'",
            id: .operationStuck,
            fields: operation.fields(processStart)
        )
    }

    /// A succeeded operation was undone.
    init(tornDown name: String, failure: Failure?) {
        let fields = [Field(.operation, name)]
        if let failure {
            self.init(
                .warning,
                "Operation '\(name)' could not be torn down: \(failure.message)",
                fields: fields + [Field(.reason, failure.message)]
            )
        } else {
            self.init(.debug, "Operation '\(name)' was torn down", fields: fields)
        }
    }
}

extension OperationStatus {
    /// How long it waited for its queue, if that is worth a word.
    fileprivate var noticeableWait: Duration? {
        wait.flatMap { $0 >= .milliseconds(1) ? $0 : nil }
    }

    fileprivate func fields(_ processStart: Instant?) -> [LogEntry.Field] {
        var fields = [LogEntry.Field(.operation, name), .init(.queue, queue.name)]
        fields += requires.map { .init(.requires, $0) }
        if let outcome {
            fields.append(.init(.outcome, outcome.word))
            if let message = outcome.message { fields.append(.init(.reason, message)) }
        }
        fields += timingFields(wait: wait, run: run, startedAt: startedAt, since: processStart)
        return fields
    }
}

/// `LAUNCH_WAIT_USEC` and its like, for what is known.
func timingFields(
    wait: Duration?,
    run: Duration?,
    startedAt: Instant?,
    since processStart: Instant?
) -> [LogEntry.Field] {
    var fields: [LogEntry.Field] = []
    if let wait { fields.append(.init(.wait, "\(wait.microseconds)")) }
    if let run { fields.append(.init(.run, "\(run.microseconds)")) }
    if let startedAt, let processStart {
        let offset = processStart.duration(to: startedAt)
        fields.append(.init(.started, "\(offset.microseconds)"))
    }
    return fields
}
