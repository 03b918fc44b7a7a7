internal import Slipway

/// Decides what an event means in numbers.
///
/// Events go in, measurements come out. Everything is counted once, also when an event was lost
/// and the report that came in its place says what it would have said: what has ended is kept by
/// name for operations, of which there are as many as the plan has, and by time for actions, of
/// which there is no end.
struct LaunchTally: Sendable {
    let operationLimit: Int
    /// The plan's name.
    private(set) var launch = ""
    private var processStart: Instant?
    private var ended: Set<String> = []
    /// How many retries were counted of an operation that has not ended.
    private var retries: [String: Int] = [:]
    /// The operations with a dimension of their own.
    private var named: Set<String> = []
    /// The actions that have not ended, and where they were last.
    private var open: [ActionID: ActionStatus] = [:]
    private var waiting: [String: Int] = [:]
    /// The instant of the last event.
    private var seenUntil: Instant?

    init(operationLimit: Int) {
        self.operationLimit = operationLimit
    }

    mutating func measure(_ event: Event) -> [Measurement] {
        defer { seenUntil = event.at }
        switch event.kind {
        case .launchStarted(let report): return started(report, at: event.at)
        case .launchReady(let degraded): return ready(degraded: degraded, at: event.at)
        case .launchEnded(let report):
            let outcome = ("outcome", report.phase.word)
            return catchUp(with: report) + [count("launches", outcome)]
        case .operationEnded(let status): return operationEnded(status)
        case .operationStuck(let status, since: _):
            return [count("operation.stuck", identity(status))]
        case .operationTornDown(let name, let failure):
            guard failure != nil else { return [] }
            return [count("operation.teardown.failures", ("operation", dimension(name)))]
        case .actionChanged(let status): return actionChanged(status)
        case .operationRetrying(let status, attempt: _, failure: _, delay: _):
            retries[status.name, default: 0] += 1
            return [count("operation.retries", identity(status))]
        case .eventsLost(let count, let report):
            return [self.count("events.lost", by: count)] + catchUp(with: report)
        case .operationsAdded, .operationReady, .operationStarted, .launchDegraded,
            .launchStopping, .paused,
            .resumed:
            return []
        }
    }

    private mutating func started(_ report: Report, at instant: Instant) -> [Measurement] {
        launch = report.name
        processStart = report.processStart
        return [
            time("launch.start", report.processStart.duration(to: report.launchedAt ?? instant))
        ] + catchUp(with: report)
    }

    private func ready(degraded: Bool, at instant: Instant) -> [Measurement] {
        guard let processStart else { return [] }
        let outcome = ("outcome", Phase.ready(degraded: degraded).word)
        return [time("launch.ready", processStart.duration(to: instant), outcome)]
    }

    /// What the report says and no event has said.
    mutating func catchUp(with report: Report) -> [Measurement] {
        var measurements: [Measurement] = []
        for status in report.operations where status.outcome != nil {
            measurements += operationEnded(status)
        }
        for status in report.actions {
            // One that is not open has either ended, and was counted, or is new.
            let isNew = seenUntil.map { status.acceptedAt > $0 } ?? true
            guard open[status.id] != nil || isNew else { continue }
            measurements += actionChanged(status)
        }
        let known = Set(report.actions.map(\.id))
        for status in open.values where !known.contains(status.id) {
            // It ended so long ago that the launch let it go: how, nobody knows any more.
            measurements += forget(status)
        }
        return measurements
    }
}

extension LaunchTally {
    private mutating func operationEnded(_ status: OperationStatus) -> [Measurement] {
        guard let outcome = status.outcome, ended.insert(status.name).inserted else { return [] }
        let identity = identity(status)
        let dimensions = identity + [("outcome", outcome.word)]
        let unseen = status.attempt - 1 - (retries.removeValue(forKey: status.name) ?? 0)
        return (unseen > 0 ? [count("operation.retries", identity, by: unseen)] : [])
            + [count("operations", dimensions)]
            + [("operation.wait", status.wait), ("operation.run", status.run)].compactMap {
                label,
                duration in duration.map { time(label, $0, dimensions) }
            }
    }

    /// The operation and its queue, as dimensions.
    private mutating func identity(_ status: OperationStatus) -> [(String, String)] {
        [("operation", dimension(status.name)), ("queue", status.queue.name)]
    }

    /// The operation's name, or `other` when too many others came before.
    private mutating func dimension(_ operation: String) -> String {
        if named.contains(operation) { return operation }
        guard named.count < operationLimit else { return "other" }
        named.insert(operation)
        return operation
    }

    private mutating func actionChanged(_ status: ActionStatus) -> [Measurement] {
        let before = open[status.id]
        let state = status.state
        // Ready or not, it waits.
        guard before?.state.word != state.word else { return [] }
        open[status.id] = state.isEnded ? nil : status
        let kind = ("kind", status.kind), word = ("state", state.word)
        var measurements = [count("actions", kind, word)]
        let change = (state.isWaiting ? 1 : 0) - (before?.state.isWaiting == true ? 1 : 0)
        measurements += waitingChanged(status.kind, by: change)
        if let startedAt = status.startedAt, before?.startedAt != startedAt {
            let wait = status.acceptedAt.duration(to: startedAt)
            measurements.append(time("action.wait", wait, kind))
        }
        if let startedAt = status.startedAt, let endedAt = status.endedAt {
            measurements.append(
                time("action.run", startedAt.duration(to: endedAt), kind, word)
            )
        }
        return measurements
    }

    private mutating func forget(_ status: ActionStatus) -> [Measurement] {
        open[status.id] = nil
        return waitingChanged(status.kind, by: status.state.isWaiting ? -1 : 0)
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

extension ActionStatus.State {
    fileprivate var isWaiting: Bool {
        if case .waiting = self { true } else { false }
    }
}
