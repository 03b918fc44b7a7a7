/// An operation whose names are resolved: everything that it refers to is a number.
struct CheckedOperation: Sendable {
    var declaration: Operation
    /// What it waits for; for a group, before it begins.
    var dependencies: [Link] = []
    /// What waits for its end.
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
    /// How many operations follow one another after it, on the longest path.
    var path = 0
    /// What a status says of it from the beginning.
    var declared: Shared<DeclaredOperation>

    /// One dependency, seen from either side.
    struct Link: Hashable, Sendable {
        let index: Int
        let kind: DependencyKind
    }

    init(_ declaration: Operation) {
        self.declaration = declaration
        group = declaration.group
        priority = declaration.options.priority.rawValue
        beginPriority = priority
        declared = Shared(DeclaredOperation(declaration))
    }

    var name: String { declaration.name }
    var options: OperationOptions { declaration.options }
    var isGroup: Bool { declaration.isGroup }
    var isAction: Bool { declaration.isAction }

    /// Lets go of what the operation calls, but for what undoes it.
    ///
    /// - Returns: It as it was.
    mutating func takeClosures() -> CheckedOperation {
        let before = self
        declaration.body = nil
        declaration.options.condition = nil
        declaration.options.fallback = nil
        declaration.options.retry = nil
        return before
    }
}

extension DeclaredOperation {
    /// What an operation says of itself; names that it refers to are filled in by the check.
    init(_ operation: Operation) {
        self.init(
            number: operation.number,
            name: operation.name,
            queue: operation.queue,
            isOptional: operation.options.isOptional,
            timeout: operation.options.timeout,
            isGroup: operation.isGroup,
            attemptLimit: operation.options.retry?.attempts ?? 1
        )
    }
}
