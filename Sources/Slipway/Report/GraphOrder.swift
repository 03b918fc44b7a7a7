/// In which order the nodes of a drawing can run, and which of them run in a circle.
struct GraphOrder {
    /// For each node, what depends on it.
    let dependents: Adjacency

    private var count: Int { dependents.nodeCount }

    /// For each node, 1 more than the greatest level of those that it depends on; `nil` in and
    /// behind a cycle.
    var levels: [Int?] {
        var waiting = [Int](repeating: 0, count: count)
        for link in dependents.links { waiting[link.node] += 1 }
        var levels = [Int](repeating: 1, count: count)
        var order = (0..<count).filter { waiting[$0] == 0 }
        var next = 0
        while next < order.count {
            let node = order[next]
            next += 1
            for position in dependents.range(of: node) {
                let link = dependents.links[position]
                levels[link.node] = max(levels[link.node], levels[node] + 1)
                waiting[link.node] -= 1
                if waiting[link.node] == 0 { order.append(link.node) }
            }
        }
        return (0..<count).map { waiting[$0] == 0 ? levels[$0] : nil }
    }

    /// For each node, a number that it shares with exactly those nodes that it reaches and that
    /// reach it.
    ///
    /// Tarjan's algorithm with a stack of its own, so that a chain of a million does not overflow
    /// the thread's.
    var components: [Int] {
        var component = [Int](repeating: -1, count: count)
        var order = [Int](repeating: -1, count: count)
        var low = [Int](repeating: 0, count: count)
        var open: [Int] = []
        var calls: [(node: Int, next: Int)] = []
        var visited = 0
        var found = 0

        func enter(_ node: Int) {
            order[node] = visited
            low[node] = visited
            visited += 1
            open.append(node)
            calls.append((node, dependents.range(of: node).lowerBound))
        }

        for root in 0..<count where order[root] < 0 {
            enter(root)
            while let (node, next) = calls.last {
                if next < dependents.range(of: node).upperBound {
                    calls[calls.count - 1].next += 1
                    let target = dependents.links[next].node
                    if order[target] < 0 {
                        enter(target)
                    } else if component[target] < 0 {
                        low[node] = min(low[node], order[target])
                    }
                    continue
                }
                calls.removeLast()
                if let caller = calls.last?.node { low[caller] = min(low[caller], low[node]) }
                guard low[node] == order[node] else { continue }
                while let member = open.popLast() {
                    component[member] = found
                    if member == node { break }
                }
                found += 1
            }
        }
        return component
    }
}
