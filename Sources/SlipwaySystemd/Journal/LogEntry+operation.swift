internal import Slipway

extension LogEntry {
    /// An operation waits for nothing but its queue, or for a lock.
    init(ready operation: OperationStatus, processStart: Instant?) {
        if let words = operation.lockWords {
            self.init(
                .info,
                "\(operation.subject) \(words)",
                fields: operation.fields(processStart)
            )
            return
        }
        self.init(
            .debug,
            "Operation '\(operation.name)' is ready for queue '\(operation.queue)'",
            fields: operation.fields(processStart)
        )
    }

    /// An operation's body, or a group, started.
    init(started operation: OperationStatus, processStart: Instant?) {
        let place = operation.isGroup ? "" : " on queue '\(operation.queue)'"
        self.init(
            .debug,
            "\(operation.subject) started\(place)"
                + (operation.noticeableWait.map { ", waited \($0.timespan)" } ?? ""),
            fields: operation.fields(processStart)
        )
    }

    /// Operations joined the launch, perhaps by the handler of an action, or begin anew with their group.
    init(_ verb: String, _ operations: [OperationStatus], by action: ActionID? = nil) {
        let ordinary = operations.filter { !$0.isGroup }
        let shown = ordinary.prefix(Self.namesShown).map { "'\($0.name)'" }
        let more = ordinary.count - shown.count
        self.init(
            .info,
            "\(verb) \(ordinary.count == 1 ? "operation" : "\(ordinary.count) operations:") "
                + shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
                + (action.map { ", by the handler of action \($0)" } ?? ""),
            fields: ordinary.prefix(Self.namesShown).map { Field(.operation, $0.name) }
                + (action.map { [Field(.actionID, $0.description)] } ?? [])
        )
    }

    /// The most names in one line.
    private static let namesShown = 8

    /// An attempt failed, and another one follows.
    init(
        retrying operation: OperationStatus,
        attempt: Int,
        failure: Failure,
        delay: Duration,
        processStart: Instant?
    ) {
        let limit = operation.attemptLimit > 1 ? " of \(operation.attemptLimit)" : ""
        self.init(
            .notice,
            "\(operation.subject) tries again, attempt \(attempt + 1)\(limit) in \(delay.timespan): "
                + failure.message,
            id: .operationRetrying,
            fields: operation.fields(processStart) + [
                Field(.reason, failure.message), Field(.attempt, "\(attempt)"),
                Field(.delay, "\(delay.microseconds)"),
            ]
        )
    }

    /// An operation ended, with any outcome.
    init(ended operation: OperationStatus, processStart: Instant?) {
        let after = operation.run.map { " after \($0.timespan)" } ?? ""
        let subject = operation.subject
        let retries = operation.retries.map { ", \($0)" } ?? ""
        let words: String
        var priority = LogPriority.info
        var messageID: MessageID?
        switch operation.outcome {
        case .succeeded, nil:
            let duration = operation.run.map { " in \($0.timespan)" } ?? ""
            let source = operation.fallback.map { ": \($0.words)" } ?? ""
            words = "\(subject) succeeded\(duration)\(retries)\(operation.waitWords)\(source)"
        case .degraded:
            priority = .warning
            messageID = .operationDegraded
            words = "\(subject) is degraded\(after)\(retries): \(operation.reason ?? "")"
        case .failed(let failure):
            priority = operation.isOptional ? .warning : .error
            messageID = failure.kind == .timedOut ? .operationTimedOut : .operationFailed
            words = "\(subject) failed\(after)\(retries): \(failure.message)"
        case .cancelled(let reason):
            priority = .notice
            words = "\(subject) was cancelled\(after): \(reason)"
        case .skipped(let root):
            priority = .notice
            words = "\(subject) was skipped: '\(root)' did not succeed"
        case .notNeeded(let condition):
            words = "\(subject) is not needed: \(Outcome.unmet(condition))"
        }
        self.init(priority, words, id: messageID, fields: operation.fields(processStart))
    }

    /// An operation did not return when cancelled.
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

    /// The body of an operation waits for what cannot come before it returns.
    init(waitsInVain operation: OperationStatus, processStart: Instant?) {
        self.init(
            .warning,
            "Operation \(operation.vainWait ?? "'\(operation.name)' waits in vain")",
            fields: operation.fields(processStart)
        )
    }

    /// A stop waits for operations to give up, or to be torn down.
    init(stopWaitsFor names: [String], grace: Duration) {
        let shown = names.prefix(Self.namesShown).map { "'\($0)'" }.joined(separator: ", ")
        let more = names.count - Self.namesShown
        self.init(
            .notice,
            "The stop waits for \(shown)\(more > 0 ? " and \(more) more" : "")"
                + "; each has \(grace.timespan) to end",
            fields: names.prefix(Self.namesShown).map { Field(.operation, $0) }
        )
    }

    /// The teardown of an operation began.
    init(tearingDown name: String) {
        self.init(
            .debug,
            "Operation '\(name)' is being torn down",
            fields: [Field(.operation, name)]
        )
    }

    /// The teardown of an operation ended.
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
    /// The time that the operation waited before it started, if at least a millisecond.
    fileprivate var noticeableWait: Duration? {
        wait.flatMap { $0 >= .milliseconds(1) ? $0 : nil }
    }

    /// `, waited 103ms for lock 'token' and 2ms for queue 'main'`; shorter waits are left out.
    fileprivate var waitWords: String {
        let forLock = lockWait?.duration ?? .zero
        let forQueue = (wait ?? .zero) - forLock
        let waits = [
            (forLock, "lock '\(lockWait?.lock ?? "")'"), (forQueue, "queue '\(declared.queue)'"),
        ]
        let words = waits.filter { $0.0 >= .milliseconds(1) }.map { "\($0.0.timespan) for \($0.1)" }
        return words.isEmpty ? "" : ", waited " + words.joined(separator: " and ")
    }

    /// `Operation 'user-data'`.
    fileprivate var subject: String {
        "\(declared.isGroup ? "Group" : "Operation") '\(declared.name)'"
    }

    fileprivate func fields(_ processStart: Instant?) -> [LogEntry.Field] {
        var fields = [LogEntry.Field(.operation, declared.name)]
        if !declared.isGroup { fields.append(.init(.queue, declared.queue.name)) }
        if stage == .background { fields.append(.init(.stage, stage.rawValue)) }
        if let group = declared.group { fields.append(.init(.group, group)) }
        if let action = declared.action { fields.append(.init(.actionID, action.description)) }
        fields += declared.requires.map { .init(.requires, $0) }
        if let outcome {
            fields.append(.init(.outcome, outcome.word))
            if let message = outcome.message { fields.append(.init(.reason, message)) }
            if attemptCount > 1 { fields.append(.init(.attempt, "\(attemptCount)")) }
        }
        if let fallback {
            fields.append(.init(.fallback, fallback.source))
            if let age = fallback.age {
                fields.append(.init(.fallbackAge, "\(age.microseconds)"))
            }
        }
        fields += timingFields(wait: wait, run: run, startedAt: startedAt, since: processStart)
        return fields
    }
}

/// `LAUNCH_WAIT_USEC` and the like, for the known times.
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
