/// The shape of a launch: its graph, and what was added to it while it ran.
struct Topology: Sendable {
    let graph: Graph
    /// How many nodes the graph has; those from here on were added.
    let base: Int

    /// An operation that was added while the launch ran.
    struct Added: Sendable {
        let declaration: Declaration
        let policies: Policies?
        let lane: UInt16
        let origin: Origin
        let lockNumbers: [Int32]
        /// The effective priority within its addition.
        let priority: Int8
        /// How many operations follow one another after it, as far as its addition, and the group
        /// that it was added to, tell.
        let path: UInt32
        let dependencies: [Adjacency.Link]
    }

    private(set) var added: [Added] = []
    /// For each node of the graph, its longest remaining path; empty until somebody asks.
    private var paths: ContiguousArray<UInt32> = []
    private(set) var groups: [GroupDeclaration]
    private(set) var locks: [Lock]
    /// The locks that are taken while others are held.
    private(set) var lockSteps: [LockStep]
    /// The added nodes that depend on a node.
    private var lateDependents: [Int: [Adjacency.Link]] = [:]
    private var lateNames: [String: Int] = [:]
    /// The group that begins, or ends, at a node.
    private(set) var groupAt: [Int: Int] = [:]
    /// The nodes of the declarations that were added.
    private var lateNumbers: [DeclarationNumber: Int] = [:]

    init(_ graph: Graph) {
        self.graph = graph
        base = graph.nodeCount
        // To copy an array takes its type, some 11,000 instructions the first time: most plans have
        // none of these.
        groups = graph.plan.groups.isEmpty ? [] : graph.plan.groups
        locks = graph.locks.isEmpty ? [] : graph.locks
        lockSteps = graph.lockSteps.isEmpty ? [] : graph.lockSteps
        for number in groups.indices { note(groups[number], number) }
    }

    private mutating func note(_ group: GroupDeclaration, _ number: Int) {
        groupAt[group.entry] = number
        groupAt[group.exit] = number
    }

    var nodeCount: Int { base + added.count }
    var lanes: [Graph.Lane] { graph.lanes }

    /// The operations, in declaration order, in the numbers of nodes; without the places where
    /// groups begin.
    var operations: [Int] {
        let declared = (0..<graph.operationCount).filter {
            graph.plan.declarations[$0].kind != .groupEntry
        }
        return declared
            + (base..<nodeCount).filter { added[$0 - base].declaration.kind != .groupEntry }
    }

    func declaration(of node: Int) -> Declaration {
        node < base ? graph.plan.declarations[node] : added[node - base].declaration
    }

    /// The policies of an operation; those of an action are made of its declaration.
    func policies(of node: Int) -> Policies? {
        if node >= base { return added[node - base].policies }
        if node >= graph.operationCount {
            let action = graph.plan.actionDeclarations[node - graph.operationCount]
            return action.timeout.map { Policies(timeout: $0) }
        }
        let index = Int(graph.plan.declarations[node].policies)
        return index < 0 ? nil : graph.plan.policies[index]
    }

    func lockNumbers(of node: Int) -> [Int32] {
        if node >= base { return added[node - base].lockNumbers }
        guard node < graph.operationCount else { return [] }
        let index = Int(graph.plan.declarations[node].policies)
        return index < 0 ? [] : graph.lockNumbers[index]
    }

    /// The group that a node is in, -1 for none; for where a group begins and ends, the one around
    /// it.
    func group(of node: Int) -> Int {
        if node >= graph.operationCount, node < base { return -1 }
        return Int(declaration(of: node).group)
    }

    func name(of node: Int) -> String {
        node < base ? graph.name(of: node) : added[node - base].declaration.name
    }

    func queue(of node: Int) -> Queue {
        graph.lanes[Int(laneNumber(of: node))].queue
    }

    func laneNumber(of node: Int) -> UInt16 {
        node < base ? graph.laneOf[node] : added[node - base].lane
    }

    func origin(of node: Int) -> Origin {
        if node >= base { return added[node - base].origin }
        guard node < graph.operationCount else {
            return graph.plan.actionDeclarations[node - graph.operationCount].origin
        }
        return graph.plan.origin(of: graph.plan.declarations[node])
    }

    func priority(of node: Int) -> Int8 {
        node < base
            ? graph.priorities[node] : added[node - base].priority
    }

    /// How many operations follow one another after a node, on the longest path.
    ///
    /// What is added later does not make it longer: that would change all that comes before, with
    /// every addition.
    mutating func path(of node: Int) -> UInt32 {
        if node >= base { return added[node - base].path }
        if paths.isEmpty { paths = graph.remainingPaths() }
        return paths[node]
    }

    func node(atRank rank: Int) -> Int { Int(graph.nodeAtRank[rank]) }

    func node(named name: String) -> Int? { graph.operation(named: name) ?? lateNames[name] }

    /// The node of a handle; `nil` when the launch does not have its declaration.
    func node(of id: OperationID) -> Int? {
        graph.plan.declarations.index(of: id) ?? lateNumbers[id.number]
    }

    func dependencies(of node: Int) -> [Adjacency.Link] {
        if node >= base { return added[node - base].dependencies }
        return graph.dependencies.range(of: node).map { graph.dependencies.links[$0] }
    }

    func lateDependents(of node: Int) -> [Adjacency.Link] { lateDependents[node] ?? [] }

    /// The names that an operation requires, and runs after, as they were declared; for a group,
    /// what it has to wait for before it begins.
    func dependencyNames(of node: Int) -> (requires: [String], after: [String]) {
        let declared = groupAt[node].map { groups[$0].entry } ?? node
        if declared >= base { return names(of: added[declared - base].dependencies[...]) }
        let range = graph.dependencies.range(of: declared)
        return names(of: graph.dependencies.links[range])
    }

    private func names(
        of links: some Collection<Adjacency.Link>
    ) -> (requires: [String], after: [String]) {
        (names(of: links, .requires), names(of: links, .after))
    }

    /// Counts first: this is done for each event that is told of an operation.
    private func names(
        of links: some Collection<Adjacency.Link>,
        _ kind: DependencyKind
    ) -> [String] {
        let count = links.count { $0.kind == kind }
        guard count > 0 else { return [] }
        var names: [String] = []
        names.reserveCapacity(count)
        for link in links where link.kind == kind {
            // That a child waits for its group to begin goes without saying.
            if let group = groupAt[link.node], groups[group].entry == link.node { continue }
            names.append(name(of: link.node))
        }
        return names
    }

    /// Takes in operations that were checked as an addition.
    ///
    /// - Returns: The number of the first one's node.
    mutating func add(_ addition: Graph, toGroup group: Int) -> Int {
        let first = nodeCount
        let firstGroup = groups.count
        let plan = addition.plan
        let around = group < 0 ? 0 : path(of: groups[group].exit) + 1
        let paths = addition.remainingPaths { number in
            let declaration = plan.declarations[number]
            return declaration.group < 0 && declaration.kind != .groupEntry ? around : 0
        }
        for (number, declaration) in plan.declarations.enumerated() {
            let node = first + number
            var around = group
            if declaration.group >= 0 { around = firstGroup + Int(declaration.group) }
            let policies = Int(declaration.policies)
            var dependencies = addition.dependencies.range(of: number).map { position in
                let link = addition.dependencies.links[position]
                return Adjacency.Link(link.isExisting ? link.node : first + link.node, link.kind)
            }
            if group >= 0, declaration.group < 0, declaration.kind != .groupExit {
                dependencies.append(Adjacency.Link(groups[group].entry, .requires))
            }
            let operation = Added(
                declaration: declaration.inGroup(around),
                policies: policies < 0 ? nil : plan.policies[policies],
                lane: addition.laneOf[number],
                origin: plan.origin(of: declaration),
                lockNumbers: policies < 0 ? [] : addition.lockNumbers[policies],
                priority: addition.priorities[number],
                path: paths[number],
                dependencies: dependencies
            )
            append(operation, node)
            if group >= 0, declaration.group < 0, declaration.kind != .groupEntry {
                lateDependents[node, default: []].append(
                    Adjacency.Link(groups[group].exit, .after)
                )
            }
        }
        for declaration in plan.groups {
            let declaration = declaration.moved(by: first, into: group, after: firstGroup)
            note(declaration, groups.count)
            groups.append(declaration)
        }
        locks = addition.locks
        lockSteps = addition.lockSteps
        return first
    }

    private mutating func append(_ operation: Added, _ node: Int) {
        added.append(operation)
        lateNumbers[operation.declaration.number] = node
        if operation.declaration.kind != .groupEntry {
            lateNames[operation.declaration.name] = node
        }
        for link in operation.dependencies {
            lateDependents[link.node, default: []].append(Adjacency.Link(node, link.kind))
        }
    }
}

extension GroupDeclaration {
    /// The same group with the numbers that it has in a launch.
    fileprivate func moved(by offset: Int, into group: Int, after groups: Int) -> GroupDeclaration {
        GroupDeclaration(
            name: name,
            entry: entry + offset,
            exit: exit + offset,
            parent: parent < 0 ? Int32(group) : Int32(groups) + parent,
            failsFast: failsFast,
            result: result < 0 ? -1 : result + Int32(offset)
        )
    }
}
