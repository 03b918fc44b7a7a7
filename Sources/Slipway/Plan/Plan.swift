/// The declared operations and launch actions of a service, not yet checked.
///
/// ```swift
/// var plan = Plan("storefront")
/// let sdk = plan.add("sdk-init", on: .main) { try await Analytics.start() }
/// let user = plan.add("user-data", timeout: .seconds(5)) { try await fetchUser() }
/// plan.action("open-url", reading: user, on: .main, requires: [sdk]) { (url: String, user) in
///     try open(url, for: user)
/// }
/// try Launch(Graph(plan)).runOnMainThread()
/// ```
///
/// A plan is a value; nothing is checked until ``Graph/init(_:)`` and nothing runs until
/// ``Launch``.
public struct Plan: Sendable {
    /// The name of the service, as reports and systemd show it.
    public var name: String
    /// The longest time until the launch is ready; `nil` for as long as it takes.
    ///
    /// The deadline counts from where ``Launch/init(_:id:deadlineFrom:values:)`` says.
    public var deadline: Duration?
    /// The longest time that a cancelled body may take to return, and that each teardown may take.
    ///
    /// A body is cancelled by its timeout, by a call, and when the launch stops or fails. Longer than
    /// zero; default 10 s.
    public var grace: Duration
    /// The time for which a launch that stops, or fails, leaves the running launch actions alone
    /// before they are asked to give up; zero for not at all, `nil` (the default) for as long as
    /// the ``grace``.
    public var drain: Duration?
    /// The width of each concurrent queue.
    ///
    /// `userInitiated` is there from the start; a further entry declares a further queue.
    public var queues: [Queue: QueueWidth] = Plan.standardQueues

    /// The readers that only name the operation whose value they read: a text of a configuration is
    /// one.
    package var namedReads: [NamedRead] = []
    /// Operations, groups and kinds of action, in order; a group comes after what is in it.
    var declared: [Operation] = []
    /// The closures of each declaration.
    var calls: [OperationCalls] = []
    /// Dependencies that were declared apart from their operations.
    var sequences: [SequenceEdge] = []
    /// The groups whose closures assigned another plan: all that was declared before is lost.
    private(set) var replacements: [(group: String, origin: Origin)] = []
    /// The values that children inherit of the groups that are being declared, the outermost first.
    private var openGroups: [(number: DeclarationNumber, stage: Stage, priority: Priority?)] = []

    static let standardQueues: [Queue: QueueWidth] = [.userInitiated: .automatic]

    /// Creates an empty plan.
    public init(
        _ name: String,
        deadline: Duration? = nil,
        grace: Duration = .seconds(10),
        drain: Duration? = nil
    ) {
        self.name = name
        self.deadline = deadline
        self.grace = grace
        self.drain = drain
    }
}

extension Plan {
    /// An empty plan for a closure that adds to a launch.
    ///
    /// The plan counts as open, so that another plan that replaces it is told apart.
    static func addition(toLaunch name: String) -> Plan {
        var plan = Plan(name)
        plan.openGroups.append((.next(), .launch, nil))
        return plan
    }

    /// The plan is that of a closure that has not returned.
    var isOpen: Bool { !openGroups.isEmpty }

    /// The names of the settings of a launch in which this plan differs from another one.
    func settings(otherThan plan: Plan) -> [String] {
        [
            ("name", name != plan.name), ("deadline", deadline != plan.deadline),
            ("grace", grace != plan.grace), ("drain", drain != plan.drain),
        ].filter(\.1).map(\.0)
    }

    /// Declares an operation or a kind of action.
    mutating func declare(
        _ name: String,
        _ kind: Operation.Kind,
        on queue: Queue,
        _ dependencies: [Operation.Edge],
        _ options: OperationOptions,
        _ origin: Origin,
        _ calls: OperationCalls
    ) -> OperationID {
        let isAction = if case .action = kind { true } else { false }
        var options = isAction ? options : inherited(options)
        options.take(calls)
        let operation = Operation(
            name: name,
            queue: queue,
            origin: origin,
            kind: kind,
            dependencies: dependencies,
            options: options
        )
        declared.append(operation)
        self.calls.append(calls)
        return OperationID(number: operation.number, index: declared.count - 1)
    }

    /// The options, with what the group that is being declared gives to all in it.
    private func inherited(_ options: OperationOptions) -> OperationOptions {
        guard let group = openGroups.last else { return options }
        var options = options
        options.inherit(group.priority)
        if group.stage == .background { options.stage = .background }
        return options
    }

    /// Declares a group after what `declareChildren` adds; if that throws, the plan is as it was.
    mutating func declareGroup<Value>(
        _ name: String,
        _ dependencies: [Operation.Edge],
        _ options: OperationOptions,
        _ origin: Origin,
        _ calls: OperationCalls,
        _ declareChildren: (inout Plan) throws -> OperationID?
    ) rethrows -> Handle<Value> {
        let first = declared.count
        let sequenceCount = sequences.count
        let around = openGroups
        let settings = (name: self.name, deadline, grace, drain, queues)
        let inherited = inherited(options)
        let number = DeclarationNumber.next()
        openGroups.append((number, inherited.stage, inherited.priority))
        do {
            let value = try declareChildren(&self)
            // A plan that replaced this one does not have the group open, and may have less in it.
            if openGroups.last?.number != number {
                replacements.append((name, origin))
                (self.name, deadline, grace, drain, queues) = settings
            }
            openGroups = around
            return Handle(
                operation: declare(
                    name,
                    .group(first: min(first, declared.count), value: value),
                    on: .userInitiated,
                    dependencies,
                    options,
                    origin,
                    calls
                )
            )
        } catch {
            if openGroups.last?.number != number { replacements.append((name, origin)) }
            declared.removeSubrange(min(first, declared.count)...)
            self.calls.removeSubrange(min(first, self.calls.count)...)
            sequences.removeSubrange(min(sequenceCount, sequences.count)...)
            openGroups = around
            (self.name, deadline, grace, drain, queues) = settings
            throw error
        }
    }

    /// The same plan with the priority of a group that all of it is added to.
    func inheriting(_ priority: Priority?) -> Plan {
        guard let priority else { return self }
        var plan = self
        plan.declared = declared.map { operation in
            var options = operation.options
            if !operation.isAction { options.inherit(priority) }
            return operation.with(options)
        }
        return plan
    }

    /// For each declaration, the group that it is directly in.
    var parents: [Int?] {
        var parents = [Int?](repeating: nil, count: declared.count)
        // Operations and groups whose group, if they are in one, comes later.
        var open: [Int] = []
        for (index, operation) in declared.enumerated() where !operation.isAction {
            if case .group(let first, _) = operation.kind {
                while let child = open.last, child >= first {
                    parents[child] = index
                    open.removeLast()
                }
            }
            open.append(index)
        }
        return parents
    }

    /// The edges to what an operation requires and comes after, and whose values it is given.
    static func edges(
        reading handles: [any ReadableHandle] = [],
        requires: [any Dependency],
        after: [any Dependency]
    ) -> [Operation.Edge] {
        var edges: [Operation.Edge] = []
        edges.reserveCapacity(handles.count + requires.count + after.count)
        for handle in handles { edges.append(handle.edge) }
        for other in requires {
            edges.append(Operation.Edge(target: other.reference, kind: .requires))
        }
        for other in after { edges.append(Operation.Edge(target: other.reference, kind: .after)) }
        return edges
    }
}

/// A reader that gets the value of an operation by its name, so that there must be one.
package struct NamedRead: Sendable {
    /// The operation or the kind of action.
    package let reader: String
    package let isAction: Bool
    /// The operation whose value is read.
    package let target: String
    /// The place at which the operation is named.
    package let origin: Origin

    package init(reader: String, isAction: Bool, target: String, origin: Origin) {
        self.reader = reader
        self.isAction = isAction
        self.target = target
        self.origin = origin
    }
}
