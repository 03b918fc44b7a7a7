/// A directed graph of integers from 0, and what is asked of one: an order, longest paths, cycles.
///
/// Nothing is recursive, so that a chain of a million is no deeper than one of two.
package struct Digraph: Sendable {
    /// The position among the targets at which the edges of each vertex begin, and last the number
    /// of all targets.
    private var starts = [0]
    private var targets: [Int] = []

    /// Makes a graph.
    ///
    /// - Parameters:
    ///   - count: How many vertices there are.
    ///   - addSuccessors: Appends, for a vertex, where its edges lead.
    init(count: Int, _ addSuccessors: (Int, inout [Int]) -> Void) {
        starts.reserveCapacity(count + 1)
        for vertex in 0..<count {
            addSuccessors(vertex, &targets)
            starts.append(targets.count)
        }
    }

    /// Makes a graph of the targets of each vertex.
    package init(_ successors: [[Int]]) {
        self.init(count: successors.count) { $1 += successors[$0] }
    }

    var count: Int { starts.count - 1 }

    /// The vertices to which the edges of a vertex lead.
    package func successors(of vertex: Int) -> ArraySlice<Int> {
        targets[starts[vertex]..<starts[vertex + 1]]
    }

    /// The same vertices with all edges turned round.
    package var reversed: Digraph {
        var reversed = self
        reversed.starts = [Int](repeating: 0, count: count + 1)
        for target in targets { reversed.starts[target + 1] += 1 }
        for vertex in 0..<count { reversed.starts[vertex + 1] += reversed.starts[vertex] }
        var next = reversed.starts
        for vertex in 0..<count {
            for target in successors(of: vertex) {
                reversed.targets[next[target]] = vertex
                next[target] += 1
            }
        }
        return reversed
    }

    /// The vertices, each after all of its successors, as far as that is possible: those that are
    /// on a cycle, or lead to one, are left out.
    var order: [Int] {
        let reversed = reversed
        return Self.order((0..<count).map { successors(of: $0).count }) {
            reversed.successors(of: $0)
        }
    }

    /// The vertices of any graph, in the order of ``order``.
    ///
    /// Kahn's algorithm; linear.
    ///
    /// - Parameters:
    ///   - outDegrees: The number of edges that begin at each vertex.
    ///   - predecessors: Gives the vertices whose edges lead to a vertex.
    /// - Returns: The vertices.
    @inline(__always)
    static func order(
        _ outDegrees: [Int],
        predecessors: (Int) -> some Sequence<Int>
    ) -> [Int] {
        var open = outDegrees
        var order: [Int] = []
        order.reserveCapacity(open.count)
        for vertex in open.indices where open[vertex] == 0 { order.append(vertex) }
        var next = 0
        while next < order.count {
            for before in predecessors(order[next]) {
                open[before] -= 1
                if open[before] == 0 { order.append(before) }
            }
            next += 1
        }
        return order
    }

    /// For each vertex in ``order``, the greatest sum of weights on a path that begins there, its
    /// own weight included; 0 for those that are left out.
    package func longestPaths(weight: (Int) -> Int) -> [Int] {
        var lengths = [Int](repeating: 0, count: count)
        for vertex in order {
            lengths[vertex] =
                weight(vertex) + (successors(of: vertex).map { lengths[$0] }.max() ?? 0)
        }
        return lengths
    }

    /// For each vertex, the number of its strongly connected component: two vertices are in one when
    /// each can be reached from the other.
    ///
    /// Tarjan's algorithm; linear.
    package var components: [Int] {
        var search = ComponentSearch(self)
        return search.run()
    }

    /// The shortest path from one vertex to another, both included; of at least one edge.
    func shortestPath(from start: Int, to end: Int, where mayPass: (Int) -> Bool) -> [Int]? {
        var cameFrom: [Int: Int] = [:]
        var queue = [start]
        var next = 0
        while next < queue.count {
            let vertex = queue[next]
            next += 1
            for successor in successors(of: vertex) where mayPass(successor) {
                guard cameFrom[successor] == nil else { continue }
                cameFrom[successor] = vertex
                guard successor == end else {
                    queue.append(successor)
                    continue
                }
                var path = [end]
                var place = vertex
                while place != start {
                    path.append(place)
                    place = cameFrom[place] ?? start
                }
                return [start] + path.reversed()
            }
        }
        return nil
    }

    /// Cycles, each as the vertices along it, at most `limit`.
    ///
    /// The first is the shortest one through the smallest vertex that is on a cycle; each further
    /// one is found likewise, after the last edge of the one before is taken out.
    func cycles(upTo limit: Int) -> [[Int]] {
        var left = self
        var found: [[Int]] = []
        while found.count < limit {
            let components = left.components
            var sizes: [Int: Int] = [:]
            for component in components { sizes[component, default: 0] += 1 }
            let start = (0..<count).first { vertex in
                sizes[components[vertex], default: 0] > 1
                    || left.successors(of: vertex).contains(vertex)
            }
            guard let start else { break }
            let path = left.shortestPath(from: start, to: start) {
                components[$0] == components[start]
            }
            guard let path, let last = path.dropLast().last else { break }
            found.append(path.dropLast())
            left = left.without(last, start)
        }
        return found
    }

    private func without(_ from: Int, _ to: Int) -> Digraph {
        Digraph(count: count) { vertex, targets in
            targets += successors(of: vertex).filter { vertex != from || $0 != to }
        }
    }
}

/// Tarjan's search, with a stack of its own in place of the recursion.
private struct ComponentSearch {
    private let graph: Digraph
    private var components: [Int]
    /// In which order the vertices were found, from 1; 0 for those that were not.
    private var found: [Int]
    /// The earliest found vertex that is known to be reachable.
    private var lowest: [Int]
    private var open: [Int] = []
    private var isOpen: [Bool]
    private var foundCount = 0
    private var componentCount = 0

    init(_ graph: Digraph) {
        self.graph = graph
        components = Array(repeating: 0, count: graph.count)
        found = components
        lowest = components
        isOpen = Array(repeating: false, count: graph.count)
    }

    mutating func run() -> [Int] {
        for vertex in components.indices where found[vertex] == 0 { search(from: vertex) }
        return components
    }

    private mutating func search(from start: Int) {
        var path = [(vertex: start, next: 0)]
        enter(start)
        while let (vertex, next) = path.last {
            let successors = graph.successors(of: vertex)
            if next < successors.count {
                path[path.count - 1].next += 1
                let successor = successors[successors.startIndex + next]
                if found[successor] == 0 {
                    enter(successor)
                    path.append((successor, 0))
                } else if isOpen[successor] {
                    lowest[vertex] = min(lowest[vertex], found[successor])
                }
                continue
            }
            path.removeLast()
            if let (before, _) = path.last { lowest[before] = min(lowest[before], lowest[vertex]) }
            if lowest[vertex] == found[vertex] { close(vertex) }
        }
    }

    private mutating func enter(_ vertex: Int) {
        foundCount += 1
        found[vertex] = foundCount
        lowest[vertex] = foundCount
        open.append(vertex)
        isOpen[vertex] = true
    }

    private mutating func close(_ root: Int) {
        while let vertex = open.popLast() {
            isOpen[vertex] = false
            components[vertex] = componentCount
            if vertex == root { break }
        }
        componentCount += 1
    }
}
