internal import Slipway

/// The number of generations that run at a time.
extension Reloader {
    /// The most generations that may wait beside the one in service for something of their own: each has threads.
    private static var waitingLimit: Int { 8 }

    /// Why no further generation may come before an earlier one has ended, in words; `nil` if one may.
    ///
    /// Generations that end already do not count: no operator has to do anything for their end.
    var crowd: String? {
        let waiting = running.filter { $0 !== current && $0.launch.standing.phase.isReady }
        guard waiting.count >= Self.waitingLimit, let oldest = waiting.first else { return nil }
        return """
            \(waiting.count) earlier generations still wait for an action or operation of their \
            own, which is the limit: \(oldest.launch.holder) of generation \(oldest.number) has \
            not ended; wait for it, or cancel it
            """
    }
}

extension Phase {
    fileprivate var isReady: Bool { if case .ready = self { true } else { false } }
}

extension Launch {
    /// Something for which the launch still waits: `action 'backup' (4f2a…)`.
    fileprivate var holder: String {
        let report = summary(withActions: 1).report
        if let action = report.actions.first { return "action '\(action.kind)' (\(action.id))" }
        let operation = report.operations.first { $0.outcome == nil }
        return operation.map { "operation '\($0.name)'" } ?? "an action, or what one needs,"
    }
}
