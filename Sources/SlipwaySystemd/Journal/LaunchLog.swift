package import Slipway

/// Turns the events of a launch into log entries; pure, but for remembering the launch that the
/// events belong to.
package struct LaunchLog {
    private var fold = ReportFold(withoutActions: ())
    private var actions = RunningActions()
    private var waiting = SlowStop()
    /// The number of the launch among those of the service.
    private let generation: Int
    /// The launch is in service: its end is the end of the service.
    package var isInService: Bool

    /// The operations that an earlier launch has run: their success is no news.
    private let adopted: Set<String>

    /// Creates the log of a launch that has not begun.
    ///
    /// - Parameters:
    ///   - generation: The number of the launch among those of the service: the first is in service
    ///     from its beginning.
    ///   - adopted: The operations that come from the launch before.
    package init(generation: Int = 1, adopted: Set<String> = []) {
        self.generation = generation
        self.adopted = adopted
        isInService = generation == 1
    }

    /// Tells whether the log is to have the entry about `event`: the service itself tells the end
    /// of a launch that is not in service.
    package func has(_ event: Event) -> Bool { isInService || !event.kind.isEnd }

    /// The entry about `event`.
    package mutating func entry(for event: Event) -> LogEntry {
        let changes = fold.apply(event)
        actions.note(event, changes)
        var entry = words(for: event, changes)
        if let name = event.kind.operationName, adopted.contains(name),
            event.kind.isNoNews(isInService)
        {
            entry.priority = .debug
        }
        entry.fields = context(for: event) + entry.fields
        return entry
    }

    /// The entry when time has passed: what a stop waits for.
    package mutating func refresh(now: Instant) -> LogEntry? {
        guard case .stopping = fold.phase, let report = fold.report else { return nil }
        var entry: LogEntry
        if let late = waiting.take(actions, since: report.stoppingAt, now: now) {
            entry = LogEntry(stopWaitsFor: late, drain: report.drain, grace: report.grace)
        } else if let names = waiting.take(report, now: now) {
            entry = LogEntry(stopWaitsFor: names, grace: report.grace)
        } else {
            return nil
        }
        entry.fields = launchFields + entry.fields
        return entry
    }

    private func words(for event: Event, _ changes: [LaunchChange]) -> LogEntry {
        switch event.kind {
        case .launchStarted(let report):
            LogEntry(started: report, generation: generation)
        case .operationsAdded(let operations):
            LogEntry("Added", operations, by: operations.first?.action)
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
            LogEntry(
                readyAt: event.at,
                degraded: degraded,
                report: fold.report,
                generation: generation
            )
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
    /// The operation that has ended or is torn down; `nil` for other events.
    fileprivate var operationName: String? {
        switch self {
        case .operationEnded(let operation): operation.name
        case .operationTearingDown(let name), .operationTornDown(let name, nil): name
        default: nil
        }
    }

    /// The success of an operation that comes from an earlier launch is no news; its teardown is
    /// news only while this launch is in service.
    fileprivate func isNoNews(_ isInService: Bool) -> Bool {
        if case .operationEnded = self { true } else { !isInService }
    }

    /// The launch ends, or has ended.
    fileprivate var isEnd: Bool {
        switch self {
        case .launchStopping, .launchEnded: true
        default: false
        }
    }

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
