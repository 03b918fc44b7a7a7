/// The part of an operation's status that never changes.
struct DeclaredOperation: Hashable, Sendable {
    /// The declaration; `nil` for a status that no launch made.
    var number: DeclarationNumber?
    var name: String
    var queue: Queue
    var isOptional: Bool
    var requires: [String] = []
    var after: [String] = []
    var timeout: Duration?
    var group: String?
    var isGroup: Bool
    var attemptLimit: Int
    var locks: [Lock] = []
    var priority = Priority.normal
    var condition: String?
    /// The name that an addition was declared with; `nil` for an operation of the graph.
    var addedAs: String?
    /// It was added to a launch that was ready.
    var isOnDemand = false
    /// The launch action whose handler added it.
    var action: ActionID?

    /// Compares everything but `number`, which differs between launches.
    static func == (left: DeclaredOperation, right: DeclaredOperation) -> Bool {
        left.name == right.name && left.queue == right.queue
            && left.isOptional == right.isOptional && left.requires == right.requires
            && left.after == right.after && left.timeout == right.timeout
            && left.group == right.group && left.isGroup == right.isGroup
            && left.attemptLimit == right.attemptLimit && left.locks == right.locks
            && left.priority == right.priority && left.condition == right.condition
            && left.addedAs == right.addedAs && left.isOnDemand == right.isOnDemand
            && left.action == right.action
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(queue)
    }
}

extension DeclaredOperation {
    init(
        _ operation: Operation,
        requires: [String],
        after: [String],
        group: String?,
        addedAs: String?,
        isOnDemand: Bool,
        action: ActionID?
    ) {
        self.init(
            number: operation.number,
            name: operation.name,
            queue: operation.queue,
            isOptional: operation.options.isOptional,
            requires: requires,
            after: after,
            timeout: operation.options.timeout,
            group: group,
            isGroup: operation.isGroup,
            attemptLimit: operation.options.retry?.attempts ?? 1,
            locks: operation.options.locks,
            priority: operation.options.rank,
            condition: operation.options.condition,
            addedAs: addedAs,
            isOnDemand: isOnDemand,
            action: action
        )
    }
}
