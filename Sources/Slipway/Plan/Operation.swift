/// One declared operation, group of operations, or kind of launch action, without what it calls.
///
/// An object, since the plan, the graph and its launches all refer to it.
final class Operation: Sendable {
    let number: DeclarationNumber
    let name: String
    /// The queue on which its body runs; a group has none.
    let queue: Queue
    let origin: Origin
    let kind: Kind
    /// The operations that it waits for, in the order of declaration.
    let dependencies: [Edge]
    let options: OperationOptions

    enum Kind: Sendable {
        case operation
        /// The children are the operations before the group, from `first` on.
        indirect case group(first: Int, value: OperationID?)
        /// Runs once for each action that is submitted.
        indirect case action(ActionPolicy)
    }

    /// One dependency, as it was declared.
    struct Edge: Sendable {
        let target: Reference
        let kind: DependencyKind
        /// The body gets the value, so that there must be one.
        var isRead = false
    }

    /// The same declaration with another name, or other options.
    func with(name: String? = nil, _ options: OperationOptions? = nil) -> Operation {
        Operation(
            number: number,
            name: name ?? self.name,
            queue: queue,
            origin: origin,
            kind: kind,
            dependencies: dependencies,
            options: options ?? self.options
        )
    }

    init(
        number: DeclarationNumber = .next(),
        name: String,
        queue: Queue,
        origin: Origin,
        kind: Kind,
        dependencies: [Edge] = [],
        options: OperationOptions = OperationOptions()
    ) {
        self.number = number
        self.name = name
        self.queue = queue
        self.origin = origin
        self.kind = kind
        self.dependencies = dependencies
        self.options = options
    }

    var isGroup: Bool { if case .group = kind { true } else { false } }
    var isAction: Bool { if case .action = kind { true } else { false } }
}
