/// Everything that is wrong with a plan, all at once.
public struct GraphFaults: Error, Hashable, Sendable {
    /// The faults: those of single declarations first, in declaration order, then the cycles.
    public let faults: [GraphFault]

    /// Collects faults; an empty collection is not an error and is never thrown.
    public init(_ faults: [GraphFault]) {
        self.faults = faults
    }
}

/// One thing that is wrong with a plan.
public enum GraphFault: Hashable, Sendable {
    /// Two operations have the same name.
    case duplicateName(String, first: Origin, second: Origin)
    /// An operation refers to a name that nobody declares; `nearest` is a declared name that is
    /// spelled almost the same.
    case unknownName(String, in: String, origin: Origin, nearest: String?)
    /// An operation requires itself, or runs after itself.
    case selfDependency(String, kind: DependencyKind, origin: Origin)
    /// Each operation depends on the next, and the last on the first.
    case cycle([CycleStep])
    /// A required operation requires one that is optional, so that an optional failure would end
    /// the launch.
    case requiresOptional(String, optional: String, origin: Origin)
    /// An operation or action names a queue that the plan does not have.
    case unknownQueue(String, in: String, origin: Origin, nearest: String?)
    /// A queue has a width below 1, or a width for `main`, which is serial.
    case invalidWidth(queue: String, width: Int)
    /// Two kinds of launch action have the same name.
    case duplicateAction(String, first: Origin, second: Origin)
    /// A handle was made by another plan.
    case foreignHandle(in: String, origin: Origin)
    /// A duration (`timeout`, `deadline`) is not above zero.
    case invalidDuration(key: String, in: String, duration: Duration, origin: Origin)
}

/// The two kinds of edge.
public enum DependencyKind: String, Hashable, Sendable {
    /// Runs only when the other succeeded or is degraded.
    case requires
    /// Runs once the other has ended, however.
    case after
}

/// One edge of a cycle: `operation` depends on the next step's operation.
public struct CycleStep: Hashable, Sendable {
    /// The operation that depends.
    public let operation: String
    /// Where it runs.
    public let queue: Queue
    /// Where it was declared.
    public let origin: Origin
    /// How it depends on the next step's operation.
    public let kind: DependencyKind
    /// Where that dependency was declared.
    public let edgeOrigin: Origin

    /// Creates a step.
    public init(
        operation: String,
        queue: Queue,
        origin: Origin,
        kind: DependencyKind,
        edgeOrigin: Origin
    ) {
        self.operation = operation
        self.queue = queue
        self.origin = origin
        self.kind = kind
        self.edgeOrigin = edgeOrigin
    }
}
