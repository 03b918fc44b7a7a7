/// Resolves the names of a plan and collects everything that is wrong with it.
///
/// A dependency that is faulty by itself (unknown, foreign, on itself) is reported once and left
/// out of what follows, so that it does not cause a second fault.
///
/// An addition to a running launch is checked in the same way: its operations are numbered after
/// those that exist, which it may depend on.
struct GraphCheck {
    let plan: Plan
    /// The operations that exist already; empty for a graph.
    let existing: Topology
    /// The state of the running launch; `nil` for a graph.
    let launch: ExistingLaunch?
    /// The number of the first operation of the plan.
    let base: Int
    let queues: [QueueWithWidth]

    var faults: [GraphFault] = []
    var checked: [CheckedOperation]
    /// The operations that each operation of the plan waits for.
    var links = EdgeLists()
    /// ``links`` reversed; `nil` if the check did not need it.
    var dependents: EdgeLists?
    var newLocks: [Lock] = []
    /// The locks that are taken while others are held, with the operations that take them.
    var lockSteps: [(operation: Int, step: LockStep)] = []
    /// The places at which dependencies were declared that were not declared with their operations.
    var edgeOrigins: [Edge: Origin] = [:]
    /// The numbers of the operations and groups of the plan, by name.
    var names: [String: Int] = [:]
    /// Looks for the declared names that undeclared ones are probably to be.
    var nearest = NearestName()

    /// A dependency between two numbers.
    struct Edge: Hashable {
        let index: Int
        let link: Link
    }

    /// A plan that was checked and is free of faults.
    struct Result {
        var operations: [CheckedOperation]
        /// The operations that each operation waits for.
        let dependencies: EdgeLists
        /// The operations that wait for each operation; `nil` for an addition, whose edges lead out
        /// of it.
        let dependents: EdgeLists?
        /// The numbers of the operations and groups, by name.
        let names: [String: Int]
        let newLocks: [Lock]
        let lockSteps: [(operation: Int, step: LockStep)]
    }

    /// Checks a plan by itself.
    init(_ plan: Plan) {
        self.plan = plan
        existing = Topology(queues: [])
        launch = nil
        base = 0
        queues =
            [QueueWithWidth(queue: .main, width: .fixed(1))]
            + plan.queues.filter { $0.key != .main }
            .sorted { $0.key.name < $1.key.name }
            .map { QueueWithWidth(queue: $0.key, width: $0.value) }
        checked = zip(plan.declared, plan.parents).map { CheckedOperation($0, group: $1) }
    }

    /// Checks a plan as an addition to a launch.
    init(_ plan: Plan, addingTo existing: Topology, _ launch: ExistingLaunch) {
        self.plan = plan
        self.existing = existing
        self.launch = launch
        base = existing.count
        queues = existing.queues
        checked = zip(plan.declared, plan.parents).map { operation, parent in
            CheckedOperation(operation, group: parent.map { $0 + existing.count } ?? launch.group)
        }
    }

    mutating func run() throws(GraphFaults) -> Result {
        guard plan.replacements.isEmpty else {
            throw GraphFaults(
                plan.replacements.map { .replacedPlan(group: $0.group, origin: $0.origin) }
            )
        }
        checkEmptyNames()
        checkQueues()
        checkNames()
        resolve()
        checkRepeatedGroups()
        checkGroupValues()
        checkOptional()
        checkReads()
        checkStages()
        checkOptions()
        takeLocks()
        checkHolders()
        checkOrder()
        guard faults.isEmpty else { throw GraphFaults(faults) }
        return Result(
            operations: checked,
            dependencies: links,
            dependents: launch == nil ? dependents ?? links.reversed : nil,
            names: names,
            newLocks: newLocks,
            lockSteps: lockSteps
        )
    }

    /// The numbers of the plan's operations.
    var indices: Range<Int> { base..<base + checked.count }

    // Each of the following reads one fact of an operation of the plan, or of one that exists: to
    // copy an operation takes long.

    func declaration(_ index: Int) -> Operation {
        index < base ? existing.operations[index].declaration : checked[index - base].declaration
    }

    func name(_ index: Int) -> String { declaration(index).name }
    func origin(of index: Int) -> Origin { declaration(index).origin }
    func isGroup(_ index: Int) -> Bool { declaration(index).isGroup }
    func isAction(_ index: Int) -> Bool { declaration(index).isAction }
    func options(_ index: Int) -> OperationOptions { declaration(index).options }

    func parent(of index: Int) -> Int? {
        index < base ? existing.operations[index].group : checked[index - base].group
    }

    func dependencies(_ index: Int) -> ArraySlice<Link> {
        index < base ? existing.dependencies[index] : links[index - base]
    }

    func children(_ index: Int) -> [Int] {
        index < base ? existing.operations[index].children : checked[index - base].children
    }

    func locks(_ index: Int) -> [Int] {
        index < base ? existing.operations[index].locks : checked[index - base].locks
    }

    func valueChild(_ index: Int) -> Int? {
        index < base ? existing.operations[index].valueChild : checked[index - base].valueChild
    }

    func queue(_ index: Int) -> Int {
        index < base ? existing.operations[index].queue : checked[index - base].queue
    }

    /// Tells whether an operation has ended; none of a plan has.
    func hasEnded(_ index: Int) -> Bool { index < base && launch?.hasEnded(index) ?? false }

    /// The groups around an operation, the innermost first.
    func groups(around index: Int) -> [Int] {
        var groups: [Int] = []
        var around = parent(of: index)
        while let group = around {
            groups.append(group)
            around = parent(of: group)
        }
        return groups
    }

    /// Of the groups around two operations, the innermost that is around both; `nil` for none.
    func commonGroup(_ first: Int, _ second: Int) -> Int? {
        guard parent(of: first) != parent(of: second) else { return parent(of: first) }
        let around = Set(groups(around: first))
        return groups(around: second).first { around.contains($0) }
    }

    /// An operation and the groups around it, up to another group.
    func chain(from index: Int, upTo outer: Int?) -> [Int] {
        var chain = [index]
        while let group = parent(of: chain[chain.count - 1]), group != outer { chain.append(group) }
        return chain
    }
}

/// The state of the operations of a running launch.
struct ExistingLaunch {
    /// The group that is added to; `nil` for none.
    let group: Int?
    /// The launch is ready: all stages are due.
    let isReady: Bool
    let hasEnded: (Int) -> Bool
    /// Tells whether a group has begun.
    let hasBegun: (Int) -> Bool
    /// Tells whether an operation is due only once the launch is ready.
    let isBackground: (Int) -> Bool
}
