extension PlanCheck {
    /// Turns the edges of the plan into links between numbers, and queues into lanes.
    mutating func resolve() {
        let plan = plan
        let count = plan.declarations.count + plan.actionDeclarations.count
        let late = lateLinks()
        let total = plan.edges.count + late.count
        laneOf = lanesOfNodes()
        var offsets = ContiguousArray<UInt32>()
        offsets.reserveCapacity(count + 1)
        offsets.append(0)
        let links = ContiguousArray<Adjacency.Link>(unsafeUninitializedCapacity: total) {
            links,
            filled in
            var nextLate = 0
            func end(_ node: Int) {
                while nextLate < late.count, late[nextLate].node == node {
                    links.initializeElement(at: filled, to: late[nextLate].link)
                    filled += 1
                    nextLate += 1
                }
                offsets.append(UInt32(truncatingIfNeeded: filled))
            }
            plan.edges.edges.withUnsafeBufferPointer { edges in
                plan.declarations.withUnsafeBufferPointer { declarations in
                    for node in declarations.indices {
                        for position in declarations[node].edges {
                            let edge = edges[position]
                            let isPlain =
                                !edge.isExternal && edge.number < declarations.count
                                && edge.number != node
                            guard
                                let link = isPlain
                                    ? Adjacency.Link(edge.number, edge.kind)
                                    : link(edge, of: node)
                            else { continue }
                            links.initializeElement(at: filled, to: link)
                            filled += 1
                        }
                        end(node)
                    }
                }
                for (number, action) in plan.actionDeclarations.enumerated() {
                    let node = plan.declarations.count + number
                    for position in action.edges {
                        guard let link = link(edges[position], of: node) else { continue }
                        links.initializeElement(at: filled, to: link)
                        filled += 1
                    }
                    end(node)
                }
            }
        }
        dependencies = Adjacency(links: links, offsets: offsets)
    }

    private mutating func lanesOfNodes() -> ContiguousArray<UInt16> {
        let lanes = plan.queueTable.map { laneNumber(of: $0) ?? .max }
        let operations = plan.declarations.count
        var unknown: [Int] = []
        let laneOf = ContiguousArray<UInt16>(
            unsafeUninitializedCapacity: operations + plan.actionDeclarations.count
        ) { laneOf, filled in
            plan.declarations.withUnsafeBufferPointer { declarations in
                for node in declarations.indices {
                    flags.formUnion(declarations[node].flags)
                    let hasBody = declarations[node].kind.rawValue < BodyKind.groupEntry.rawValue
                    let lane = hasBody ? lanes[Int(declarations[node].queue)] : 0
                    if lane == .max { unknown.append(node) }
                    laneOf.initializeElement(at: node, to: lane)
                }
            }
            filled = operations
            for action in plan.actionDeclarations {
                let lane = laneNumber(of: action.queue)
                if lane == nil { unknown.append(filled) }
                laneOf.initializeElement(at: filled, to: lane ?? 0)
                filled += 1
            }
        }
        for node in unknown {
            let (name, origin) = place(of: node)
            let queue =
                node < operations
                ? plan.queue(of: plan.declarations[node])
                : plan.actionDeclarations[node - operations].queue
            reportUnknown(queue.name, in: name, origin)
        }
        return laneOf
    }

    private func place(of node: Int) -> (name: String, origin: Origin) {
        if node < plan.declarations.count {
            let declaration = plan.declarations[node]
            return (declaration.name, plan.origin(of: declaration))
        }
        let action = plan.actionDeclarations[node - plan.declarations.count]
        return (action.name, action.origin)
    }

    /// Resolves an edge; reports it and gives `nil` if it is faulty.
    private mutating func link(_ edge: EdgeTable.Edge, of node: Int) -> Adjacency.Link? {
        let (name, declared) = place(of: node)
        let origin = plan.edges.origin(of: edge) ?? declared
        guard let link = target(of: edge, in: name, declared, origin) else { return nil }
        guard link.isExisting || !isSame(node, link.node) else {
            faults.append(.selfDependency(name, kind: edge.kind, origin: origin))
            return nil
        }
        return link
    }

    /// Whether two nodes are one operation, or where one group begins and ends.
    private func isSame(_ node: Int, _ target: Int) -> Bool {
        if node == target { return true }
        guard node < plan.declarations.count, plan.declarations[node].kind == .groupEntry else {
            return false
        }
        return plan.declarations[target].kind == .groupExit
            && plan.declarations[target].name == plan.declarations[node].name
    }

    private mutating func target(
        of edge: EdgeTable.Edge,
        in name: String,
        _ declared: Origin,
        _ origin: Origin
    ) -> Adjacency.Link? {
        guard edge.isExternal else {
            if edge.number < plan.declarations.count {
                return Adjacency.Link(edge.number, edge.kind)
            }
            faults.append(.foreignHandle(in: name, origin: declared))
            return nil
        }
        switch plan.edges.externals[edge.number] {
        case .operation(let id):
            if let node = existing?.node(of: id) {
                return Adjacency.Link(node, edge.kind, isExisting: true)
            }
            faults.append(.foreignHandle(in: name, origin: declared))
        case .name(let wanted, _):
            if let number = index.number(of: wanted, in: plan.declarations) {
                return Adjacency.Link(number, edge.kind)
            }
            if let node = existing?.node(named: wanted) {
                return Adjacency.Link(node, edge.kind, isExisting: true)
            }
            let names = plan.declarations.lazy.map(\.name)
            let meant =
                nearest.next(wanted, among: names)
                ?? existing.flatMap { nearest.next(wanted, among: $0.names) }
            faults.append(.unknownName(wanted, in: name, origin: origin, nearest: meant))
        }
        return nil
    }

    private struct LateLink {
        let node: Int
        let link: Adjacency.Link
    }

    /// What was added to the dependencies of operations after they were declared, in the order of
    /// those operations.
    private mutating func lateLinks() -> [LateLink] {
        var links: [LateLink] = []
        for edge in plan.edges.late {
            let name = name(of: edge.dependent)
            guard let dependent = target(of: edge.dependent, in: name, edge.origin, edge.origin),
                let link = target(of: edge.dependency, in: name, edge.origin, edge.origin)
            else { continue }
            guard !dependent.isExisting else {
                faults.append(.foreignHandle(in: name, origin: edge.origin))
                continue
            }
            guard link.isExisting || dependent.node != link.node else {
                faults.append(.selfDependency(name, kind: edge.kind, origin: edge.origin))
                continue
            }
            links.append(LateLink(node: beginning(of: dependent.node), link: link))
        }
        let order = links.indices.sorted { (links[$0].node, $0) < (links[$1].node, $1) }
        return order.map { links[$0] }
    }

    private func name(of edge: EdgeTable.Edge) -> String {
        guard edge.isExternal else {
            return edge.number < plan.declarations.count
                ? plan.declarations[edge.number].name : plan.name
        }
        switch plan.edges.externals[edge.number] {
        case .name(let name, _): return name
        case .operation(let id):
            return existing?.node(of: id).map { existing?.name(of: $0) ?? "" } ?? plan.name
        }
    }

    /// A group waits where it begins.
    private func beginning(of node: Int) -> Int {
        guard plan.declarations[node].kind == .groupExit else { return node }
        return plan.groups[plan.group(endingAt: node)].entry
    }
}
