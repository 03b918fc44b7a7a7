/// The declaration of an operation, a group or a kind of action, as its status, its plan and pictures of both have it.
public struct OperationDeclaration: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The queue on which its body runs; for a group, which has none, `userInitiated`.
    public var queue: Queue
    /// The launch, or the group around the operation, goes on without it.
    public var isOptional = false
    /// When the operation is due, as it was declared itself; ``OperationStatus/stage`` counts the
    /// group around it, too.
    ///
    /// Not told by the control interface.
    public var stage = Stage.launch
    /// The operations that must have succeeded (or be degraded) before it starts, or, for a group, before anything in
    /// it does; whether or not the plan has them.
    public var requires: [String] = []
    /// The operations that must have ended, with any outcome, before it starts, or, for a group, before anything in it
    /// does.
    public var after: [String] = []
    /// The longest time that an attempt may take; `nil` for as long as the launch.
    public var timeout: Duration?
    /// The longest time that all attempts and the backoffs between them may take; `nil` for as long
    /// as the launch.
    ///
    /// Not told by the control interface.
    public var budget: Duration?
    /// The group that it is directly in; `nil` for none.
    public var group: String?
    /// The declaration is that of a group: its state and times cover all its operations.
    public var isGroup = false
    /// The greatest number of attempts: 1 or more.
    public var attemptLimit = 1
    /// The locks that it holds while it runs, in the order in which it names them.
    public var locks: [Lock] = []
    /// The rank among several ready operations, as declared for this one or the groups around it.
    public var priority = Priority.normal
    /// The condition on which it runs, in words; `nil` when there is none.
    public var condition: String?
    /// A fallback stands in for the value when the operation fails.
    ///
    /// Not told by the control interface.
    public var hasFallback = false
    /// The name that it was declared with, if it was added to the launch; `nil` for an operation of the graph.
    ///
    /// Of several additions of one name the second is shown as `fetch#2`; see ``Launch/add(toGroup:_:)``.
    public var addedAs: String?
    /// The operation was added to a launch that was ready, or by the handler of a launch action:
    /// whatever becomes of it, the launch is not degraded.
    public var isOnDemand = false
    /// The launch action whose handler added it, with ``OperationContext/add(_:)``; `nil` for none.
    public var action: ActionID?
    /// The place at which it was declared; `nil` if that is not known.
    public var origin: Origin?
    /// The consequence of a part's end; `nil` for what ends with its operation.
    package var ended: EndPolicy?
    /// The failure of a required operation in this group cancels the others.
    package var failsFast = true
    /// The identity of the declaration in this process.
    ///
    /// It does not count in comparisons, so that two launches of the same plan have equal
    /// declarations.
    var mark = DeclarationMark()

    /// Creates a declaration of something that depends on nothing.
    public init(name: String, queue: Queue) {
        self.name = name
        self.queue = queue
    }

    /// The declaration of an operation, in a group or in none.
    init(
        _ operation: Operation,
        group: String?,
        requires: [String],
        after: [String],
        addedAs: String? = nil,
        isOnDemand: Bool = false,
        action: ActionID? = nil
    ) {
        let options = operation.options
        name = operation.name
        queue = operation.queue
        isOptional = options.isOptional
        stage = options.stage
        self.requires = requires
        self.after = after
        timeout = options.timeout
        budget = options.budget
        self.group = group
        isGroup = operation.isGroup
        attemptLimit = options.retry?.attempts ?? 1
        locks = options.locks
        priority = options.rank
        condition = options.condition
        hasFallback = options.hasFallback
        self.addedAs = addedAs
        self.isOnDemand = isOnDemand
        self.action = action
        origin = operation.origin
        ended = options.ended
        failsFast = options.failsFast
        mark = DeclarationMark(number: operation.number)
    }
}

/// The number of a declaration, if a launch or a plan made it; it does not count in comparisons.
struct DeclarationMark: Hashable, Sendable {
    var number: DeclarationNumber?

    static func == (left: Self, right: Self) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
}

extension Plan {
    /// The operations that were added, in order, whether or not the plan can be launched; a group
    /// comes after what is in it.
    ///
    /// Made anew at each call.
    public var operations: [OperationDeclaration] { planned { !$0.isAction } }

    /// The kinds of launch action, in order.
    ///
    /// Made anew at each call.
    public var actions: [OperationDeclaration] { planned { $0.isAction } }

    private func planned(where isMeant: (Operation) -> Bool) -> [OperationDeclaration] {
        let sequences = Dictionary(grouping: sequences) { name(of: $0.dependent) }
        return zip(declared, parents).filter { isMeant($0.0) }.map { operation, group in
            planned(operation, in: group, sequences[operation.name] ?? [])
        }
    }

    private func planned(
        _ operation: Operation,
        in group: Int?,
        _ sequences: [SequenceEdge]
    ) -> OperationDeclaration {
        let late = operation.isAction ? [] : sequences.map { name(of: $0.dependency) }
        return OperationDeclaration(
            operation,
            group: group.map { declared[$0].name },
            requires: names(operation, .requires) + late,
            after: names(operation, .after)
        )
    }

    private func names(_ operation: Operation, _ kind: DependencyKind) -> [String] {
        operation.dependencies.filter { $0.kind == kind }.map { name(of: $0.target) }
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
