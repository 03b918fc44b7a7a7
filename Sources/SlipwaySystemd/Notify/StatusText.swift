internal import Slipway

/// The texts of `STATUS=`: facts in, one line out.
///
/// Everyone can read the texts, so they quote nothing that a program wrote, but for its own
/// `STATUS=`.
enum StatusText {
    /// While starting: `Starting: 3/7 operations, waiting for user-data 1.2s`.
    static func starting(
        _ progress: LaunchProgress,
        isReload: Bool = false,
        remarks: [String] = [],
        now: Instant
    ) -> String {
        var parts = ["\(isReload ? "Reloading" : "Starting"): \(count(progress))"]
        if let trouble = progress.firstTrouble, let outcome = trouble.outcome {
            parts.append("\(trouble.name) \(outcome.word)")
        }
        parts += waiting(progress, now: now)
        parts += storage(progress)
        parts += paused(progress)
        parts += deferred(progress)
        parts += remarks
        return parts.joined(separator: ", ")
    }

    /// Once ready: `Ready: 7/7 operations in 1.234s`; when degraded, with the trouble.
    static func ready(
        _ progress: LaunchProgress,
        at readyAt: Instant,
        degraded: Bool,
        isReloading: Bool = false,
        reloadFailure: String? = nil,
        remarks: [String] = [],
        now: Instant
    ) -> String {
        let processStart = progress.launch?.processStart ?? readyAt
        let duration = processStart.duration(to: readyAt).timespan
        let head = degraded ? "Ready (degraded)" : "Ready"
        let parts =
            ["\(head): \(count(progress)) in \(duration)"]
            + (reloadFailure.map { ["reload failed: \($0)"] } ?? [])
            // A reload pauses what it takes over.
            + (isReloading ? [] : paused(progress))
            + deferred(progress) + remarks
        // The trouble comes last: its message may be long, and a long line is cut at its end.
        return
            (parts + trouble(progress) + kept(progress) + programs(progress, now: now)
            + storage(progress))
            .joined(separator: ", ")
    }

    /// The first value that is not new: `toggles: value from cache, 2h old`.
    private static func kept(_ progress: LaunchProgress) -> [String] {
        guard let operation = progress.firstStandIn, let source = operation.fallback else {
            return []
        }
        return ["\(operation.name): \(source.words)"]
    }

    /// While stopping: `Stopping: asked to by SIGTERM, waiting for user-data 1.2s`.
    static func stopping(_ reason: String, _ progress: LaunchProgress, now: Instant) -> String {
        let waits = [
            waiting(progress, now: now), action(progress, now: now),
            progress.beside.oldest.map { [waiting(for: $0, progress, now: now)] } ?? [],
            teardown(progress, now: now),
        ]
        let parts = ["Stopping: \(reason)"] + (waits.first { !$0.isEmpty } ?? [])
        return parts.joined(separator: ", ")
    }

    /// The oldest action that runs: `waiting for action open-url 4s (and 2 more)`.
    private static func action(_ progress: LaunchProgress, now: Instant) -> [String] {
        guard let action = progress.runningActions.oldest else { return [] }
        let elapsed = action.startedAt.map { shown($0.duration(to: now)) } ?? ""
        let others = progress.runningActions.count - 1
        let more = others > 0 ? " (and \(others) more)" : ""
        return ["waiting for action \(action.kind)\(elapsed)\(more)"]
    }

    /// ` 1.2s`; a very short time is left out.
    private static func shown(_ elapsed: Duration) -> String {
        elapsed < .milliseconds(100) ? "" : " " + elapsed.coarseTimespan
    }

    /// The oldest teardown: `waiting for web 3s, which is killed in 7s (and 2 more)`.
    private static func teardown(_ progress: LaunchProgress, now: Instant) -> [String] {
        guard let teardowns = progress.launch?.tearingDown, let oldest = teardowns.first else {
            return []
        }
        let elapsed = shown(oldest.since.duration(to: now))
        let killed = progress.program(oldest.name)?.killWords(at: now).map { ", \($0)" } ?? ""
        let more = teardowns.count > 1 ? " (and \(teardowns.count - 1) more)" : ""
        return ["waiting for \(oldest.name)\(elapsed)\(killed)\(more)"]
    }

    /// At the end: `Failed: user-data: HTTP 503 after 3 attempts`, or `Stopped:` and the reason.
    ///
    /// If a part of the reason is left out, the line closes with the command that shows all of it.
    static func ended(_ report: Report, reason: String) -> String {
        guard report.phase == .failed else { return "Stopped: \(reason)" }
        guard let cause = report.rootCauses.first else { return "Failed: \(reason)" }
        let others = report.rootCauses.count - 1
        let more = others > 0 ? " (and \(others) more)" : ""
        let line = "Failed: \(cause.lineWithoutOutput)"
        guard cause.line != cause.lineWithoutOutput || StatusLine.isCut(line + more) else {
            return line + more
        }
        let subject = cause.operation.map { " \($0)" } ?? ""
        return StatusLine.joined(
            line,
            "\(more); 'slipway --app \(report.name) logs\(subject)' says why"
        )
    }

    private static func count(_ progress: LaunchProgress) -> String {
        "\(progress.usable)/\(progress.total) operations"
    }

    /// The oldest running operation of the launch stage; without one, the obstacle of the oldest
    /// operation that does not run.
    private static func waiting(_ progress: LaunchProgress, now: Instant) -> [String] {
        if let operation = progress.running.oldest {
            return [waiting(for: operation, progress, now: now)]
        }
        if let operation = progress.retrying.oldest, case .backoff(let next) = operation.obstacle {
            let left = max(now.duration(to: next), .zero)
            let shown = left < .milliseconds(100) ? "soon" : "in \(left.coarseTimespan)"
            return ["\(operation.name) tries again \(shown)"]
        }
        if let operation = progress.queued.oldest {
            let lock = operation.lockWords
            return ["\(operation.name) \(lock ?? "waits for queue \(operation.queue)")"]
        }
        if let operation = progress.evaluated {
            return ["waiting for the condition of \(operation.name)"]
        }
        return []
    }

    private static func waiting(
        for operation: OperationStatus,
        _ progress: LaunchProgress,
        now: Instant
    ) -> String {
        let elapsed = operation.startedAt.map { shown($0.duration(to: now)) } ?? ""
        var message = progress.message(of: operation.name).map { ": \($0)" } ?? ""
        if let circle = operation.circle { message = ": \(circle)" }
        return "waiting for \(operation.name)\(elapsed)\(message)"
    }

    private static func paused(_ progress: LaunchProgress) -> [String] {
        guard let report = progress.launch else { return [] }
        if report.isPaused { return ["paused"] }
        return report.pausedQueues.map { "queue \($0) paused" }
    }

    /// The trouble with the store of launch actions.
    private static func storage(_ progress: LaunchProgress) -> [String] {
        progress.launch?.storage.map { [$0.words] } ?? []
    }

    private static func deferred(_ progress: LaunchProgress) -> [String] {
        switch progress.deferredActions.count {
        case 0: []
        case 1: ["1 launch action waiting"]
        case let count: ["\(count) launch actions waiting"]
        }
    }

    /// The first program that is missing: `web starts again in 2s: exited with 1`.
    private static func programs(_ progress: LaunchProgress, now: Instant) -> [String] {
        let missing = progress.missingPrograms
        guard let first = missing.first else { return [] }
        let more = missing.count > 1 ? " (and \(missing.count - 1) more)" : ""
        return ["\(first.name)\(more) \(first.words(at: now, withOutput: false))"]
    }

    private static func trouble(_ progress: LaunchProgress) -> [String] {
        guard let operation = progress.firstTrouble, let outcome = operation.outcome else {
            return []
        }
        let others = progress.troubleCount - 1
        let more = others > 0 ? " (and \(others) more)" : ""
        let message = operation.reasonWithoutOutput.map { ": \($0)" } ?? ""
        return ["\(operation.name) \(outcome.word)\(more)\(message)"]
    }
}

extension RootCause {
    /// `user-data: HTTP 503`; only the message if the launch as a whole failed.
    package var line: String {
        operation.map { "\($0): \(failure.message)" } ?? failure.message
    }

    /// ``line`` without what a program wrote.
    package var lineWithoutOutput: String {
        let message = failure.messageWithoutOutput
        return operation.map { "\($0): \(message)" } ?? message
    }

    /// Why the launch stops: `'user-data' failed: HTTP 503`, without what a program wrote.
    var stopReason: String { words(failure.messageWithoutOutput) }
}
