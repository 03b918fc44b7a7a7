internal import Slipway

/// Decides what an event means in numbers: events go in, measurements come out.
struct LaunchTally: Sendable {
    private var fold = ReportFold()
    /// The operations and programs with a dimension of their own.
    private var names: KnownNames
    private var waiting: [String: Int] = [:]
    /// The plan's name.
    private var launch = ""

    init(operationLimit: Int) {
        names = KnownNames(limit: operationLimit)
    }

    mutating func measure(_ event: Event) -> [Measurement] {
        let changes = fold.apply(event)
        guard let report = fold.launch else { return [] }
        launch = report.name
        return told(by: event, report) + changes.flatMap { measure($0) } + ended(by: event)
    }

    /// The measurements of an event that happened once, and leaves no state.
    private mutating func told(by event: Event, _ report: Report) -> [Measurement] {
        switch event.kind {
        case .launchStarted:
            let duration = report.processStart.duration(to: report.launchedAt ?? event.at)
            return [time(.launchStart, duration)]
        case .launchReady(let degraded):
            let outcome = (MetricLabel.outcome, Phase.ready(degraded: degraded).word)
            return [time(.launchReady, report.processStart.duration(to: event.at), outcome)]
        case .operationStuck(let status, since: _):
            return [count(.operationStuck, identity(status))]
        case .operationTornDown(let name, let failure):
            guard failure != nil else { return [] }
            return [count(.teardownFailures, (.operation, names.label(name)))]
        case .eventsLost(let count, _):
            return [self.count(.eventsLost, by: count)]
        case .operationsAdded, .operationsRenewed, .operationReady, .operationStarted,
            .operationRetrying,
            .operationEnded, .operationWaitsInVain, .actionChanged, .programChanged,
            .storageChanged, .launchDegraded,
            .launchStopping, .launchEnded, .operationTearingDown, .paused, .resumed:
            return []
        }
    }

    /// The end of the launch, which is counted after the ends of its operations.
    private func ended(by event: Event) -> [Measurement] {
        guard case .launchEnded(let report) = event.kind else { return [] }
        return [count(.launches, (.outcome, report.phase.word))]
    }

    private mutating func measure(_ change: LaunchChange) -> [Measurement] {
        switch change {
        case .launch(let report):
            report.operations.flatMap { changed($0, before: nil) }
                + report.actions.flatMap { changed($0, before: nil) }
                + report.programs.flatMap { restarted($0, by: $0.restarts) }
        case .operation(let status?, let before): changed(status, before: before)
        case .action(let status?, let before): changed(status, before: before)
        case .action(nil, let before?): waitingChanged(before.kind, by: before.isWaiting ? -1 : 0)
        case .program(let status, let before):
            restarted(status, by: status.restarts - (before?.restarts ?? 0))
        case .operation(nil, _), .action(nil, nil), .phase: []
        }
    }
}

extension LaunchTally {
    private mutating func restarted(_ program: ProgramStatus, by times: Int) -> [Measurement] {
        guard times > 0 else { return [] }
        return [count(.programRestarts, (.program, names.label(program.name)), by: times)]
    }

    private mutating func changed(
        _ status: OperationStatus,
        before: OperationStatus?
    ) -> [Measurement] {
        var measurements: [Measurement] = []
        let retries = status.retriesBegun - (before?.retriesBegun ?? 0)
        if retries > 0 {
            measurements.append(count(.operationRetries, identity(status), by: retries))
        }
        guard let outcome = status.outcome, before?.outcome == nil else { return measurements }
        let dimensions = identity(status) + [(.outcome, outcome.word)]
        measurements.append(count(.operations, dimensions))
        if let wait = status.wait { measurements.append(time(.operationWait, wait, dimensions)) }
        if let run = status.run { measurements.append(time(.operationRun, run, dimensions)) }
        return measurements
    }

    /// The operation and its queue, as dimensions.
    private mutating func identity(_ status: OperationStatus) -> [(MetricLabel, String)] {
        [(.operation, names.label(status.addedAs ?? status.name)), (.queue, status.queue.name)]
    }

    private mutating func changed(
        _ status: ActionStatus,
        before: ActionStatus?
    ) -> [Measurement] {
        let state = status.state
        // A waiting action that becomes ready still waits: nothing is counted.
        guard before?.state.word != state.word else { return [] }
        let kind = (MetricLabel.kind, status.kind), word = (MetricLabel.state, state.word)
        var measurements = [count(.actions, kind, word)]
        let change = (status.isWaiting ? 1 : 0) - (before?.isWaiting == true ? 1 : 0)
        measurements += waitingChanged(status.kind, by: change)
        if case .running = state, let startedAt = status.startedAt, before?.startedAt == nil {
            let wait = status.acceptedAt.duration(to: startedAt)
            measurements.append(time(.actionWait, wait, kind))
        }
        if let run = status.run { measurements.append(time(.actionRun, run, kind, word)) }
        return measurements
    }

    private mutating func waitingChanged(_ kind: String, by change: Int) -> [Measurement] {
        guard change != 0 else { return [] }
        let level = waiting[kind, default: 0] + change
        waiting[kind] = level
        return [
            Measurement(
                name: .actionsWaiting,
                dimensions: dimensions([(.kind, kind)]),
                value: .level(level)
            )
        ]
    }
}

extension LaunchTally {
    private func dimensions(_ further: [(MetricLabel, String)]) -> [(MetricLabel, String)] {
        [(.launch, launch)] + further
    }

    private func count(
        _ name: MetricName,
        _ further: (MetricLabel, String)...,
        by count: Int = 1
    ) -> Measurement {
        Measurement(name: name, dimensions: dimensions(further), value: .count(count))
    }

    private func count(
        _ name: MetricName,
        _ further: [(MetricLabel, String)],
        by count: Int = 1
    ) -> Measurement {
        Measurement(name: name, dimensions: dimensions(further), value: .count(count))
    }

    private func time(
        _ name: MetricName,
        _ duration: Duration,
        _ further: (MetricLabel, String)...
    ) -> Measurement {
        Measurement(name: name, dimensions: dimensions(further), value: .time(duration))
    }

    private func time(
        _ name: MetricName,
        _ duration: Duration,
        _ further: [(MetricLabel, String)]
    ) -> Measurement {
        Measurement(name: name, dimensions: dimensions(further), value: .time(duration))
    }
}

extension OperationStatus {
    /// The number of attempts that were followed by another, or will be.
    fileprivate var retriesBegun: Int {
        outcome == nil ? attempts.last?.number ?? 0 : max(attempt - 1, 0)
    }
}

extension ActionStatus {
    fileprivate var isWaiting: Bool {
        if case .waiting = state { true } else { false }
    }
}
