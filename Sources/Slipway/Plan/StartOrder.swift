/// In which order the nodes of a graph start when all of them are ready.
///
/// Nodes are looked at from the end, each after all that depend on it, so that its effective
/// priority and longest remaining path are known when it is its turn. If the order of declaration
/// is not that order already, nodes are taken away one by one: those on which nothing depends that
/// is left. What is never taken away is on a cycle, or is waited for by one.
struct StartOrder {
    /// The nodes, each after all that depend on it; without those that cannot be taken away.
    let backwards: ContiguousArray<Int32>
    /// For each node, the highest of its own priority and of those of all that wait for it.
    let priorities: ContiguousArray<Int8>
    /// By priority, then longest remaining path, then number.
    let nodeAtRank: ContiguousArray<Int32>
    /// For each node, its place in ``nodeAtRank``.
    let rankOf: ContiguousArray<Int32>

    /// Orders nodes of which each has its own priority.
    ///
    /// The first `operations` of them count for what they depend on, those from there on do not.
    init(
        own: ContiguousArray<Int8>,
        operations: Int,
        dependencies: Adjacency,
        dependents: Adjacency
    ) {
        backwards =
            Self.isDeclaredInOrder(dependencies)
            ? ContiguousArray((0..<Int32(truncatingIfNeeded: own.count)).reversed())
            : Self.takeAway(dependencies, dependents)
        // How many operations follow one another after each node, on the longest path.
        let paths = Self.spread(
            ContiguousArray<UInt32>(repeating: 0, count: own.count),
            along: dependencies,
            backwards,
            operations
        ) { $0 &+ 1 }
        let first = own.first ?? 0
        let isUniform = own.allSatisfy { $0 == first }
        priorities =
            isUniform ? own : Self.spread(own, along: dependencies, backwards, operations) { $0 }
        nodeAtRank = Self.ranked(paths, isUniform ? nil : priorities)
        rankOf = ContiguousArray(unsafeUninitializedCapacity: own.count) {
            [nodeAtRank] ranks, filled in
            for (rank, node) in nodeAtRank.enumerated() {
                ranks.initializeElement(at: Int(node), to: Int32(truncatingIfNeeded: rank))
            }
            filled = nodeAtRank.count
        }
    }

    /// Whether everything was declared after what it depends on, as it is when handles are used.
    private static func isDeclaredInOrder(_ dependencies: Adjacency) -> Bool {
        dependencies.links.withUnsafeBufferPointer { links in
            for node in 0..<dependencies.nodeCount {
                for position in dependencies.range(of: node)
                where links[position].node >= node && !links[position].isExisting {
                    return false
                }
            }
            return true
        }
    }

    private static func takeAway(
        _ dependencies: Adjacency,
        _ dependents: Adjacency
    ) -> ContiguousArray<Int32> {
        let count = dependents.nodeCount
        var waiting = ContiguousArray<UInt32>(unsafeUninitializedCapacity: count) {
            waiting,
            filled in
            for node in 0..<count {
                let left = UInt32(truncatingIfNeeded: dependents.range(of: node).count)
                waiting.initializeElement(at: node, to: left)
            }
            filled = count
        }
        return ContiguousArray(unsafeUninitializedCapacity: count) { order, filled in
            for node in 0..<count where waiting[node] == 0 {
                order.initializeElement(at: filled, to: Int32(truncatingIfNeeded: node))
                filled += 1
            }
            var next = 0
            waiting.withUnsafeMutableBufferPointer { waiting in
                dependencies.links.withUnsafeBufferPointer { links in
                    while next < filled {
                        let node = Int(order[next])
                        next += 1
                        for position in dependencies.range(of: node)
                        where !links[position].isExisting {
                            let target = links[position].node
                            waiting[target] &-= 1
                            guard waiting[target] == 0 else { continue }
                            let number = Int32(truncatingIfNeeded: target)
                            order.initializeElement(at: filled, to: number)
                            filled += 1
                        }
                    }
                }
            }
        }
    }

    /// Gives each node the greatest of its own value and of what `next` makes of the values of the
    /// operations that depend on it.
    @inline(__always)
    private static func spread<Value: FixedWidthInteger>(
        _ own: ContiguousArray<Value>,
        along dependencies: Adjacency,
        _ backwards: ContiguousArray<Int32>,
        _ operations: Int,
        _ next: (Value) -> Value
    ) -> ContiguousArray<Value> {
        var values = own
        values.withUnsafeMutableBufferPointer { values in
            dependencies.links.withUnsafeBufferPointer { links in
                for node in backwards where node < operations {
                    let value = next(values[Int(node)])
                    for position in dependencies.range(of: Int(node)) {
                        let link = links[position]
                        if link.isExisting { continue }
                        if values[link.node] < value { values[link.node] = value }
                    }
                }
            }
        }
        return values
    }

    /// Two counting sorts, the second of which keeps the order of the first among equals.
    private static func ranked(
        _ paths: ContiguousArray<UInt32>,
        _ priorities: ContiguousArray<Int8>?
    ) -> ContiguousArray<Int32> {
        let declared = ContiguousArray(0..<Int32(truncatingIfNeeded: paths.count))
        let longest = Int(paths.max() ?? 0)
        let byPath = sorted(declared, into: longest + 1) { longest - Int(paths[Int($0)]) }
        guard let priorities else { return byPath }
        let highest = Int(Int8.max)
        return sorted(byPath, into: 256) { highest - Int(priorities[Int($0)]) }
    }

    @inline(__always)
    private static func sorted(
        _ numbers: ContiguousArray<Int32>,
        into places: Int,
        by place: (Int32) -> Int
    ) -> ContiguousArray<Int32> {
        var starts = ContiguousArray<Int32>(repeating: 0, count: places + 1)
        for number in numbers { starts[place(number) + 1] += 1 }
        for place in 0..<places { starts[place + 1] += starts[place] }
        return ContiguousArray(unsafeUninitializedCapacity: numbers.count) { result, filled in
            for number in numbers {
                let place = place(number)
                result.initializeElement(at: Int(starts[place]), to: number)
                starts[place] += 1
            }
            filled = numbers.count
        }
    }
}
