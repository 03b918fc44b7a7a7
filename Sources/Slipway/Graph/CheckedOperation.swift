/// An operation whose names are resolved: everything that it refers to is a number.
///
/// Its edges are in ``Topology``; what a launch counts down is in ``OperationRecord``.
struct CheckedOperation: Sendable {
    let declaration: Operation
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

    init(_ declaration: Operation, group: Int? = nil) {
        self.declaration = declaration
        self.group = group
        priority = declaration.options.priority.rawValue
        beginPriority = priority
    }

    var name: String { declaration.name }
    var options: OperationOptions { declaration.options }
    var isGroup: Bool { declaration.isGroup }
    var isAction: Bool { declaration.isAction }
}
