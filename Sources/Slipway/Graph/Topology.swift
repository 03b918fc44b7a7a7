/// The operations of a launch and how they depend on each other: those of its graph, and those that
/// were added to it.
struct Topology: Sendable {
    /// The operations, groups and kinds of action included.
    ///
    /// Asked for directly: a subscript of its own would copy an operation to read a part of it.
    var operations: [CheckedOperation] = []
    /// The operations that each operation waits for; a group, before it begins.
    private(set) var dependencies = EdgeLists()
    /// The operations that wait for the end of each.
    private(set) var dependents = EdgeLists()
    /// The facts that a status gives of each from the beginning.
    private(set) var declared: [Shared<OperationDeclaration>] = []
    /// The groups and the kinds of launch action of the graph, ascending.
    private(set) var groups: [Int] = []
    private(set) var kinds: [Int] = []
    /// The consumers of the kinds of which several actions may run at a time, without the first of each, which
    /// is the kind itself: each is a copy of its kind, for one action more.
    private(set) var furtherConsumers: [Int: Range<Int>] = [:]
    /// The kind of each further consumer.
    private var kindOfConsumer: [Int: Int] = [:]
    /// The queues with their widths; `main` is the first.
    private(set) var queues: [QueueWithWidth]
    private var lockTable = LockTable()
    /// The locks that are taken while others are held, with the operations that take them.
    private(set) var lockSteps: [(operation: Int, step: LockStep)] = []
    /// The number of each operation and group, by name.
    private var names: [String: Int] = [:]
    /// The names of the operations that were added.
    var additionNames = AdditionNames()
    /// The numbers of the added operations, by their declarations.
    private var added: [DeclarationNumber: Int] = [:]
    /// A value of the graph may be let go of before the launch ends.
    private(set) var letsValuesGo = false
    /// The count of the operations that are the graph's; they have the first numbers.
    private(set) var graphCount = 0
    /// The numbers of operations that were let go, to be used again.
    private var released: [Int] = []

    /// A launch without operations.
    init(queues: [QueueWithWidth]) {
        self.queues = queues
    }

    /// The operations of a graph.
    init(_ checked: consuming GraphCheck.Result, queues: [QueueWithWidth]) {
        self.queues = queues
        operations = checked.operations
        dependencies = checked.dependencies
        dependents = checked.dependents ?? dependencies.reversed
        names = checked.names
        for index in operations.indices {
            if !operations[index].options.keepsValue { letsValuesGo = true }
            switch operations[index].declaration.kind {
            case .operation: continue
            case .group: groups.append(index)
            case .action: kinds.append(index)
            }
        }
        for kind in kinds { addConsumers(of: kind) }
        graphCount = operations.count
        for lock in checked.newLocks { _ = lockTable.add(lock) }
        declared.reserveCapacity(count)
        noteLocks(of: operations.indices, checked.lockSteps)
        for index in operations.indices { describe(index) }
    }

    private mutating func addConsumers(of kind: Int) {
        guard case .action(let policy) = operations[kind].declaration.kind, policy.width > 1 else {
            return
        }
        let consumers = operations.count..<operations.count + policy.width - 1
        furtherConsumers[kind] = consumers
        for consumer in consumers {
            kindOfConsumer[consumer] = kind
            operations.append(operations[kind])
            dependencies.beginList(at: consumer)
            dependents.beginList(at: consumer)
            for link in Array(dependencies[kind]) {
                dependencies.append(link, to: consumer)
                dependents.append(Link(index: consumer, kind: link.kind), to: link.index)
            }
        }
    }

    /// The numbers of a kind's consumers, of which each may have an action at a time; the first is the kind's
    /// own.
    func consumers(of kind: Int) -> [Int] { [kind] + (furtherConsumers[kind] ?? 0..<0) }

    /// The consumers of all kinds.
    var allConsumers: [Int] { kinds.flatMap { consumers(of: $0) } }

    /// The kind of a consumer.
    func kind(ofConsumer consumer: Int) -> Int {
        kindOfConsumer.isEmpty ? consumer : kindOfConsumer[consumer] ?? consumer
    }

    /// Counts the locks of operations that are new.
    private mutating func noteLocks(
        of indices: some Sequence<Int>,
        _ steps: some Sequence<(operation: Int, step: LockStep)>
    ) {
        lockSteps += steps
        guard !locks.isEmpty else { return }
        for index in indices {
            for lock in operations[index].locks { lockTable.use(lock) }
        }
    }

    /// The names of the locks, by their numbers; of a number that nothing has now, of the last lock that had it.
    var locks: [Lock] { lockTable.names }

    var count: Int { operations.count }

    /// The number of a lock that something takes.
    func number(of lock: Lock) -> Int? { lockTable[lock] }

    /// The operation, or group, of this name.
    func index(named name: String) -> Int? { names[name] }

    /// The operation, group or kind of action of a handle; `nil` when it is not among these.
    func index(of id: OperationID) -> Int? {
        if id.index < count, operations[id.index].declaration.number == id.number {
            return id.index
        }
        return added[id.number]
    }

    /// The names of all operations and groups.
    var allNames: [String] { Array(names.keys) }

    /// The groups around an operation, the innermost first.
    func groups(around index: Int) -> some Sequence<Int> {
        sequence(state: operations[index].group) { [operations] group in
            defer { group = group.flatMap { operations[$0].group } }
            return group
        }
    }

    /// Everything in a group, nested groups and what is in them included.
    func everything(in group: Int) -> [Int] {
        var found: [Int] = []
        var open = operations[group].children
        while let index = open.popLast() {
            found.append(index)
            open += operations[index].children
        }
        return found.sorted()
    }

    /// Takes in what was checked as an addition.
    ///
    /// - Parameters:
    ///   - checked: Its own operations are numbered from ``count`` on.
    ///   - isOnDemand: Whether the launch is ready.
    ///   - action: The action whose handler adds it; `nil` for none.
    /// - Returns: The numbers of the operations here.
    mutating func add(
        _ checked: consuming GraphCheck.Result,
        isOnDemand: Bool,
        action: ActionID? = nil
    ) -> [Int] {
        let base = count
        var numbers: [Int] = []
        numbers.reserveCapacity(checked.operations.count)
        var end = base
        for _ in checked.operations {
            if let number = released.popLast() {
                numbers.append(number)
            } else {
                numbers.append(end)
                end += 1
            }
        }
        let lockBase = locks.count
        let newLocks = checked.newLocks.map { lockTable.add($0) }
        let lockTarget = { $0 < lockBase ? $0 : newLocks[$0 - lockBase] }
        let declared = checked.operations.map(\.name)
        let steps = checked.lockSteps.map { (numbers[$0.operation - base], $0.step) }
        // No addition gets the name of an operation that it depends on.
        for position in checked.operations.indices {
            for link in checked.dependencies[position] where link.index < base {
                additionNames.keep(link.index)
                for group in Array(groups(around: link.index)) { additionNames.keep(group) }
            }
        }
        put(checked, at: numbers, base, lockTarget)
        noteLocks(of: numbers, steps)
        for (number, name) in zip(numbers, declared) {
            describe(number, addedAs: name, isOnDemand: isOnDemand, action)
        }
        return numbers
    }

    private mutating func put(
        _ checked: GraphCheck.Result,
        at numbers: [Int],
        _ base: Int,
        _ lockTarget: (Int) -> Int
    ) {
        let target = { (index: Int) in index < base ? index : numbers[index - base] }
        for (number, operation) in zip(numbers, checked.operations) {
            let shown = additionNames.give(operation.declaration, number, in: &names)
            let operation = operation.renumbered(target, lockTarget, name: shown)
            if number < operations.count {
                operations[number] = operation
            } else {
                operations.append(operation)
            }
            dependencies.beginList(at: number)
            dependents.beginList(at: number)
            added[operation.declaration.number] = number
        }
        let newNumbers = Set(numbers)
        for (position, number) in numbers.enumerated() {
            for link in checked.dependencies[position] {
                let link = Link(index: target(link.index), kind: link.kind)
                dependencies.append(link, to: number)
                dependents.append(Link(index: number, kind: link.kind), to: link.index)
            }
            // The group that the operation was added to.
            if let group = operations[number].group, !newNumbers.contains(group) {
                operations[group].children.append(number)
            }
        }
    }

    /// Makes the facts that a status gives of an operation.
    private mutating func describe(
        _ index: Int,
        addedAs addedName: String? = nil,
        isOnDemand: Bool = false,
        _ action: ActionID? = nil
    ) {
        let names = dependencyNames(of: index)
        let shared = Shared(
            OperationDeclaration(
                operations[index].declaration,
                group: operations[index].group.map { operations[$0].declaration.name },
                requires: names.requires,
                after: names.after,
                addedAs: addedName,
                isOnDemand: isOnDemand,
                action: action
            )
        )
        if index < declared.count { declared[index] = shared } else { declared.append(shared) }
    }

    /// The names of what an operation waits for.
    private func dependencyNames(of index: Int) -> (requires: [String], after: [String]) {
        let positions = dependencies.positions(of: index)
        var names: (requires: [String], after: [String]) = ([], [])
        for position in positions {
            let link = dependencies[link: position]
            let name = operations[link.index].declaration.name
            switch link.kind {
            case .requires:
                if names.requires.isEmpty { names.requires.reserveCapacity(positions.count) }
                names.requires.append(name)
            case .after: names.after.append(name)
            }
        }
        return names
    }

    /// Tells whether an operation was added, and is not of the graph.
    func isAddition(_ index: Int) -> Bool { index >= graphCount }

    /// The progress of an operation that has not begun.
    func record(of index: Int) -> OperationRecord {
        OperationRecord(
            operations[index],
            dependencies: dependencies.positions(of: index).count,
            isAddition: isAddition(index)
        )
    }

    /// The progress of all operations of a launch that has not begun: those of the background stage wait
    /// for it to be ready, too.
    var records: [OperationRecord] {
        operations.indices.map { index in
            var record = record(of: index)
            if record.stage == .background, !record.isAction { record.inDegree += 1 }
            return record
        }
    }

    /// Lets operations that were added go: their numbers are free for others.
    ///
    /// - Returns: The locks that nothing takes any more.
    mutating func release(_ indices: Set<Int>) -> [Int] {
        var linked: Set<Int> = []
        var followers: Set<Int> = []
        var unused: [Int] = []
        for index in indices {
            let operation = operations[index]
            unused += operation.locks.filter { lockTable.endUse($0) }
            if names[operation.name] == index { names[operation.name] = nil }
            additionNames.remove(index)
            added[operation.declaration.number] = nil
            linked.formUnion(dependencies[index].lazy.map(\.index))
            if let group = operation.group { linked.insert(group) }
            followers.formUnion(dependents[index].lazy.map(\.index))
            operations[index] = .released
            dependencies.beginList(at: index)
            dependents.beginList(at: index)
        }
        // Another operation may get the number, on which those that stay do not depend.
        for index in followers.subtracting(indices) {
            dependencies.removeAll(from: index) { indices.contains($0.index) }
        }
        for index in linked.subtracting(indices) {
            dependents.removeAll(from: index) { indices.contains($0.index) }
            operations[index].children.removeAll { indices.contains($0) }
            if operations[index].valueChild.map(indices.contains) == true {
                operations[index].valueChild = nil
            }
        }
        released += indices.sorted(by: >)
        lockSteps.removeAll { indices.contains($0.operation) }
        lockTable.release(unused)
        return unused
    }

    /// The operations and groups, in the order of their declaration.
    var inOrder: [Int] {
        let graph = (0..<graphCount).filter { !operations[$0].isAction }
        guard count > graphCount else { return graph }
        // Without operations that were let go of, or whose name another one has got.
        let additions = (graphCount..<count).compactMap { index in
            additionNames.row(of: index).map { (row: $0, index: index) }
        }
        return graph + additions.sorted { $0.row < $1.row }.map(\.index)
    }
}

extension CheckedOperation {
    /// The same operation with other numbers for what it refers to.
    fileprivate func renumbered(
        _ target: (Int) -> Int,
        _ lockTarget: (Int) -> Int,
        name: String
    ) -> CheckedOperation {
        var operation = self
        if name != self.name { operation.declaration = declaration.with(name: name) }
        operation.group = group.map(target)
        operation.children = children.map(target)
        operation.valueChild = valueChild.map(target)
        operation.locks = locks.map(lockTarget).sorted()
        return operation
    }

    /// The remains of an operation that was let go.
    fileprivate static let released = CheckedOperation(
        Operation(
            name: "",
            queue: .userInitiated,
            origin: .nowhere,
            kind: .operation
        )
    )
}
