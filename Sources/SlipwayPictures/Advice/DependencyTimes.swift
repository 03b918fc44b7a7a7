internal import Slipway

/// When all was there that the operations of a report waited for.
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
    /// A group that was tried again began with its last attempt: that is the one which its children tell of.
    /// The operation is not to come after `edge`, which counts only if it is required, too.
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
