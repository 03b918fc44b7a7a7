/// For each operation of a report, how long its way to its end still is, in operations.
///
/// A group waits for what is in it, and what is in it for what the group requires: so each group
/// stands here for two, its end at the group's own index, its beginning as many further on as there
/// are operations.
struct OpenDepths {
    private let operations: [OperationStatus]
    private let index: [String: Int]
    private var waitsFor: [[Int]]

    init(_ operations: [OperationStatus], _ index: [String: Int]) {
        self.operations = operations
        self.index = index
        waitsFor = [[Int]](repeating: [], count: operations.count * 2)
        for position in operations.indices where isOpen(position) { addEdges(of: position) }
    }

    /// For each index into the operations: how many of them, itself included, must still end one
    /// after another before it has; 0 for those that ended, or that wait in a circle.
    var depths: [Int] {
        let depths = Digraph(waitsFor).longestPaths { position in
            // A beginning is no operation that has to end.
            position < operations.count && isOpen(position) ? 1 : 0
        }
        return Array(depths.prefix(operations.count))
    }

    private mutating func addEdges(of position: Int) {
        let operation = operations[position]
        // What has to be there before it begins; for a group, that is its beginning's business.
        let start = operation.isGroup ? beginning(position) : position
        for name in operation.requires + operation.after {
            if let other = index[name], isOpen(other) { waitsFor[start].append(other) }
        }
        if operation.isGroup { waitsFor[position].append(start) }
        guard let group = operation.group.flatMap({ index[$0] }), isOpen(group) else { return }
        waitsFor[group].append(position)
        if operations[group].startedAt == nil { waitsFor[start].append(beginning(group)) }
    }

    private func beginning(_ group: Int) -> Int { group + operations.count }

    private func isOpen(_ position: Int) -> Bool { operations[position].outcome == nil }
}
