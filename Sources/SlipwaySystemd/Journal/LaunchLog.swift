package import Slipway

/// Turns the events of a launch into log entries; pure, but for remembering the launch that the
/// events belong to.
package struct LaunchLog {
    private var fold = ReportFold(withoutActions: ())
    private var waiting = SlowStop()

    package init() {}

    /// The entry about `event`.
    package mutating func entry(for event: Event) -> LogEntry {
        let changes = fold.apply(event)
        if case .launchStopping = event.kind { waiting.stoppedAt = event.at }
        var entry = words(for: event, changes)
        entry.fields = context(for: event) + entry.fields
        return entry
    }

    /// The entry when time has passed: for whom a stop waits.
    package mutating func refresh(now: Instant) -> LogEntry? {
        guard case .stopping = fold.phase, let report = fold.report,
            let names = waiting.take(report, now: now)
        else { return nil }
        var entry = LogEntry(stopWaitsFor: names, grace: report.grace)
        entry.fields = launchFields + entry.fields
        return entry
    }

    private func words(for event: Event, _ changes: [LaunchChange]) -> LogEntry {
        switch event.kind {
        case .launchStarted(let report):
            LogEntry(started: report)
        case .operationsAdded(let operations):
            LogEntry("Added", operations)
        case .operationsRenewed(let operations, _):
            LogEntry("Begins anew with", operations)
        case .operationReady(let operation):
            LogEntry(ready: operation, processStart: processStart)
        case .operationStarted(let operation):
            LogEntry(started: operation, processStart: processStart)
        case .operationRetrying(let operation, let attempt, let failure, let delay):
            LogEntry(
                retrying: operation,
                attempt: attempt,
                failure: failure,
                delay: delay,
                processStart: processStart
            )
        case .operationEnded(let operation):
            LogEntry(ended: operation, processStart: processStart)
        case .operationStuck(let operation, let since):
            LogEntry(stuck: operation, since: since, now: event.at, processStart: processStart)
        case .operationWaitsInVain(let operation):
            LogEntry(waitsInVain: operation, processStart: processStart)
        case .operationTearingDown(let name):
            LogEntry(tearingDown: name)
        case .operationTornDown(let name, let failure):
            LogEntry(tornDown: name, failure: failure)
        case .actionChanged(let action):
            LogEntry(changed: action, processStart: processStart)
        case .programChanged(let program, _):
            LogEntry(
                changed: program,
                before: changes.programBefore,
                phase: fold.phase,
                changesPhase: changes.contains(.phase)
            )
        case .storageChanged(let trouble, _):
            LogEntry(storage: trouble)
        case .paused(let queue):
            LogEntry(paused: queue)
        case .resumed(let queue):
            LogEntry(resumed: queue)
        case .launchReady(let degraded):
            LogEntry(readyAt: event.at, degraded: degraded, report: fold.report)
        case .launchDegraded(let reason):
            LogEntry(.warning, "degraded: \(reason)")
        case .launchStopping(let reason, let rootCauses):
            LogEntry(stopping: reason, rootCauses: rootCauses)
        case .launchEnded(let report):
            LogEntry(ended: report)
        case .eventsLost(let count, _):
            LogEntry(.warning, "\(count) events of the launch were lost: the log is incomplete")
        }
    }

    private func context(for event: Event) -> [LogEntry.Field] {
        launchFields + [.init(.event, event.kind.word)]
    }

    private var launchFields: [LogEntry.Field] {
        guard let launch = fold.launch else { return [] }
        return [.init(.launchID, launch.launchID), .init(.launchName, launch.name)]
    }

    private var processStart: Instant? { fold.launch?.processStart }
}

extension [LaunchChange] {
    /// The program before it changed; `nil` if none did, or it is new.
    fileprivate var programBefore: ProgramStatus? {
        for case .program(_, let before) in self { return before }
        return nil
    }
}

extension Event.Kind {
    /// The one word for the event, as `LAUNCH_EVENT` has it.
    var word: String {
        switch self {
        case .launchStarted: "launch-started"
        case .operationsAdded: "operations-added"
        case .operationsRenewed: "operations-renewed"
        case .operationReady: "operation-ready"
        case .operationStarted: "operation-started"
        case .operationRetrying: "operation-retrying"
        case .operationEnded: "operation-ended"
        case .operationStuck: "operation-stuck"
        case .operationWaitsInVain: "operation-waits-in-vain"
        case .actionChanged(let action): "action-\(action.state.word)"
        case .programChanged(let program, _): "program-\(program.state.word)"
        case .storageChanged: "storage-changed"
        case .paused(nil): "launch-paused"
        case .paused: "queue-paused"
        case .resumed(nil): "launch-resumed"
        case .resumed: "queue-resumed"
        case .launchReady: "launch-ready"
        case .launchDegraded: "launch-degraded"
        case .launchStopping: "launch-stopping"
        case .operationTearingDown: "operation-tearing-down"
        case .operationTornDown: "operation-torn-down"
        case .launchEnded: "launch-ended"
        case .eventsLost: "events-lost"
        }
    }
}
