/// The operations of a report that have not ended, and how they wait for each other.
struct OpenOperations {
    let operations: [OperationStatus]
    /// Where each name is in ``operations``.
    let index: [String: Int]
    /// For each index into ``operations``: how many operations, itself included, must still end
    /// one after another before it has; 0 for those that ended, or that wait in a circle.
    let depths: [Int]

    /// Takes time linear in the number of operations plus dependencies.
    init(_ report: Report) {
        let operations = report.operations
        let index = Dictionary(
            operations.enumerated().map { ($1.name, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        self.operations = operations
        self.index = index
        depths = Self.depths(operations, index)
    }

    /// What the operation still waits for, the longest way to go first: what it requires, then
    /// what it runs after.
    func open(_ operation: OperationStatus) -> [(index: Int, relation: String)] {
        let requires = find(operation.requires).map {
            (index: $0, relation: Explanation.Step.requires)
        }
        let after = find(operation.after).map { (index: $0, relation: Explanation.Step.after) }
        return (requires + after).sorted { isBefore($0.index, $1.index) }
    }

    /// Which of the operations, named or all, holds things up most; `nil` if all have ended.
    func worst(of names: [String]? = nil) -> Int? {
        let candidates = names.map(find) ?? operations.indices.filter { isOpen($0) }
        return candidates.min(by: isBefore)
    }

    /// The operations that run on the queue, the one that started first in front.
    func running(on queue: Queue) -> [Int] {
        operations.indices
            .filter { operations[$0].state == .running && operations[$0].queue == queue }
            .sorted(by: isBefore)
    }

    private func find(_ names: [String]) -> [Int] {
        names.compactMap { index[$0] }.filter(isOpen)
    }

    private func isOpen(_ index: Int) -> Bool { operations[index].outcome == nil }

    private func isBefore(_ left: Int, _ right: Int) -> Bool {
        if depths[left] != depths[right] { return depths[left] > depths[right] }
        switch (operations[left].startedAt, operations[right].startedAt) {
        case (let first?, let second?) where first != second: return first < second
        case (_?, nil): return true
        case (nil, _?): return false
        default: return left < right
        }
    }

    private static func depths(_ operations: [OperationStatus], _ index: [String: Int]) -> [Int] {
        var waiting = [Int](repeating: 0, count: operations.count)
        var dependents = [[Int]](repeating: [], count: operations.count)
        for (position, operation) in operations.enumerated() where operation.outcome == nil {
            for name in operation.requires + operation.after {
                guard let other = index[name], operations[other].outcome == nil else { continue }
                waiting[position] += 1
                dependents[other].append(position)
            }
        }
        var depths = waiting.map { _ in 0 }
        var order = operations.indices.filter {
            waiting[$0] == 0 && operations[$0].outcome == nil
        }
        for position in order { depths[position] = 1 }
        var next = 0
        while next < order.count {
            let position = order[next]
            next += 1
            for dependent in dependents[position] {
                depths[dependent] = max(depths[dependent], depths[position] + 1)
                waiting[dependent] -= 1
                if waiting[dependent] == 0 { order.append(dependent) }
            }
        }
        return depths
    }
}
