/// One operation as it was declared, for those who show a plan.
public struct PlannedOperation: Sendable {
    /// The name.
    public let name: String
    /// Where its body runs.
    public let queue: Queue
    /// Whether the launch goes on without it.
    public let isOptional: Bool
    /// How long its body may take; `nil` for as long as the launch.
    public let timeout: Duration?
    /// What must have succeeded before it starts.
    public let requires: [Edge]
    /// What must have ended before it starts.
    public let after: [Edge]
    /// Where it was declared.
    public let origin: Origin

    /// One dependency, with where it was declared.
    public struct Edge: Hashable, Sendable {
        /// The name of the operation depended on, whether or not the plan has it.
        public let name: String
        /// Where the dependency was declared.
        public let origin: Origin
    }
}

/// One kind of launch action as it was declared, for those who show a plan.
public struct PlannedAction: Sendable {
    /// The kind's name.
    public let name: String
    /// Where its handler runs.
    public let queue: Queue
    /// How long its handler may take; `nil` for as long as it takes.
    public let timeout: Duration?
    /// What must have succeeded before one runs.
    public let requires: [PlannedOperation.Edge]
    /// Where it was declared.
    public let origin: Origin
}

extension Plan {
    /// What was added, in order, whether or not it can be launched.
    ///
    /// Made anew at each call.
    public var operations: [PlannedOperation] {
        declarations.map { declaration in
            PlannedOperation(
                name: declaration.name,
                queue: declaration.queue,
                isOptional: declaration.isOptional,
                timeout: declaration.timeout,
                requires: planned(declaration.edges, .requires, declaration.origin),
                after: planned(declaration.edges, .after, declaration.origin),
                origin: declaration.origin
            )
        }
    }

    /// The kinds of launch action, in order.
    ///
    /// Made anew at each call.
    public var actions: [PlannedAction] {
        actionDeclarations.map { declaration in
            PlannedAction(
                name: declaration.name,
                queue: declaration.queue,
                timeout: declaration.timeout,
                requires: planned(declaration.edges, .requires, declaration.origin),
                origin: declaration.origin
            )
        }
    }

    private func planned(
        _ range: Range<Int>,
        _ kind: DependencyKind,
        _ origin: Origin
    ) -> [PlannedOperation.Edge] {
        range.lazy.map { edges[$0] }.filter { $0.kind == kind }.map { edge in
            PlannedOperation.Edge(
                name: name(of: edge),
                origin: edges.origin(of: edge, declared: origin)
            )
        }
    }

    private func name(of edge: EdgeTable.Edge) -> String {
        if edge.isName { return edges.names[edge.number] }
        return edge.number < declarations.count ? declarations[edge.number].name : "(another plan)"
    }
}
