/// A graph of numbered operations, each of which depends only on earlier ones.
package struct Shape: Sendable {
    /// The pattern in which the operations depend on each other.
    package enum Kind: String, CaseIterable, Sendable {
        /// Each on the one before.
        case chain
        /// All but the last on the first, the last on all between.
        case fan
        /// Each on its parent in a binary tree.
        case tree
        /// Layers as wide as there are layers; each on four of the layer before.
        case layered
        /// Each on three different earlier ones, anywhere.
        case random
        /// None on another.
        case apart
    }

    /// The number of operations.
    package let count: Int
    /// A name for each, created beforehand: in a program they are literals.
    package let names: [String]
    private var offsets: [Int] = [0]
    private var targets: [Int32] = []

    /// Makes a graph of `count` operations, at least 2.
    package init(_ kind: Kind, count: Int) {
        var random = RandomDependencies()
        self.init(count: count) { node, dependencies in
            switch kind {
            case .apart: return
            case .random: random.append(3, before: node, to: &dependencies)
            case .chain:
                if node > 0 { dependencies.append(Int32(node - 1)) }
            case .fan:
                if node == count - 1 {
                    dependencies += (1..<Int32(node))
                } else if node > 0 {
                    dependencies.append(0)
                }
            case .tree:
                if node > 0 { dependencies.append(Int32((node - 1) / 2)) }
            case .layered:
                let width = max(4, Int(Double(count).squareRoot()))
                guard node >= width else { return }
                let layer = node / width - 1
                for step in 0..<4 {
                    let place = (node + step * (width / 4)) % width
                    dependencies.append(Int32(layer * width + place))
                }
            }
        }
    }

    /// Creates a graph where each of `count` operations depends on `degree` different earlier ones
    /// (fewer at the start), chosen at random, always in the same way.
    package init(randomWithDegree degree: Int, count: Int) {
        var random = RandomDependencies()
        self.init(count: count) { random.append(degree, before: $0, to: &$1) }
    }

    private struct RandomDependencies {
        private var state: UInt64 = 1

        mutating func append(_ degree: Int, before node: Int, to dependencies: inout [Int32]) {
            let first = dependencies.count
            guard node > degree else { return dependencies += 0..<Int32(node) }
            while dependencies.count < first + degree {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let target = Int32(state >> 33) % Int32(node)
                if !dependencies[first...].contains(target) { dependencies.append(target) }
            }
        }
    }

    private init(count: Int, _ appendDependencies: (Int, inout [Int32]) -> Void) {
        self.count = count
        names = (0..<count).map(String.init)
        offsets.reserveCapacity(count + 1)
        for node in 0..<count {
            appendDependencies(node, &targets)
            offsets.append(targets.count)
        }
    }

    /// The dependencies of an operation.
    package func dependencies(of node: Int) -> ArraySlice<Int32> {
        targets[offsets[node]..<offsets[node + 1]]
    }

    /// The number of dependencies of each operation.
    package var inDegrees: [Int32] {
        (0..<count).map { Int32(offsets[$0 + 1] - offsets[$0]) }
    }

    /// The reversed edges: the dependents of each operation.
    package func reversed() -> Dependents {
        var starts = [Int](repeating: 0, count: count + 1)
        for target in targets { starts[Int(target) + 1] += 1 }
        for node in 0..<count { starts[node + 1] += starts[node] }
        var next = starts
        var links = [Int32](repeating: 0, count: targets.count)
        for node in 0..<count {
            for target in dependencies(of: node) {
                links[next[Int(target)]] = Int32(node)
                next[Int(target)] += 1
            }
        }
        return Dependents(links: links, offsets: starts)
    }

    /// The dependents of each operation, in two flat arrays.
    package struct Dependents: Sendable {
        fileprivate let links: [Int32]
        fileprivate let offsets: [Int]

        /// The dependents of an operation.
        package subscript(node: Int) -> ArraySlice<Int32> {
            links[offsets[node]..<offsets[node + 1]]
        }
    }
}
