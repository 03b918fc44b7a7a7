/// Resolves a plan's dependencies and collects everything that is wrong with it.
///
/// A dependency that is faulty by itself (unknown, foreign, on itself) is reported once and left
/// out of what follows, so that it does not cause a second fault.
///
/// A plan can also be checked as an addition to a running launch: its operations then are numbered
/// from 0 all the same, and links to operations of the launch are marked as existing. Nothing that
/// exists depends on what is added, so that no cycle can run through it.
struct PlanCheck {
    let plan: Plan
    let existing: (any ExistingOperations)?

    var faults: [GraphFault] = []
    var lanes: [Graph.Lane] = []
    var laneOf: ContiguousArray<UInt16> = []
    var dependencies = Adjacency()
    private(set) var dependents = Adjacency()
    private(set) var priorities: ContiguousArray<Int8> = []
    private(set) var nodeAtRank: ContiguousArray<Int32> = []
    private(set) var rankOf: ContiguousArray<Int32> = []
    private(set) var index = NameIndex()
    var locks: [Lock] = []
    var lockNumbers: [[Int32]] = []
    var lockSteps: [LockStep] = []
    /// All flags that an operation has.
    var flags: Declaration.Flags = []
    /// Looks for the declared names that undeclared ones are probably to be.
    var nearest = NearestName()

    init(_ plan: Plan, addingTo existing: (any ExistingOperations)? = nil) {
        self.plan = plan
        self.existing = existing
    }

    mutating func run() {
        checkSize()
        guard faults.isEmpty else { return }
        checkQueues()
        indexNames()
        resolve()
        dependents = dependencies.reversed()
        checkGroups()
        checkOptional()
        checkStages()
        checkPolicies()
        checkEnds()
        let order = order()
        numberLocks()
        checkLocks(order)
        guard order.count < dependencies.nodeCount else { return }
        faults += CycleSearch(plan: plan, dependencies: dependencies, dependents: dependents)
            .cycles()
    }

    /// What the bits of a ``Declaration``, an ``EdgeTable`` and an ``Adjacency`` count.
    private mutating func checkSize() {
        let actions = plan.actionDeclarations.count
        let queues = max(plan.queueTable.count, plan.queues.count)
        limit("operations", plan.declarations.count, to: Adjacency.capacity / 2)
        limit("launch actions", actions, to: Adjacency.capacity / 2)
        limit("dependencies", plan.edges.count, to: Int(UInt32.max))
        limit("dependencies by name", plan.edges.externals.count, to: Adjacency.capacity)
        limit("queues", queues, to: Int(UInt16.max))
    }

    private mutating func limit(_ what: String, _ count: Int, to limit: Int) {
        if count > limit { faults.append(.tooMany(what, limit: limit)) }
    }

    private mutating func indexNames() {
        var repeated: [(Int, Int)] = []
        index = NameIndex(plan.declarations) { repeated.append(($0, $1)) }
        for (first, second) in repeated {
            let declaration = plan.declarations[second]
            faults.append(
                .duplicateName(
                    declaration.name,
                    first: plan.origin(of: plan.declarations[first]),
                    second: plan.origin(of: declaration)
                )
            )
        }
        if let existing { checkNames(areNewTo: existing) }
        var kinds: [String: Origin] = [:]
        for action in plan.actionDeclarations {
            if let first = kinds[action.name] {
                faults.append(.duplicateAction(action.name, first: first, second: action.origin))
            } else {
                kinds[action.name] = action.origin
            }
        }
    }

    private mutating func checkNames(areNewTo existing: any ExistingOperations) {
        for declaration in plan.declarations where declaration.kind != .groupEntry {
            guard let node = existing.node(named: declaration.name) else { continue }
            faults.append(
                .duplicateName(
                    declaration.name,
                    first: existing.origin(of: node),
                    second: plan.origin(of: declaration)
                )
            )
        }
        faults += plan.actionDeclarations.map { .addedAction($0.name, origin: $0.origin) }
    }

    /// - Returns: The nodes, each before all that it depends on; fewer than there are if there is
    ///   a cycle.
    private mutating func order() -> ContiguousArray<Int32> {
        let actions = plan.actionDeclarations
        let operations = plan.declarations
        let own = ContiguousArray<Int8>(
            unsafeUninitializedCapacity: operations.count + actions.count
        ) { own, filled in
            for node in operations.indices {
                own.initializeElement(at: node, to: operations[node].priority.rawValue)
            }
            filled = operations.count
            for action in actions {
                own.initializeElement(at: filled, to: action.priority.rawValue)
                filled += 1
            }
        }
        let order = StartOrder(
            own: own,
            operations: operations.count,
            dependencies: dependencies,
            dependents: dependents
        )
        priorities = order.priorities
        nodeAtRank = order.nodeAtRank
        rankOf = order.rankOf
        return order.backwards
    }
}
