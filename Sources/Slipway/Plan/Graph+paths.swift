extension Graph {
    /// For each node, how many operations follow one another after it, on the longest path; at
    /// least `least` of it, where operations follow that the graph does not know.
    ///
    /// Linear. What the ranks say of two operations is mostly enough, so that nobody keeps it.
    func remainingPaths(
        atLeast least: (Int) -> UInt32 = { _ in 0 }
    ) -> ContiguousArray<UInt32> {
        var paths = ContiguousArray((0..<nodeCount).map(least))
        // In the order of starting whatever depends on a node comes after it.
        for node in nodeAtRank.reversed().map({ Int($0) }) where node < operationCount {
            let path = paths[node] &+ 1
            for position in dependencies.range(of: node) {
                let link = dependencies.links[position]
                if !link.isExisting, paths[link.node] < path { paths[link.node] = path }
            }
        }
        return paths
    }
}
