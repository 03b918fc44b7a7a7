import Slipway

extension Report {
    /// The launch as it was when half of its operations had ended: what ended later still runs.
    var unfinished: Report {
        let ends = operations.compactMap(\.endedAt).sorted()
        guard !ends.isEmpty else { return self }
        let now = ends[ends.count / 2]
        var report = self
        (report.phase, report.readyAt, report.endedAt, report.rootCauses) = (
            .starting, nil, nil, []
        )
        for index in report.operations.indices { report.operations[index].rewind(to: now) }
        return report
    }
}

extension OperationStatus {
    fileprivate mutating func rewind(to now: Instant) {
        guard let end = endedAt, end > now else { return }
        endedAt = nil
        fallback = nil
        if let start = startedAt, start > now { startedAt = nil }
        if let ready = readyAt, ready > now { readyAt = nil }
        attempts.removeAll { $0.endedAt > now }
        state = startedAt != nil ? .running : readyAt != nil ? .ready : .pending
    }
}
