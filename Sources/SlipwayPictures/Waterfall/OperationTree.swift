internal import Slipway

/// Operations in their groups, in the order in which they started.
struct OperationTree {
    private let operations: [OperationStatus]

    init(_ operations: [OperationStatus]) {
        self.operations = operations
    }

    /// The operations in no group, and for each group those that are directly in it, as positions; both
    /// in the order of their start, and those that did not start last.
    ///
    /// A report may come from any source: each operation is in it once, even if groups lie in a circle.
    var sorted: (roots: [Int], children: [[Int]]) {
        let groups = operations.indices.lazy.filter { operations[$0].isGroup }
            .map { (operations[$0].name, $0) }
            .keyed()
        var children = [[Int]](repeating: [], count: operations.count)
        var roots: [Int] = []
        for (position, operation) in operations.enumerated() {
            if let group = operation.group.flatMap({ groups[$0] }) {
                children[group].append(position)
            } else {
                roots.append(position)
            }
        }
        var isReached = [Bool](repeating: false, count: operations.count)
        func reach(from start: Int) {
            var open = [start]
            while let position = open.popLast() {
                guard !isReached[position] else { continue }
                isReached[position] = true
                open += children[position]
            }
        }
        for root in roots { reach(from: root) }
        for position in operations.indices where !isReached[position] {
            // The groups lie in a circle, which is opened at the first of them.
            if let group = operations[position].group.flatMap({ groups[$0] }) {
                children[group].removeAll { $0 == position }
            }
            roots.append(position)
            reach(from: position)
        }
        return (inOrder(roots), children.map(inOrder))
    }

    private func inOrder(_ positions: [Int]) -> [Int] {
        guard positions.count > 1 else { return positions }
        return positions.sorted { left, right in
            let starts = (start(left), start(right))
            return starts.0 == starts.1 ? left < right : starts.0 < starts.1
        }
    }

    /// The order of rows: operations that never started come behind those that did, in the order in
    /// which they became ready or ended.
    private func start(_ position: Int) -> (isLate: Int, Instant) {
        let operation = operations[position]
        if let start = operation.startedAt { return (0, start) }
        if let ready = operation.readyAt { return (1, ready) }
        return (2, operation.endedAt ?? Instant(nanoseconds: .max))
    }
}
