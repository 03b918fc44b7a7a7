internal import Slipway

/// A drawing's boxes as cells that lie in one another: a group with operations is a cell around theirs.
///
/// An arrow that would lead to everything in a group leads to the group instead, and one from the end of a
/// group leaves its frame: so a frame needs no box for its end.
struct GraphCells {
    /// For each group, what is directly in it; for others nothing.
    private(set) var members: [[Int]]
    /// The nodes that are in no group.
    private(set) var outermost: [Int] = []
    private(set) var arrows: [GraphDrawing.Edge] = []
    private let nodes: [GraphDrawing.Node]

    init(_ drawing: GraphDrawing) {
        nodes = drawing.nodes
        members = Array(repeating: [], count: nodes.count)
        for position in nodes.indices {
            if let group = nodes[position].group {
                members[group].append(position)
            } else {
                outermost.append(position)
            }
        }
        arrows = gathered(drawing.edges)
    }

    /// The cell has others in it.
    func isFrame(_ position: Int) -> Bool { !members[position].isEmpty }

    /// An arrow to each leaf of a group becomes one to the group; linear in the arrows and the depth.
    private func gathered(_ edges: [GraphDrawing.Edge]) -> [GraphDrawing.Edge] {
        var incoming = [[GraphDrawing.Edge.Source: Int]](repeating: [:], count: nodes.count)
        for (number, edge) in edges.enumerated() where !isFrame(edge.to) {
            incoming[edge.to][edge.source] = number
        }
        // A group comes after what is in it.
        for group in nodes.indices where isFrame(group) {
            let parts = members[group].map { incoming[$0] }
            guard let fewest = parts.min(by: { $0.count < $1.count }) else { continue }
            let common = fewest.filter { source, _ in parts.allSatisfy { $0[source] != nil } }
            incoming[group] = common
            for member in members[group] {
                for source in common.keys { incoming[member][source] = nil }
            }
        }
        return nodes.indices
            .flatMap { to in
                incoming[to].map { source, number in (number, source, to) }
            }
            .sorted { $0.0 < $1.0 }
            .map { _, source, to in
                GraphDrawing.Edge(
                    from: source.from,
                    to: to,
                    kind: source.kind,
                    isCyclic: source.isCyclic
                )
            }
    }

    /// The innermost group around two cells, `nil` for none, and the cells directly in it that are
    /// or contain one of the two each.
    ///
    /// - Returns: `nil` if one of the two cells is in the other.
    func meeting(_ left: Int, _ right: Int) -> (group: Int?, left: Int, right: Int)? {
        let (lefts, rights) = (path(to: left), path(to: right))
        var group: Int?
        for (first, second) in zip(lefts, rights) {
            if first != second { return (group, first, second) }
            group = first
        }
        return nil
    }

    /// The groups around a cell from the outermost, and the cell.
    private func path(to position: Int) -> [Int] {
        var path = [position]
        while let group = nodes[path[path.count - 1]].group { path.append(group) }
        return path.reversed()
    }
}

extension GraphDrawing.Edge {
    /// The start of an arrow, and the way in which the arrow is drawn.
    struct Source: Hashable {
        let from: Int
        let kind: DependencyKind
        let isCyclic: Bool
    }

    var source: Source { Source(from: from, kind: kind, isCyclic: isCyclic) }
}
