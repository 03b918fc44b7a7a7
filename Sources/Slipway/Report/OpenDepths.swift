/// For each operation of a report, how long its way to its end still is, in operations.
///
/// A group waits for what is in it, and what is in it for what the group requires: so each group
/// stands here for two, its end at the group's own index, its beginning as many further on as there
/// are operations.
struct OpenDepths {
    /// For each index into the operations: how many of them, itself included, must still end one
    /// after another before it has; 0 for those that ended, or that wait in a circle.
    private(set) var depths: [Int]
    private let operations: [OperationStatus]
    private let index: [String: Int]
    private var waiting: [Int]
    private var dependents: [[Int]]

    init(_ operations: [OperationStatus], _ index: [String: Int]) {
        self.operations = operations
        self.index = index
        let count = operations.count * 2
        depths = [Int](repeating: 0, count: count)
        waiting = depths
        dependents = [[Int]](repeating: [], count: count)
        for position in operations.indices where isOpen(position) { addEdges(of: position) }
        walk()
        depths.removeLast(operations.count)
    }

    private mutating func addEdges(of position: Int) {
        let operation = operations[position]
        let group = operation.group.flatMap { index[$0] }.flatMap { isOpen($0) ? $0 : nil }
        // What has to be there before it begins; for a group, that is its beginning's business.
        let start = operation.isGroup ? beginning(position) : position
        for name in operation.requires + operation.after {
            if let other = index[name], isOpen(other) { add(start, waitsFor: other) }
        }
        if operation.isGroup { add(position, waitsFor: start) }
        guard let group else { return }
        add(group, waitsFor: position)
        if operations[group].startedAt == nil { add(start, waitsFor: beginning(group)) }
    }

    private mutating func add(_ position: Int, waitsFor other: Int) {
        waiting[position] += 1
        dependents[other].append(position)
    }

    private mutating func walk() {
        var order = waiting.indices.filter { position in
            waiting[position] == 0 && isOpen(position % operations.count) && isNode(position)
        }
        for position in order { depths[position] = weight(position) }
        var next = 0
        while next < order.count {
            let position = order[next]
            next += 1
            for dependent in dependents[position] {
                depths[dependent] = max(
                    depths[dependent],
                    depths[position] + weight(dependent)
                )
                waiting[dependent] -= 1
                if waiting[dependent] == 0 { order.append(dependent) }
            }
        }
    }

    private func beginning(_ group: Int) -> Int { group + operations.count }

    /// A beginning is no operation that has to end.
    private func weight(_ position: Int) -> Int { position < operations.count ? 1 : 0 }

    private func isNode(_ position: Int) -> Bool {
        position < operations.count || operations[position - operations.count].isGroup
    }

    private func isOpen(_ position: Int) -> Bool { operations[position].outcome == nil }
}
