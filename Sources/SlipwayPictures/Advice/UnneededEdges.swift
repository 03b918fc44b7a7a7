internal import Slipway

/// The `after` edges that mattered in none of several launches.
struct UnneededEdges {
    let edges: [Advice.Edge]

    init(_ reports: [Report]) {
        guard let first = reports.first else {
            edges = []
            return
        }
        var candidates = first.operations.filter { $0.addedAs == nil }.flatMap { operation in
            operation.after.map { Advice.Edge(operation: operation.name, after: $0) }
        }
        for report in reports {
            let times = DependencyTimes(report)
            candidates = candidates.filter { !Self.mattered($0, report, times) }
        }
        edges = candidates
    }

    /// Without the edge the operation would have started sooner; also if that is not known.
    private static func mattered(
        _ edge: Advice.Edge,
        _ report: Report,
        _ times: DependencyTimes
    ) -> Bool {
        guard let operation = times[edge.operation] else { return false }
        guard let end = times[edge.after]?.endedAt, operation.readyAt != nil,
            report.launchedAt != nil
        else { return true }
        return end > times.met(operation, without: edge.after)
    }
}
