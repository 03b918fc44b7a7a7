/// An addition to a group makes the end of that group wait for what is added, so that what is added
/// must not wait for that end.
extension LaunchMachine {
    /// How an addition to a group would wait for itself: from one of its operations to the end of
    /// the group, or of one around it; `nil` when it would not.
    func cycle(adding addition: Graph, toGroup group: Int) -> [CycleStep]? {
        let ends = ends(around: group)
        guard !ends.isEmpty else { return nil }
        for node in 0..<addition.operationCount {
            for position in addition.dependencies.range(of: node) {
                let link = addition.dependencies.links[position]
                guard link.isExisting, let path = path(from: link.node, to: ends) else { continue }
                let plan = addition.plan
                let origin = plan.origin(of: plan.declarations[node])
                let first = CycleStep(
                    operation: addition.name(of: node),
                    queue: addition.queue(of: node),
                    origin: origin,
                    kind: link.kind,
                    edgeOrigin: origin
                )
                return [first] + path.map { step($0.node, $0.kind) }
            }
        }
        return nil
    }

    private func step(_ node: Int, _ kind: DependencyKind) -> CycleStep {
        CycleStep(
            operation: topology.name(of: node),
            queue: topology.queue(of: node),
            origin: topology.origin(of: node),
            kind: kind,
            edgeOrigin: topology.origin(of: node)
        )
    }

    /// Where a group ends, and those around it.
    private func ends(around group: Int) -> Set<Int> {
        var ends: Set<Int> = []
        var group = group
        while group >= 0 {
            ends.insert(groups[group].declaration.exit)
            group = Int(groups[group].declaration.parent)
        }
        return ends
    }

    /// What a node waits for until it is one of the ends; each with how it waits for the next.
    private func path(from start: Int, to ends: Set<Int>) -> [(node: Int, kind: DependencyKind)]? {
        var cameFrom: [Int: (node: Int, kind: DependencyKind)] = [start: (-1, .after)]
        var queue = [start]
        var next = 0
        while next < queue.count {
            let node = queue[next]
            next += 1
            guard nodes[node].state != .ended else { continue }
            if ends.contains(node) {
                var path = [(node, DependencyKind.after)]
                var place = node
                while let before = cameFrom[place], before.node >= 0 {
                    path.append(before)
                    place = before.node
                }
                return path.reversed()
            }
            for link in waitsFor(node) where cameFrom[link.node] == nil {
                cameFrom[link.node] = (node, link.kind)
                queue.append(link.node)
            }
        }
        return nil
    }

    /// What a node depends on, with what was added to it if it is a group.
    func waitsFor(_ node: Int) -> [Adjacency.Link] {
        let links = topology.dependencies(of: node)
        guard nodes[node].flags.contains(.groupExit), let group = topology.groupAt[node] else {
            return links
        }
        return links + groups[group].lateChildren.map { Adjacency.Link($0, .after) }
    }
}
