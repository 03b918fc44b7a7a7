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
        var waiting = (0..<dependencies.nodeCount).map { dependencies[$0].count }
        var settled = waiting.indices.filter { waiting[$0] == 0 }
        settle(&settled, &waiting, [])

        var left = waiting.indices.filter { waiting[$0] > 0 }
        var cuts: Set<Cut> = []
        var found: [GraphFault] = []
        while let path = firstCycle(among: left, waiting, cuts), found.count < Self.limit {
            found.append(.cycle(path.indices.map { step(path, $0) }))
            guard let last = path.last else { break }
            cuts.insert(Cut(node: last.node, link: last.link))
            waiting[last.node] -= dependencies[last.node].count { $0 == last.link }
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
            for dependent in dependents[node] where waiting[dependent.node] > 0 {
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
        dependencies[node].lazy.filter {
            waiting[$0.node] > 0 && !cuts.contains(Cut(node: node, link: $0))
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

    private func step(_ path: [Hop], _ position: Int) -> CycleStep {
        let hop = path[position]
        let declaration = plan.declarations[hop.node]
        return CycleStep(
            operation: declaration.name,
            queue: declaration.queue,
            origin: declaration.origin,
            kind: hop.link.kind,
            edgeOrigin: edgeOrigin(of: hop, in: declaration)
        )
    }

    private func edgeOrigin(of hop: Hop, in declaration: Declaration) -> Origin {
        let wanted = plan.declarations[hop.link.node].name
        for position in declaration.edges {
            let edge = plan.edges[position]
            guard edge.kind == hop.link.kind else { continue }
            let matches =
                edge.isName
                ? plan.edges.names[edge.number] == wanted : edge.number == hop.link.node
            if matches { return plan.edges.origin(of: edge, declared: declaration.origin) }
        }
        return declaration.origin
    }
}
