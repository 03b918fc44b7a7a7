/// One declared operation, group of operations, or kind of launch action.
struct Operation: Sendable {
    let number = DeclarationNumber.next()
    let name: String
    /// Where its body runs; a group has none.
    let queue: Queue
    let origin: Origin
    let kind: Kind
    /// What it waits for, in the order of declaration.
    let dependencies: [Edge]
    var options: OperationOptions
    /// The work; `nil` for a group.
    var body: Body?
    /// Where the group that it is directly in is among the plan's operations.
    var group: Int?

    enum Kind: Sendable {
        case operation
        /// Its children are the operations before it, from `first` on.
        case group(first: Int, value: GroupValue)
        /// Runs once for each action that is submitted.
        case action(expires: Duration?, limit: Int)
    }

    /// The operation in a group whose value is the group's.
    enum GroupValue: Sendable {
        case none
        case of(OperationID)
    }

    /// One dependency, as it was declared.
    struct Edge: Sendable {
        let target: Reference
        let kind: DependencyKind
        /// Whether the body is given the value, so that there must be one.
        var isRead = false
    }

    var isGroup: Bool { if case .group = kind { true } else { false } }
    var isAction: Bool { if case .action = kind { true } else { false } }
}

/// What an operation does, or the handler of a launch action.
///
/// Synchronous closures are `async` ones that do not suspend.
typealias Body = nonisolated(nonsending) @Sendable (OperationContext) async throws -> AnyOutput?

/// The two kinds of edge.
public enum DependencyKind: String, Hashable, Sendable {
    /// Runs only when the other succeeded or is degraded.
    case requires
    /// Runs once the other has ended, however.
    case after
}
