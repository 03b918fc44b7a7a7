internal import Slipway

/// The `after` edges that mattered in none of some launches.
struct UnneededEdges {
    let edges: [Advice.Edge]

    init(_ reports: [Report]) {
        guard let first = reports.first else {
            edges = []
            return
        }
        var candidates = first.operations.flatMap { operation in
            operation.after.map { Advice.Edge(operation: operation.name, after: $0) }
        }
        for report in reports {
            let ends = Dictionary(
                report.operations.map { ($0.name, $0) },
                uniquingKeysWith: { first, _ in first }
            )
            candidates = candidates.filter { !Self.mattered($0, report, ends) }
        }
        edges = candidates
    }

    /// Without the edge the operation would have started sooner; also if that is not known.
    private static func mattered(
        _ edge: Advice.Edge,
        _ report: Report,
        _ operations: [String: OperationStatus]
    ) -> Bool {
        guard let operation = operations[edge.operation] else { return false }
        guard let end = operations[edge.after]?.endedAt, operation.readyAt != nil,
            let launchedAt = report.launchedAt
        else { return true }
        var others = operation.requires + operation.after.filter { $0 != edge.after }
        // An edge that `requires` says too decides anyhow.
        if operation.requires.contains(edge.after) { others.append(edge.after) }
        var met = launchedAt
        for name in others { if let other = operations[name]?.endedAt { met = max(met, other) } }
        if let begun = operation.group.flatMap({ operations[$0]?.startedAt }) {
            met = max(met, begun)
        }
        if operation.stage == .background, let ready = report.readyAt { met = max(met, ready) }
        return end > met
    }
}
