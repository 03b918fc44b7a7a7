/// The graph of a launch read backwards: what may be undone once what depends on it is.
///
/// A group is read backwards as a whole: what is in it may be undone once all that depends on the
/// group is, and what the group depends on once everything in it is.
struct ReverseGraph: Sendable {
    private let operations: [CheckedOperation]
    private let dependencies: EdgeLists
    /// The number of dependents of each operation, or group, that are not undone yet.
    private var dependents: [Int]
    /// Of each group, how many operations directly in it are not undone yet.
    private var children: [Int]

    init(_ topology: Topology) {
        operations = topology.operations
        dependencies = topology.dependencies
        dependents = operations.indices.map { index in
            topology.dependents.positions(of: index).count
                + (topology.operations[index].group == nil ? 0 : 1)
        }
        children = operations.map(\.children.count)
    }

    /// The operations on which nothing depends: with these the undoing begins.
    mutating func begin() -> [Int] {
        free(operations.indices.filter { dependents[$0] == 0 })
    }

    /// An operation is undone.
    ///
    /// - Returns: The operations that may be undone because of it.
    mutating func undone(_ index: Int) -> [Int] { free(undo(index)) }

    /// Looks into groups that nothing depends on any more.
    ///
    /// - Parameter released: Operations and groups that may be undone.
    /// - Returns: The operations among them and in these groups.
    private mutating func free(_ released: [Int]) -> [Int] {
        var found: [Int] = []
        var open = released
        while let index = open.popLast() {
            if !operations[index].isGroup {
                found.append(index)
            } else if operations[index].children.isEmpty {
                open += undo(index)
            } else {
                for child in operations[index].children where release(child) { open.append(child) }
            }
        }
        return found
    }

    /// Counts an operation, or group, as undone, and with it every group whose last part it was.
    ///
    /// - Returns: What may be undone because of it, groups included.
    private mutating func undo(_ index: Int) -> [Int] {
        var released: [Int] = []
        var undone: Int? = index
        while let index = undone {
            for link in dependencies[index] where release(link.index) {
                released.append(link.index)
            }
            undone = nil
            guard let group = operations[index].group else { continue }
            children[group] -= 1
            if children[group] == 0 { undone = group }
        }
        return released
    }

    /// Something that depends on an operation, or group, is undone; returns whether nothing is left.
    private mutating func release(_ index: Int) -> Bool {
        dependents[index] -= 1
        return dependents[index] == 0
    }
}
