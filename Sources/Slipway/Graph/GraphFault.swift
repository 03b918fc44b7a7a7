/// Everything that is wrong with a plan, all at once.
public struct GraphFaults: Error, Hashable, Sendable {
    /// The faults, check by check: queues, names, dependencies (those of sequences first), values and
    /// options, locks, and then the cycles; those of one check in declaration order.
    public let faults: [GraphFault]

    /// Collects faults; an empty collection is not an error and is never thrown.
    public init(_ faults: [GraphFault]) {
        self.faults = faults
    }
}

/// One thing that is wrong with a plan.
public enum GraphFault: Hashable, Sendable {
    /// Two operations have the same name.
    case duplicateName(String, first: DeclaredPlace, second: DeclaredPlace)
    /// An operation refers to a name that is not declared; `nearest` is a declared name that is
    /// spelled almost the same.
    case unknownName(String, in: String, origin: Origin, nearest: String?)
    /// An operation requires itself, or runs after itself.
    case selfDependency(String, kind: DependencyKind, origin: Origin)
    /// Each operation depends on the next, and the last on the first.
    case cycle([CycleStep])
    /// A required operation without a fallback requires one that is optional, or in an optional
    /// group, and has no fallback either: an optional failure would end the launch, or the group of
    /// both. `isRead`: the value of the optional one is given to the body of the required one.
    case requiresOptional(String, optional: String, isRead: Bool, origin: Origin)
    /// Something outside of a group that is tried again as a whole depends on something inside.
    case dependsInsideRepeated(String, inside: String, group: String, origin: Origin)
    /// An operation or action names a queue that the plan does not have.
    case unknownQueue(String, in: String, origin: Origin, nearest: String?)
    /// A queue has a width below 1, or a width for `main`, which is serial.
    case invalidWidth(queue: String, width: Int)
    /// Two kinds of launch action have the same name.
    case duplicateAction(String, first: Origin, second: Origin)
    /// A handle was made by another plan. `number` counts from 1 among the handles that the
    /// operation reads, requires and comes after; `nil` for the only one, and in a sequence.
    case foreignHandle(in: String, number: Int?, origin: Origin)
    /// An operation, a group, a kind of action or a queue is declared with an empty name, or the
    /// operation `in` names a queue or a lock with one.
    case emptyName(of: NamedKind, in: String?, origin: Origin?)
    /// A duration (`timeout`, `budget`, `deadline`, `grace`, `expires`) is not above zero, or
    /// `drain` is below it.
    case invalidDuration(key: String, in: String, duration: Duration, origin: Origin)
    /// A kind of launch action has a limit below 1.
    case invalidLimit(Int, in: String, origin: Origin)
    /// A kind of launch action can run so many at a time in no launch: less than 1, or more than
    /// ``ActionPolicy/maximalWidth``.
    case invalidActionWidth(Int, in: String, origin: Origin)
    /// An operation's budget for all attempts is shorter than the timeout of one.
    case budgetBelowTimeout(in: String, budget: Duration, timeout: Duration, origin: Origin)
    /// A part of a retry policy has a value that it cannot have.
    case invalidRetry(RetryKey, value: String, in: String, origin: Origin)
    /// An operation of the launch stage depends on one that starts only once the launch is ready.
    case dependsOnBackground(String, background: String, origin: Origin)
    /// The value of a group is to be that of an operation that is not in it.
    case resultOutsideGroup(String, origin: Origin)
    /// The value of a group is to be that of an operation in it that may fail without failing the
    /// group.
    case optionalResult(group: String, result: String, origin: Origin)
    /// An operation reads the value of `read`, which may have none: the condition of `of` (that
    /// operation, an operation in it, or a group around it) may not hold.
    case readsAbsent(String, read: String, condition: String, of: String, origin: Origin)
    /// An operation reads the value of a group whose closure returns none.
    case readsGroupWithoutValue(String, group: String, origin: Origin)
    /// The condition of an operation reads the value of `String`, which the operation does not require, or,
    /// if the value may be absent, on which it does not depend; `nil` for an operation of another plan.
    case conditionReads(
        String?,
        in: String,
        condition: String,
        mayBeAbsent: Bool,
        origin: Origin
    )
    /// Something in a group that holds locks waits for an operation outside of the group.
    case waitsOutside(String, group: String, locks: [Lock], outside: String, origin: Origin)
    /// Groups can wait for each other's locks: what each step takes, the next one's group holds.
    ///
    /// Locks that are taken one inside the other are always taken in one order, even by groups
    /// that other dependencies keep apart.
    case lockOrder([LockStep])
    /// An optional operation whose body stays is to end the launch by its own end.
    case optionalEnds(String, origin: Origin)
    /// The limits of the restarts of a body that stays have a value that they cannot have.
    case invalidRestart(RestartKey, value: String, in: String, origin: Origin)
    /// Something that is added to a running launch declares a kind of launch action.
    case addedAction(String, origin: Origin)
    /// A plan that is added to a running launch gives a width to a queue.
    case addedQueue(String)
    /// The closure of a group put another plan in place of the one that it got. The other faults of such a
    /// plan are not told: what was declared before is not in it any more.
    case replacedPlan(group: String, origin: Origin)
}

extension GraphFault {
    /// An operation depends on itself, directly or through others.
    package var isCycle: Bool {
        switch self {
        case .cycle, .selfDependency: true
        case .duplicateName, .unknownName, .requiresOptional, .dependsInsideRepeated, .unknownQueue,
            .invalidWidth, .duplicateAction, .foreignHandle, .emptyName, .invalidDuration,
            .invalidLimit,
            .invalidActionWidth, .budgetBelowTimeout, .invalidRetry, .dependsOnBackground,
            .resultOutsideGroup, .optionalResult, .readsAbsent, .readsGroupWithoutValue,
            .conditionReads, .waitsOutside, .lockOrder, .optionalEnds, .invalidRestart,
            .addedAction, .addedQueue, .replacedPlan:
            false
        }
    }
}

/// The place of a declaration.
public struct DeclaredPlace: Hashable, Sendable {
    /// The line of its source, or of its file.
    public let origin: Origin
    /// The group that it is in; `nil` for none.
    public let group: String?

    /// Creates a place.
    public init(_ origin: Origin, group: String? = nil) {
        self.origin = origin
        self.group = group
    }
}

/// The kinds of thing that have a name.
public enum NamedKind: Hashable, Sendable {
    /// An operation.
    case operation
    /// A group of operations.
    case group
    /// A kind of launch action.
    case action
    /// A queue.
    case queue
    /// A lock.
    case lock
}

/// The parts of a retry policy that can be wrong.
public enum RetryKey: String, Hashable, Sendable {
    /// At least 1.
    case attempts
    /// At least 1.
    case factor
    /// From 0 to 1.
    case jitter
    /// Not negative.
    case initial
    /// Not negative.
    case maximum
}

/// The parts of the limits of restarts that can be wrong.
public enum RestartKey: String, Hashable, Sendable {
    /// At least 1.
    case attempts
    /// Longer than zero.
    case window
    /// Not negative.
    case initial
    /// Not negative.
    case maximum
    /// Longer than zero.
    case steady
}

/// A lock that is taken while another one is held.
public struct LockStep: Hashable, Sendable {
    /// The group that holds ``held``.
    public let group: String
    /// The lock that the group holds from its beginning to its end.
    public let held: Lock
    /// The operation in the group that takes ``taken``.
    public let operation: String
    /// The lock that the operation takes meanwhile.
    public let taken: Lock
    /// The place at which the operation was declared.
    public let origin: Origin

    /// Creates a step.
    public init(group: String, held: Lock, operation: String, taken: Lock, origin: Origin) {
        self.group = group
        self.held = held
        self.operation = operation
        self.taken = taken
        self.origin = origin
    }
}

/// One edge of a cycle: `operation` depends on the next step's operation.
public struct CycleStep: Hashable, Sendable {
    /// The operation that depends.
    public let operation: String
    /// The queue on which it runs; `nil` for a group, which has none.
    public let queue: Queue?
    /// The place at which it was declared.
    public let origin: Origin
    /// The kind of its dependency on the next step's operation.
    public let kind: DependencyKind
    /// The place at which that dependency was declared.
    public let edgeOrigin: Origin

    /// Creates a step.
    public init(
        operation: String,
        queue: Queue?,
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
