/// For each node, a list of other nodes with the kind of the edge, in two flat arrays: the list of
/// node `i` is `links[offsets[i]..<offsets[i + 1]]`.
struct Adjacency: Sendable {
    /// A neighbour.
    struct Link: Sendable, Hashable {
        private let bits: UInt32

        init(_ node: Int, _ kind: DependencyKind) {
            bits = UInt32(truncatingIfNeeded: node) << 1 | (kind == .after ? 1 : 0)
        }

        var node: Int { Int(bits >> 1) }
        var kind: DependencyKind { bits & 1 == 0 ? .requires : .after }
    }

    private(set) var links: [Link] = []
    private(set) var offsets: [Int] = [0]

    subscript(node: Int) -> ArraySlice<Link> { links[offsets[node]..<offsets[node + 1]] }

    var nodeCount: Int { offsets.count - 1 }

    mutating func reserve(nodes: Int, links count: Int) {
        links.reserveCapacity(count)
        offsets.reserveCapacity(nodes + 1)
    }

    /// Adds a link to the list of the node that is being built.
    mutating func append(_ link: Link) { links.append(link) }

    /// Ends the list of a node; the next link belongs to the next one.
    mutating func endNode() { offsets.append(links.count) }

    /// The same edges seen from the other end, each list in ascending order: a counting sort.
    func reversed() -> Adjacency {
        var starts = [Int](repeating: 0, count: nodeCount + 1)
        for link in links { starts[link.node + 1] += 1 }
        for node in 0..<nodeCount { starts[node + 1] += starts[node] }
        var result = Adjacency()
        result.offsets = starts
        result.links = [Link](repeating: Link(0, .requires), count: links.count)
        for node in 0..<nodeCount {
            for position in offsets[node]..<offsets[node + 1] {
                let link = links[position]
                result.links[starts[link.node]] = Link(node, link.kind)
                starts[link.node] += 1
            }
        }
        return result
    }
}
