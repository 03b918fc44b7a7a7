internal import Slipway

extension GraphDrawing {
    /// The plan in Mermaid's language, for pages that render it (GitHub does): arrows lead from an
    /// operation to its dependents, dotted for `after`; a group is a frame; cycles and unknown names
    /// are red.
    public var mermaid: String {
        var lines = ["flowchart LR"]
        let framed = framed
        for (piece, depth) in pieces {
            let indent = String(repeating: "  ", count: depth + 1)
            switch piece {
            case .box(let position):
                let shape = shape(position, isEnd: framed.contains(position))
                lines.append("\(indent)\(identifier(position))\(shape)")
            case .frame(let group):
                let title = Self.escaped(nodes[group].name)
                lines.append("\(indent)subgraph g\(group + 1)[\"\(title)\"]")
            case .end: lines.append("\(indent)end")
            }
        }
        for edge in edges {
            let arrow = edge.kind == .after ? "-.->" : "-->"
            lines.append("  \(identifier(edge.from)) \(arrow) \(identifier(edge.to))")
        }
        let cyclic = edges.indices.filter { edges[$0].isCyclic }.map(String.init)
        if !cyclic.isEmpty {
            lines.append("  linkStyle \(cyclic.joined(separator: ",")) stroke:red,stroke-width:2px")
        }
        let unknown = nodes.indices.filter { nodes[$0].kind == .unknown }
        for position in unknown {
            lines.append("  style \(identifier(position)) stroke:red,stroke-dasharray:4")
        }
        return lines.joined(separator: "\n")
    }

    private func shape(_ position: Int, isEnd: Bool) -> String {
        let node = nodes[position]
        let name = Self.escaped(node.name)
        let label = isEnd ? "\"end of \(name)\"" : "\"\(name)<br>\(Self.escaped(node.place))\""
        return switch node.kind {
        case .operation where node.isOptional: "([\(label)])"
        case .operation, .unknown: "[\(label)]"
        case .action: ">\(label)]"
        }
    }

    /// Every character with a meaning in Mermaid, HTML or Markdown becomes an entity.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.printable.unicodeScalars {
            switch scalar {
            case "0"..."9", "A"..."Z", "a"..."z", "-", ".", " ", "/", ":", "_":
                escaped.unicodeScalars.append(scalar)
            case _ where scalar.value > 0x7F:
                escaped.unicodeScalars.append(scalar)
            default:
                escaped += "#\(scalar.value);"
            }
        }
        return escaped
    }
}
