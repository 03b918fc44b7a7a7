internal import Slipway

/// The operations that a screen shows: all, or, where there is no room, those that run, went wrong or hold
/// others up; in the order of declaration, those of a group below it.
struct WatchRows {
    /// One row.
    struct Row {
        var operation: OperationStatus
        /// The number of groups around the operation.
        var depth: Int
    }

    /// The rows, in the order in which they are shown.
    let rows: [Row]
    /// The number of operations that have ended and are not shown.
    private(set) var endedLeftOut = 0
    /// The number of operations that have not ended and are not shown.
    private(set) var openLeftOut = 0

    init(_ report: Report, limit: Int) {
        let all = Self.tree(report.operations)
        guard all.count > limit else {
            rows = all
            return
        }
        // One line says how many are left out.
        let order = all.indices.sorted {
            let (one, other) = (Self.rank(all[$0].operation), Self.rank(all[$1].operation))
            return one == other ? $0 < $1 : one < other
        }
        let shown = Set(order.prefix(max(limit - 1, 0)))
        rows = all.indices.filter(shown.contains).map { all[$0] }
        for index in all.indices where !shown.contains(index) {
            if all[index].operation.outcome == nil { openLeftOut += 1 } else { endedLeftOut += 1 }
        }
    }

    /// `and 12 that have ended, 30 that have not`; `nil` if all are shown.
    var rest: String? {
        let parts = [(endedLeftOut, "ended"), (openLeftOut, "not ended")].compactMap {
            count,
            word in
            count > 0 ? "\(count) that \(count == 1 ? "has" : "have") \(word)" : nil
        }
        return parts.isEmpty ? nil : "and " + parts.joined(separator: ", ")
    }

    /// The rank of an operation: the smallest are shown first; of succeeded and cancelled
    /// operations, the latest.
    private static func rank(_ operation: OperationStatus) -> (Int, Int64) {
        switch operation.state {
        case .running: (operation.isGroup ? 2 : 0, 0)
        case .ended(.failed), .ended(.degraded): (1, 0)
        case .ready: (3, 0)
        case .ended(.succeeded), .ended(.cancelled):
            (4, -(operation.endedAt?.nanoseconds ?? 0))
        case .pending: (5, 0)
        case .ended(.skipped), .ended(.notNeeded): (6, 0)
        }
    }

    /// Each operation after the group that it is in, without recursion.
    private static func tree(_ operations: [OperationStatus]) -> [Row] {
        let names = Set(operations.lazy.filter(\.isGroup).map(\.name))
        var children: [String?: [OperationStatus]] = [:]
        for operation in operations {
            // A group that the launch has forgotten does not count.
            let group = operation.group.flatMap { names.contains($0) ? $0 : nil }
            children[group, default: []].append(operation)
        }
        var agenda = (children[nil] ?? []).reversed().map { Row(operation: $0, depth: 0) }
        var rows: [Row] = []
        while let row = agenda.popLast() {
            rows.append(row)
            guard row.operation.isGroup,
                let inside = children.removeValue(forKey: row.operation.name)
            else { continue }
            agenda += inside.reversed().map { Row(operation: $0, depth: row.depth + 1) }
        }
        return rows
    }
}
