/// An operation whose names are resolved: everything that it refers to is a number.
struct CheckedOperation: Sendable {
    let declaration: Operation
    let isGroup: Bool
    let isAction: Bool
    /// The operations that it waits for; for a group, before it begins.
    var dependencies: [Link] = []
    /// The operations that wait for its end.
    var dependents: [Link] = []
    /// The group that it is directly in.
    var group: Int?
    /// Of a group, what is directly in it.
    var children: [Int] = []
    /// Of a group, the child whose value is its own.
    var valueChild: Int?
    /// In ``Topology/queues``.
    var queue = 0
    /// The locks that it takes when it starts, ascending; without those that a group around it holds.
    var locks: [Int] = []
    /// The highest of its own priority and of those of all that wait for it.
    var priority: Int8
    /// Of a group, the highest of the priorities of all that wait for it to begin.
    var beginPriority: Int8
    /// The number of operations that follow one another after it, on the longest path.
    var path = 0

    /// One dependency, seen from either side.
    struct Link: Hashable, Sendable {
        let index: Int
        let kind: DependencyKind
    }

    init(_ declaration: Operation, group: Int? = nil) {
        self.declaration = declaration
        isGroup = declaration.isGroup
        isAction = declaration.isAction
        self.group = group
        priority = declaration.options.priority.rawValue
        beginPriority = priority
    }

    var name: String { declaration.name }
    var options: OperationOptions { declaration.options }
}
