/// One operation, group or kind of action, as it was declared, for drawings and checks of a
/// plan.
public struct PlannedOperation: Sendable {
    /// The name.
    public let name: String
    /// The queue on which its body runs; for a group, which has none, `userInitiated`.
    public let queue: Queue
    /// The launch, or the group that it is in, goes on without it.
    public let isOptional: Bool
    /// When it is due.
    public let stage: Stage
    /// Its rank among several ready operations, as declared for it or the groups around it.
    public let priority: Priority
    /// The locks that it holds while it runs, in the order in which it names them.
    public let locks: [Lock]
    /// The name of the group that it is directly in; `nil` for none.
    public let group: String?
    /// It is a group.
    public let isGroup: Bool
    /// The longest time that an attempt may take; `nil` for as long as the launch.
    public let timeout: Duration?
    /// The longest time that all attempts and the pauses between them may take; `nil` for as long
    /// as the launch.
    public let budget: Duration?
    /// The greatest number of attempts: 1 or more.
    public let attempts: Int
    /// Something stands in for its value when it fails.
    public let hasFallback: Bool
    /// The condition on which it runs, in words; `nil` when there is none.
    public let condition: String?
    /// The operations that must have succeeded before it starts, or, for a group, before anything
    /// in it does.
    public let requires: [Edge]
    /// The operations that must have ended before it starts, or, for a group, before anything in it
    /// does.
    public let after: [Edge]
    /// The place at which it was declared.
    public let origin: Origin
    /// The consequence of the end of a part that stays; `nil` for what ends with its operation.
    package let ended: EndPolicy?
    /// The failure of a required operation in this group cancels the others.
    package let failsFast: Bool

    /// One dependency, with where it was declared.
    public struct Edge: Hashable, Sendable {
        /// The name of the operation depended on, whether or not the plan has it.
        public let name: String
        /// The place at which the dependency was declared.
        public let origin: Origin
    }
}

extension Plan {
    /// The operations that were added, in order, whether or not the plan can be launched; a group
    /// comes after what is in it.
    ///
    /// Made anew at each call.
    public var operations: [PlannedOperation] { planned { !$0.isAction } }

    /// The kinds of launch action, in order.
    ///
    /// Made anew at each call.
    public var actions: [PlannedOperation] { planned { $0.isAction } }

    private func planned(where isMeant: (Operation) -> Bool) -> [PlannedOperation] {
        let sequences = Dictionary(grouping: sequences) { name(of: $0.dependent) }
        return zip(declared, parents).filter { isMeant($0.0) }.map { operation, group in
            planned(operation, in: group, sequences[operation.name] ?? [])
        }
    }

    private func planned(
        _ operation: Operation,
        in group: Int?,
        _ sequences: [SequenceEdge]
    ) -> PlannedOperation {
        let options = operation.options
        let late = sequences.map {
            PlannedOperation.Edge(name: name(of: $0.dependency), origin: $0.origin)
        }
        return PlannedOperation(
            name: operation.name,
            queue: operation.queue,
            isOptional: options.isOptional,
            stage: options.stage,
            priority: options.rank,
            locks: options.locks,
            group: group.map { declared[$0].name },
            isGroup: operation.isGroup,
            timeout: options.timeout,
            budget: options.budget,
            attempts: options.retry?.attempts ?? 1,
            hasFallback: options.hasFallback,
            condition: options.condition,
            requires: edges(operation, .requires) + (operation.isAction ? [] : late),
            after: edges(operation, .after),
            origin: operation.origin,
            ended: options.ended,
            failsFast: options.failsFast
        )
    }

    private func edges(
        _ operation: Operation,
        _ kind: DependencyKind
    ) -> [PlannedOperation.Edge] {
        operation.dependencies.filter { $0.kind == kind }.map { edge in
            var origin = operation.origin
            if case .name(_, let own?) = edge.target { origin = own }
            return PlannedOperation.Edge(name: name(of: edge.target), origin: origin)
        }
    }

    private func name(of reference: Reference) -> String {
        switch reference {
        case .name(let name, _): return name
        case .operation(let id):
            let isOwn = id.index < declared.count && declared[id.index].number == id.number
            return isOwn ? declared[id.index].name : "(another plan)"
        }
    }
}
