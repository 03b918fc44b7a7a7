internal import Slipway

/// The instants at which the operations of a report had all that they waited for.
struct DependencyTimes {
    private let launchedAt: Instant
    private let readyAt: Instant?
    private let operations: [String: OperationStatus]

    init(_ report: Report) {
        launchedAt = report.launchedAt ?? report.processStart
        readyAt = report.readyAt
        operations = report.operations.keyed(by: \.name)
    }

    subscript(name: String) -> OperationStatus? { operations[name] }

    /// The instant at which all that an operation requires and comes after had ended, and its group, or its
    /// stage, had begun.
    ///
    /// For a group that was tried again, the start of its last attempt counts: its operations
    /// report about that attempt alone. `edge` is left out of what the operation comes after, and
    /// counts only if the operation requires it, too.
    func met(_ operation: OperationStatus, without edge: String? = nil) -> Instant {
        var met = launchedAt
        for name in operation.requires + operation.after.filter({ $0 != edge }) {
            if let ended = operations[name]?.endedAt { met = max(met, ended) }
        }
        if let group = operation.group.flatMap({ operations[$0] }) {
            // A group in the background has begun once the launch was ready.
            if let begun = group.attempts.last?.startedAt ?? group.startedAt {
                met = max(met, begun)
            }
        } else if operation.stage == .background, let readyAt {
            met = max(met, readyAt)
        }
        return met
    }
}
