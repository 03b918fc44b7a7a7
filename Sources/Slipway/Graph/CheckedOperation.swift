/// An operation whose names are resolved: everything that it refers to is a number.
///
/// The edges are in ``Topology``; what a launch counts down is in ``OperationRecord``.
struct CheckedOperation: Sendable {
    /// The declaration; of an addition, with the name under which it is shown.
    var declaration: Operation
    private var groupNumber: Int32 = -1
    private var valueNumber: Int32 = -1
    /// A group around the operation may be tried again.
    var isRepeatable = false
    /// Of a group, what is directly in it.
    var children: [Int] = []
    /// The locks that it takes when it starts, ascending; without those that a group around it holds.
    var locks: [Int] = []
    /// The highest of its own priority and of those of all that wait for it.
    var priority: Int8
    /// Of a group, the highest of the priorities of all that wait for it to begin.
    var beginPriority: Int8
    /// The position of its queue in ``Topology/queues``.
    var queue = 0
    /// The number of operations that follow one another after it, on the longest path.
    var path = 0

    init(_ declaration: Operation, group: Int? = nil) {
        self.declaration = declaration
        priority = declaration.options.rank.rawValue
        beginPriority = priority
        self.group = group
    }

    /// The group that it is directly in.
    var group: Int? {
        get { groupNumber < 0 ? nil : Int(groupNumber) }
        set { groupNumber = newValue.map { Int32($0) } ?? -1 }
    }

    /// Of a group, the child whose value is the group's.
    var valueChild: Int? {
        get { valueNumber < 0 ? nil : Int(valueNumber) }
        set { valueNumber = newValue.map { Int32($0) } ?? -1 }
    }

    var name: String { declaration.name }
    var options: OperationOptions { declaration.options }
    var isGroup: Bool { declaration.isGroup }
    var isAction: Bool { declaration.isAction }
}
