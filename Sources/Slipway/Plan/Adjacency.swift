/// For each node, a list of other nodes with the kind of the edge, in two flat arrays: the list of
/// a node is what ``links`` holds at the positions ``range(of:)``.
struct Adjacency: Sendable {
    /// A neighbour, in four bytes: from the lowest bit the kind, 30 bits of number, and whether the
    /// number is of another graph.
    ///
    /// The last is for additions to a running launch: their operations are numbered from 0, and
    /// what they depend on is one of them, or, with that bit, a node of the launch.
    struct Link: Sendable, Hashable {
        private let bits: UInt32

        init(_ node: Int, _ kind: DependencyKind, isExisting: Bool = false) {
            bits =
                UInt32(truncatingIfNeeded: node) << 1
                | (kind == .after ? 1 : 0) | (isExisting ? 1 << 31 : 0)
        }

        /// Its number, in this graph or, if ``isExisting``, in the launch that it is added to.
        var node: Int { Int(bits & 0x7FFF_FFFF) >> 1 }
        var kind: DependencyKind { bits & 1 == 0 ? .requires : .after }
        /// Whether it was part of the launch before this addition.
        var isExisting: Bool { bits >> 31 != 0 }
    }

    /// The most nodes that there can be: what the bits of a link count.
    static let capacity = 1 << 30

    let links: ContiguousArray<Link>
    /// For each node, where its list begins; one more at the end.
    let offsets: ContiguousArray<UInt32>

    var nodeCount: Int { offsets.count - 1 }

    /// Where the links of a node are in ``links``.
    @inline(__always)
    func range(of node: Int) -> Range<Int> { Int(offsets[node])..<Int(offsets[node + 1]) }

    /// A graph without edges.
    init() {
        links = []
        offsets = [0]
    }

    init(links: ContiguousArray<Link>, offsets: ContiguousArray<UInt32>) {
        self.links = links
        self.offsets = offsets
    }

    /// The same edges seen from the other end, each list in ascending order: a counting sort.
    ///
    /// Links to existing nodes have no other end here.
    func reversed() -> Adjacency {
        let count = nodeCount
        // One further on than it will be read: filling the lists moves each start to its end.
        var starts = ContiguousArray<UInt32>(repeating: 0, count: count + 2)
        let total = starts.withUnsafeMutableBufferPointer { starts in
            links.withUnsafeBufferPointer { links in
                for link in links where !link.isExisting { starts[link.node + 2] &+= 1 }
            }
            for node in 0..<count { starts[node + 2] &+= starts[node + 1] }
            return Int(starts[count + 1])
        }
        let reversed = ContiguousArray<Link>(unsafeUninitializedCapacity: total) { result, filled in
            starts.withUnsafeMutableBufferPointer { starts in
                links.withUnsafeBufferPointer { links in
                    offsets.withUnsafeBufferPointer { offsets in
                        for node in 0..<count {
                            for position in Int(offsets[node])..<Int(offsets[node + 1]) {
                                let link = links[position]
                                if link.isExisting { continue }
                                let place = Int(starts[link.node + 1])
                                starts[link.node + 1] = UInt32(truncatingIfNeeded: place &+ 1)
                                result.initializeElement(at: place, to: Link(node, link.kind))
                            }
                        }
                    }
                }
            }
            filled = total
        }
        starts.removeLast()
        return Adjacency(links: reversed, offsets: starts)
    }
}
