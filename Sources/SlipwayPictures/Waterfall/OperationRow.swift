internal import Slipway
internal import SlipwayReport

/// The row of an operation or a group.
struct OperationRow {
    private let operation: OperationStatus
    private let report: Report
    private let now: Instant
    private let waterfall: Waterfall

    init(
        _ operation: OperationStatus,
        of report: Report,
        at now: Instant,
        _ waterfall: Waterfall
    ) {
        self.operation = operation
        self.report = report
        self.now = now
        self.waterfall = waterfall
    }

    func row(_ depth: Int) -> Waterfall.Row {
        var row = Waterfall.Row(kind: operation.isGroup ? .group : .operation, name: operation.name)
        row.depth = depth
        row.mark = Waterfall.Mark(operation)
        row.queue = operation.isGroup ? nil : waterfall.queues.firstIndex(of: operation.queue)
        row.lanes = [operation.isGroup ? groupBars : bars]
        row.shortNote = time ?? row.mark?.words ?? ""
        row.note = ([time] + [result, retries]).compactMap(\.self).joined(separator: ", ")
        row.details = details
        return row
    }

    // MARK: - Bars

    private var phases: [TimePhase] { report.phases(of: operation, at: now) }

    private var bars: [Waterfall.Bar] {
        let phases = phases
        return phases.enumerated().map { position, phase in
            var bar = Waterfall.Bar(
                kind: kind(phase.kind),
                start: report.sinceStart(phase.start),
                end: report.sinceStart(phase.end)
            )
            bar.isOpen = operation.endedAt == nil && position == phases.count - 1
            return bar
        }
    }

    private var groupBars: [Waterfall.Bar] {
        guard let start = operation.startedAt else { return bars }
        let end = operation.endedAt ?? now
        let waits = bars.filter { $0.end <= report.sinceStart(start) }
        return waits + [
            Waterfall.Bar(
                kind: .group,
                start: report.sinceStart(start),
                end: report.sinceStart(end),
                isOpen: operation.endedAt == nil
            )
        ]
    }

    private func kind(_ kind: TimePhase.Kind) -> Waterfall.Bar.Kind {
        switch kind {
        case .dependencies: .waiting
        case .lock: .lock
        case .slot: .slot
        case .backoff: .backoff
        case .fallback: .fallback
        case .attempt(let number):
            if let attempt = operation.attempts.first(where: { $0.number == number }) {
                attempt.failure == nil ? .run : .bad
            } else {
                switch operation.outcome {
                case .failed: .bad
                case .cancelled: .cancelled
                case nil, .succeeded, .degraded, .skipped, .notNeeded: .run
                }
            }
        }
    }

    // MARK: - Words

    private var time: String? { operation.knownRun(at: now)?.timespan }

    private var result: String? {
        switch operation.state {
        case .pending: "waiting"
        case .ready: operation.obstacle == nil ? "waits for its queue" : "waits"
        case .running: "running"
        // The operation that caused this has a row of its own.
        case .ended(.cancelled), .ended(.skipped): operation.resultWord
        case .ended(.failed(let failure)) where failure.message.hasPrefix(operation.resultWord):
            failure.message
        case .ended: operation.result
        }
    }

    private var retries: String? {
        operation.attemptCount > 1 ? "\(operation.attemptCount) attempts" : nil
    }

    private var details: [Waterfall.Detail] {
        var row = Waterfall.Row(kind: .operation, name: "")
        row.add("state", operation.result ?? operation.resultWord)
        if operation.isGroup {
            row.add("is", "group")
        } else {
            row.add("queue", operation.queue.name)
        }
        let marks = [
            operation.isOptional ? "optional" : nil,
            operation.stage == .background ? "background" : nil,
        ]
        row.add("declared", marks.compactMap(\.self).joined(separator: ", "))
        row.add("group", operation.group)
        row.add("requires", operation.requires.joined(separator: ", "))
        row.add("after", operation.after.joined(separator: ", "))
        row.add("started", operation.startedAt.map { "at " + report.sinceStart($0).timespan })
        row.add("ran", time)
        for phase in phases { row.add(words(phase.kind), timeAndReason(phase)) }
        row.add("lacks", operation.lack)
        row.add("value from", operation.fallback?.sourceAndAge)
        row.add("timeout", operation.timeout?.timespan)
        return row.details
    }

    private func words(_ kind: TimePhase.Kind) -> String {
        switch kind {
        case .dependencies: "waited for dependencies"
        case .lock(let lock, _): "waited for lock '\(lock)'"
        case .slot: "waited for its queue"
        case .attempt(let number): "attempt \(number)"
        case .backoff: "pause"
        case .fallback: "fallback"
        }
    }

    private func timeAndReason(_ phase: TimePhase) -> String {
        let time = phase.duration.timespan
        switch phase.kind {
        case .lock(_, let holder?): return "\(time), held by \(holder)"
        case .slot:
            guard let holder = operation.releasedBy else { return time }
            return "\(time), until \(holder) ended"
        case .attempt(let number):
            let failure = operation.attempts.first { $0.number == number }?.failure
            return time + (failure.map { ": \($0.message)" } ?? "")
        case .lock, .dependencies, .backoff, .fallback: return time
        }
    }
}
