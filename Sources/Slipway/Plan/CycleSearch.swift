/// Finds the cycles of a plan, each as a path.
///
/// Kahn's algorithm takes away, again and again, what depends on nothing that is left; whatever
/// remains is on a cycle or behind one. From what remains, the shortest cycle through the first
/// operation that is on one is reported and cut at its last edge, and the search goes on, so that
/// cycles that share operations are all seen in one run. Nothing is recursive.
struct CycleSearch {
    private let plan: Plan
    private let dependencies: Adjacency
    private let dependents: Adjacency

    /// How many cycles one report holds at most: a densely tangled plan has exponentially many.
    private static let limit = 100

    private struct Cut: Hashable {
        let node: Int
        let link: Adjacency.Link
    }

    init(plan: Plan, dependencies: Adjacency, dependents: Adjacency) {
        self.plan = plan
        self.dependencies = dependencies
        self.dependents = dependents
    }

    func cycles() -> [GraphFault] {
        var waiting = (0..<dependencies.nodeCount).map { node in
            dependencies.range(of: node).count { !dependencies.links[$0].isExisting }
        }
        var settled = waiting.indices.filter { waiting[$0] == 0 }
        settle(&settled, &waiting, [])

        var left = waiting.indices.filter { waiting[$0] > 0 }
        var cuts: Set<Cut> = []
        var found: [GraphFault] = []
        while let path = firstCycle(among: left, waiting, cuts), found.count < Self.limit {
            found.append(.cycle(path.filter { !isInsideGroup($0) }.map(step)))
            guard let last = path.last else { break }
            cuts.insert(Cut(node: last.node, link: last.link))
            waiting[last.node] -= dependencies.range(of: last.node)
                .count { dependencies.links[$0] == last.link }
            if waiting[last.node] == 0 {
                var settled = [last.node]
                settle(&settled, &waiting, cuts)
            }
            left.removeAll { waiting[$0] == 0 }
        }
        return found
    }

    /// Takes away everything that depends only on what is taken away already.
    private func settle(_ settled: inout [Int], _ waiting: inout [Int], _ cuts: Set<Cut>) {
        while let node = settled.popLast() {
            for position in dependents.range(of: node) {
                let dependent = dependents.links[position]
                guard waiting[dependent.node] > 0 else { continue }
                let link = Adjacency.Link(node, dependent.kind)
                guard cuts.isEmpty || !cuts.contains(Cut(node: dependent.node, link: link)) else {
                    continue
                }
                waiting[dependent.node] -= 1
                if waiting[dependent.node] == 0 { settled.append(dependent.node) }
            }
        }
    }

    private struct Hop {
        let node: Int
        let link: Adjacency.Link
    }

    /// The shortest cycle through the first operation that is on one.
    ///
    /// Following any remaining dependency from any remaining operation must come back to an
    /// operation seen before; that one is on a cycle.
    private func firstCycle(among left: [Int], _ waiting: [Int], _ cuts: Set<Cut>) -> [Hop]? {
        guard var node = left.first else { return nil }
        var seen: Set<Int> = []
        while seen.insert(node).inserted {
            guard let next = remaining(of: node, waiting, cuts).first(where: { _ in true }) else {
                return nil
            }
            node = next.node
        }
        let start = smallest(onCycleOf: node, waiting, cuts)
        return shortestCycle(through: start, waiting, cuts)
    }

    private func remaining(
        of node: Int,
        _ waiting: [Int],
        _ cuts: Set<Cut>
    ) -> some Sequence<Adjacency.Link> {
        dependencies.range(of: node).lazy.map { dependencies.links[$0] }.filter {
            !$0.isExisting && waiting[$0.node] > 0 && !cuts.contains(Cut(node: node, link: $0))
        }
    }

    /// The operation declared first among those on the cycle that following first dependencies
    /// from `node` gives: where a reader would begin to tell it.
    private func smallest(onCycleOf node: Int, _ waiting: [Int], _ cuts: Set<Cut>) -> Int {
        var smallest = node
        var current = node
        repeat {
            guard let next = remaining(of: current, waiting, cuts).first(where: { _ in true })
            else {
                break
            }
            current = next.node
            smallest = min(smallest, current)
        } while current != node
        return smallest
    }

    /// Breadth first along dependencies until `start` is reached again.
    private func shortestCycle(through start: Int, _ waiting: [Int], _ cuts: Set<Cut>) -> [Hop]? {
        var cameBy: [Int: Hop] = [:]
        var queue = [start]
        var next = 0
        while next < queue.count {
            let node = queue[next]
            next += 1
            for link in remaining(of: node, waiting, cuts) where cameBy[link.node] == nil {
                cameBy[link.node] = Hop(node: node, link: link)
                if link.node == start { return path(backFrom: start, cameBy) }
                queue.append(link.node)
            }
        }
        return nil
    }

    private func path(backFrom start: Int, _ cameBy: [Int: Hop]) -> [Hop] {
        var path: [Hop] = []
        var node = start
        while let hop = cameBy[node] {
            path.append(hop)
            node = hop.node
            if node == start { break }
        }
        return path.reversed()
    }

    /// That a group ends after it begins is nothing that anybody declared.
    private func isInsideGroup(_ hop: Hop) -> Bool {
        plan.declarations[hop.node].kind == .groupExit
            && plan.declarations[hop.link.node].kind == .groupEntry
    }

    private func step(_ hop: Hop) -> CycleStep {
        let declaration = plan.declarations[hop.node]
        return CycleStep(
            operation: declaration.name,
            queue: plan.queue(of: declaration),
            origin: plan.origin(of: declaration),
            kind: hop.link.kind,
            edgeOrigin: edgeOrigin(of: hop, in: declaration)
        )
    }

    private func edgeOrigin(of hop: Hop, in declaration: Declaration) -> Origin {
        let kind = hop.link.kind
        let edges = plan.edges
        if let edge = declaration.edges.lazy.map({ edges[$0] })
            .first(where: { $0.kind == kind && leads($0, to: hop.link.node) })
        {
            return edges.origin(of: edge) ?? plan.origin(of: declaration)
        }
        let late = edges.late.first {
            $0.kind == kind && leads($0.dependency, to: hop.link.node)
                && names($0.dependent, hop.node)
        }
        return late?.origin ?? plan.origin(of: declaration)
    }

    private func leads(_ edge: EdgeTable.Edge, to node: Int) -> Bool {
        guard edge.isExternal else { return edge.number == node }
        guard case .name(let name, _) = plan.edges.externals[edge.number] else { return false }
        return name == plan.declarations[node].name
    }

    /// Whether an edge means this operation, or the group that begins here.
    private func names(_ edge: EdgeTable.Edge, _ node: Int) -> Bool {
        leads(edge, to: node)
            || !edge.isExternal
                && plan.declarations[edge.number].name == plan.declarations[node].name
    }
}
