internal import Slipway

/// For each operation of a report, the number of operations on the longest way to its end.
///
/// A group waits for its operations, and these wait for the group's dependencies: so each group has
/// two entries here, its end at the group's own index, and its beginning at the index plus the
/// number of operations.
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
    /// after another until it has ended; 0 for those that have ended, or that wait in a circle.
    var depths: [Int] {
        let depths = Digraph(waitsFor).longestPaths { position in
            // The beginning of a group is no operation that must end.
            position < operations.count && isOpen(position) ? 1 : 0
        }
        return Array(depths.prefix(operations.count))
    }

    private mutating func addEdges(of position: Int) {
        let operation = operations[position]
        // The dependencies that must end before it begins; for a group, they belong to its
        // beginning.
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
