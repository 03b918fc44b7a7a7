extension GraphDrawing {
    /// A piece of a drawing whose frames around groups nest.
    enum Piece {
        case box(Int)
        /// The frame around a group begins.
        case frame(Int)
        /// The innermost open frame ends.
        case end
    }

    /// Every box once, in its frames, and how many frames are around each piece; a group's own box,
    /// its end, is the last in its frame.
    ///
    /// A group without operations is a box without a frame.
    var pieces: [(piece: Piece, depth: Int)] {
        var members: [Int: [Int]] = [:]
        var outermost: [Int] = []
        for position in nodes.indices {
            if let group = nodes[position].group {
                members[group, default: []].append(position)
            } else {
                outermost.append(position)
            }
        }
        var pieces: [(piece: Piece, depth: Int)] = []
        // The nodes that are left to draw of each open frame, the innermost last.
        var open: [(group: Int?, rest: ArraySlice<Int>)] = [(nil, outermost[...])]
        while let (group, rest) = open.popLast() {
            let depth = open.count
            guard let next = rest.first else {
                guard let group else { break }
                pieces += [(.box(group), depth), (.end, depth - 1)]
                continue
            }
            open.append((group, rest.dropFirst()))
            if let inner = members[next] {
                pieces.append((.frame(next), depth))
                open.append((next, inner[...]))
            } else {
                pieces.append((.box(next), depth))
            }
        }
        return pieces
    }

    /// The groups that have a frame.
    var framed: Set<Int> { Set(nodes.lazy.compactMap(\.group)) }
}
