internal import Slipway

/// The operations for which a stop has waited long enough to say so, each once.
struct SlowStop {
    /// When the launch was asked to stop, or failed; `nil` before.
    var stoppedAt: Instant?
    private var told: Set<String> = []

    /// After how long a wait is told: later than by a program that takes its time.
    private static let patience = Duration.seconds(2)

    /// The operations for which the stop has waited since they were last asked for; `nil` for none.
    ///
    /// A program that takes its time to end says so itself.
    mutating func take(_ report: Report, now: Instant) -> [String]? {
        guard let stoppedAt else { return nil }
        let running = report.operations.filter { $0.state == .running && !$0.isGroup }
            .map { RunningTeardown(name: $0.name, since: stoppedAt) }
        let programs = Set(report.programs.filter { $0.killedAt != nil }.map(\.name))
        let names = (running + report.tearingDown)
            .filter { $0.since.advanced(by: Self.patience) <= now && !programs.contains($0.name) }
            .map(\.name)
            .filter { told.insert($0).inserted }
        return names.isEmpty ? nil : names
    }
}
