extension PlanCheck {
    /// What is added to a group ends before the group does, so it cannot wait for that.
    ///
    /// Only existing operations are searched: of what is added, each that depends on one of them
    /// is reported by itself.
    mutating func checkEnds() {
        guard let existing, !existing.endsAround.isEmpty else { return }
        let ends = Set(existing.endsAround)
        for node in plan.declarations.indices {
            let links = dependencies.range(of: node).map { dependencies.links[$0] }
            let first = links.filter(\.isExisting).map(\.node)
            guard let path = Self.path(from: first, to: ends, existing) else { continue }
            let declaration = plan.declarations[node]
            faults.append(
                .waitsForItsGroup(
                    path: [declaration.name] + path.map { existing.name(of: $0) },
                    origin: plan.origin(of: declaration)
                )
            )
        }
    }

    /// The shortest way along dependencies of operations that have not ended.
    private static func path(
        from first: [Int],
        to ends: Set<Int>,
        _ existing: any ExistingOperations
    ) -> [Int]? {
        var cameFrom: [Int: Int] = [:]
        for node in first { cameFrom[node] = node }
        var queue = first
        var next = 0
        while next < queue.count {
            var node = queue[next]
            next += 1
            guard ends.contains(node) else {
                for dependency in existing.pendingDependencies(of: node)
                where cameFrom[dependency] == nil {
                    cameFrom[dependency] = node
                    queue.append(dependency)
                }
                continue
            }
            var path = [node]
            while let before = cameFrom[node], before != node {
                path.append(before)
                node = before
            }
            return path.reversed()
        }
        return nil
    }
}
