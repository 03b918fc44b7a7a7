internal import Slipway

/// Decides what an event means in numbers: events go in, measurements come out.
struct LaunchTally: Sendable {
    let operationLimit: Int
    private var fold = ReportFold()
    /// The operations with a dimension of their own.
    private var named: Set<String> = []
    private var waiting: [String: Int] = [:]
    /// The plan's name.
    private var launch = ""

    init(operationLimit: Int) {
        self.operationLimit = operationLimit
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
            return [time("launch.start", duration)]
        case .launchReady(let degraded):
            let outcome = ("outcome", Phase.ready(degraded: degraded).word)
            return [time("launch.ready", report.processStart.duration(to: event.at), outcome)]
        case .operationStuck(let status, since: _):
            return [count("operation.stuck", identity(status))]
        case .operationTornDown(let name, let failure):
            guard failure != nil else { return [] }
            return [count("operation.teardown.failures", ("operation", dimension(name)))]
        case .eventsLost(let count, _):
            return [self.count("events.lost", by: count)]
        case .operationsAdded, .operationsRenewed, .operationReady, .operationStarted,
            .operationRetrying,
            .operationEnded, .operationWaitsInVain, .actionChanged, .programChanged,
            .storageChanged, .launchDegraded,
            .launchStopping, .launchEnded, .operationTearingDown, .paused, .resumed:
            return []
        }
    }

    /// The end of the launch comes after those of its operations.
    private func ended(by event: Event) -> [Measurement] {
        guard case .launchEnded(let report) = event.kind else { return [] }
        return [count("launches", ("outcome", report.phase.word))]
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
        return [count("program.restarts", ("program", dimension(program.name)), by: times)]
    }

    private mutating func changed(
        _ status: OperationStatus,
        before: OperationStatus?
    ) -> [Measurement] {
        var measurements: [Measurement] = []
        let retries = status.retriesBegun - (before?.retriesBegun ?? 0)
        if retries > 0 {
            measurements.append(count("operation.retries", identity(status), by: retries))
        }
        guard let outcome = status.outcome, before?.outcome == nil else { return measurements }
        let dimensions = identity(status) + [("outcome", outcome.word)]
        measurements.append(count("operations", dimensions))
        if let wait = status.wait { measurements.append(time("operation.wait", wait, dimensions)) }
        if let run = status.run { measurements.append(time("operation.run", run, dimensions)) }
        return measurements
    }

    /// The operation and its queue, as dimensions.
    private mutating func identity(_ status: OperationStatus) -> [(String, String)] {
        [("operation", dimension(status.addedAs ?? status.name)), ("queue", status.queue.name)]
    }

    /// The operation's name, or `other` when too many others came before.
    private mutating func dimension(_ operation: String) -> String {
        if named.contains(operation) { return operation }
        guard named.count < operationLimit else { return "other" }
        named.insert(operation)
        return operation
    }

    private mutating func changed(
        _ status: ActionStatus,
        before: ActionStatus?
    ) -> [Measurement] {
        let state = status.state
        // Ready or not, it waits.
        guard before?.state.word != state.word else { return [] }
        let kind = ("kind", status.kind), word = ("state", state.word)
        var measurements = [count("actions", kind, word)]
        let change = (status.isWaiting ? 1 : 0) - (before?.isWaiting == true ? 1 : 0)
        measurements += waitingChanged(status.kind, by: change)
        if case .running = state, let startedAt = status.startedAt, before?.startedAt == nil {
            let wait = status.acceptedAt.duration(to: startedAt)
            measurements.append(time("action.wait", wait, kind))
        }
        if let run = status.run { measurements.append(time("action.run", run, kind, word)) }
        return measurements
    }

    private mutating func waitingChanged(_ kind: String, by change: Int) -> [Measurement] {
        guard change != 0 else { return [] }
        let level = waiting[kind, default: 0] + change
        waiting[kind] = level
        return [
            Measurement(
                label: "actions.waiting",
                dimensions: dimensions([("kind", kind)]),
                value: .level(level)
            )
        ]
    }
}

extension LaunchTally {
    private func dimensions(_ further: [(String, String)]) -> [(String, String)] {
        [("launch", launch)] + further
    }

    private func count(
        _ label: String,
        _ further: (String, String)...,
        by count: Int = 1
    ) -> Measurement {
        Measurement(label: label, dimensions: dimensions(further), value: .count(count))
    }

    private func count(
        _ label: String,
        _ further: [(String, String)],
        by count: Int = 1
    ) -> Measurement {
        Measurement(label: label, dimensions: dimensions(further), value: .count(count))
    }

    private func time(
        _ label: String,
        _ duration: Duration,
        _ further: (String, String)...
    ) -> Measurement {
        Measurement(label: label, dimensions: dimensions(further), value: .time(duration))
    }

    private func time(
        _ label: String,
        _ duration: Duration,
        _ further: [(String, String)]
    ) -> Measurement {
        Measurement(label: label, dimensions: dimensions(further), value: .time(duration))
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
