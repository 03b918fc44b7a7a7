/// Operations that are added while the launch runs.
///
/// They depend on what exists and on each other; nothing that exists depends on them, but for the
/// end of the group that they are added to.
extension LaunchMachine {
    /// Takes in what was checked as an addition to this launch as it is.
    ///
    /// - Parameters:
    ///   - addition: Its graph.
    ///   - group: The group that it is added to, -1 for none.
    ///   - now: The instant.
    /// - Throws: ``AddingRefusal``; nothing is added then.
    mutating func add(_ addition: Graph, toGroup group: Int, at now: Instant) throws(AddingRefusal)
    {
        guard stage == .idle || isOpen else { throw .stopping }
        if group >= 0, hasEnded(group) {
            throw .groupEnded(groups[group].declaration.name)
        }
        if group >= 0 { try check(addition, toGroup: group) }
        let first = topology.add(addition, toGroup: group)
        for group in topology.groups[groups.count...] { groups.append(GroupState(group)) }
        while locks.count < topology.locks.count { locks.append(LockState()) }
        for node in first..<topology.nodeCount { appendNode(node, ofGroup: group) }
        if group >= 0 { join(first..<nodes.count, toGroup: group) }
        raiseDependencies(of: first..<nodes.count, at: now)
        if group >= 0 {
            let level = priority(of: exit(of: group))
            raise(inside(group, first..<nodes.count), to: level, at: now)
        }
        tell(at: now) { machine in
            .operationsAdded(
                machine.topology.operations.filter { $0 >= first }.map { machine.status(of: $0) }
            )
        }
        guard isOpen else { return }
        for node in first..<nodes.count where nodes[node].state == .pending {
            if let root = lostRequirement(of: node) {
                skip(node, root: root, at: now)
            } else if nodes[node].waiting == 0 {
                satisfied(node, at: now)
            }
        }
        advance(at: now)
    }

    /// The end of a group waits for what is added to it, as for what was declared in it.
    private func check(_ addition: Graph, toGroup group: Int) throws(AddingRefusal) {
        if let cycle = cycle(adding: addition, toGroup: group) {
            throw .faults(GraphFaults([.cycle(cycle)]))
        }
        guard !nodes[exit(of: group)].flags.contains(.background), stage != .ready else { return }
        let plan = addition.plan
        let faults = plan.declarations
            .filter { $0.isBackground && $0.group < 0 && $0.kind != .groupEntry }
            .map { declaration in
                GraphFault.dependsOnBackground(
                    groups[group].declaration.name,
                    background: declaration.name,
                    origin: plan.origin(of: declaration)
                )
            }
        if !faults.isEmpty { throw .faults(GraphFaults(faults)) }
    }

    /// Whether nothing in a group begins any more.
    private func hasEnded(_ group: Int) -> Bool {
        let exit = groups[group].declaration.exit
        return nodes[exit].state == .ended || groups[group].isClosed || isInClosedGroup(exit)
    }

    private mutating func appendNode(_ node: Int, ofGroup group: Int) {
        let declaration = topology.declaration(of: node)
        var flags = Node.Flags(declaration)
        // The launch stage is over, unless a group keeps it open.
        let isLate =
            group >= 0
            ? nodes[groups[group].declaration.exit].flags.contains(.background) : stage == .ready
        if isLate { flags.insert(.background) }
        if isLate, declaration.group < 0 { flags.insert(.optional) }
        var waiting = 0
        for link in topology.dependencies(of: node) {
            if link.node < nodes.count {
                if nodes[link.node].state == .ended { continue }
                nodes[link.node].flags.insert(.hasLateDependents)
            }
            waiting += 1
        }
        if !topology.lateDependents(of: node).isEmpty { flags.insert(.hasLateDependents) }
        if flags.contains(.background) {
            unendedBackground += 1
            isComplete = false
            if stage != .ready {
                waiting += 1
                background.append(node)
            }
        } else {
            unended += 1
        }
        nodes.append(
            Node(waiting: waiting, rank: -1, lane: topology.laneNumber(of: node), flags: flags)
        )
    }

    /// The group ends only after them.
    private mutating func join(_ added: Range<Int>, toGroup group: Int) {
        groups[group].lateChildren += Array(added)
        let exit = groups[group].declaration.exit
        for node in inside(group, added) {
            nodes[exit].waiting += 1
            nodes[node].flags.insert(.hasLateDependents)
        }
    }

    /// The required operation without which a node can never run; `nil` when there is none.
    private func lostRequirement(of node: Int) -> String? {
        for link in topology.dependencies(of: node) where link.kind == .requires {
            guard nodes[link.node].state == .ended, let outcome = outcomes[link.node],
                !outcome.isUsable
            else { continue }
            return root(of: link.node, outcome)
        }
        return nil
    }

    private func exit(of group: Int) -> Int { groups[group].declaration.exit }

    private func inside(_ group: Int, _ added: Range<Int>) -> [Int] {
        added.filter { topology.group(of: $0) == group && !nodes[$0].flags.contains(.groupEntry) }
    }

    private mutating func raiseDependencies(of added: Range<Int>, at now: Instant) {
        for node in added {
            let level = topology.priority(of: node)
            raise(topology.dependencies(of: node).map(\.node), to: level, at: now)
        }
    }

    /// Gives nodes, and what they wait for, at least a priority.
    mutating func raise(_ first: [Int], to level: Int8, at now: Instant) {
        var waiting = first
        while let node = waiting.popLast() {
            guard nodes[node].state != .ended, priority(of: node) < level else { continue }
            let isQueued = nodes[node].state == .ready
            if isQueued { dequeue(node) }
            change(node) { $0.raisedTo = level }
            nodes[node].rank = -1
            if isQueued { enqueue(node) }
            if nodes[node].state == .lockWaiting { moveUp(node, at: now) }
            waiting += topology.dependencies(of: node).map(\.node)
            if nodes[node].flags.contains(.groupExit), let group = topology.groupAt[node] {
                waiting += groups[group].lateChildren
            }
        }
    }
}

/// Why a launch does not take further operations.
public enum AddingRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// Something is wrong with them, or with what they depend on.
    case faults(GraphFaults)
    /// The launch is stopping, or has stopped.
    case stopping
    /// The group that they were to be added to has ended.
    case groupEnded(String)
    /// There is no such group.
    case unknownGroup(String)

    /// What is wrong and what to do.
    public var description: String {
        switch self {
        case .faults(let faults): faults.description
        case .stopping: "cannot add operations: the launch is stopping"
        case .groupEnded(let name):
            "cannot add operations: group '\(name)' has ended; add them while one of its operations "
                + "runs"
        case .unknownGroup(let name): "cannot add operations: '\(name)' is not a group"
        }
    }
}
