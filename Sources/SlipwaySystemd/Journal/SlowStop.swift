internal import Slipway

/// The operations and actions for which a stop has waited long enough to say so, each once.
struct SlowStop {
    private var told: Set<String> = []
    private var toldActions: Set<ActionID> = []

    /// The time after which a wait is told: a program that takes its time has said so itself by
    /// then.
    private static let patience = Duration.seconds(2)

    /// The operations for which the stop has waited that long, without those that were taken
    /// before; `nil` for none.
    ///
    /// A program that takes its time to end says so itself, and an operation that a handler added
    /// is told with its action.
    mutating func take(_ report: Report, now: Instant) -> [String]? {
        guard let stoppingAt = report.stoppingAt else { return nil }
        let running = report.operations
            .filter { $0.state == .running && !$0.isGroup && $0.action == nil }
            .map { RunningTeardown(name: $0.name, since: stoppingAt) }
        let programs = Set(report.programs.filter { $0.killedAt != nil }.map(\.name))
        let names = (running + report.tearingDown)
            .filter { $0.since.advanced(by: Self.patience) <= now && !programs.contains($0.name) }
            .map(\.name)
            .filter { told.insert($0).inserted }
        return names.isEmpty ? nil : names
    }

    /// The actions for which the stop has waited that long, without those that were taken before;
    /// `nil` for none.
    mutating func take(
        _ actions: RunningActions,
        since stoppingAt: Instant?,
        now: Instant
    ) -> [ActionStatus]? {
        guard let stoppingAt, stoppingAt.advanced(by: Self.patience) <= now else { return nil }
        let late = actions.inOrder.filter { toldActions.insert($0.id).inserted }
        return late.isEmpty ? nil : late
    }
}
