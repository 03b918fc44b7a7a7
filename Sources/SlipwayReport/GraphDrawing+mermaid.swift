internal import Slipway

extension GraphDrawing {
    /// The plan in Mermaid's language, for pages that render it (GitHub does): arrows lead from an
    /// operation to its dependents, dotted for `after`; cycles and unknown names are red.
    public var mermaid: String {
        var lines = ["flowchart LR"]
        for (position, node) in nodes.enumerated() {
            lines.append("  \(identifier(position))\(Self.shape(node))")
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

    private static func shape(_ node: Node) -> String {
        let label = "\"\(escaped(node.name))<br>\(escaped(node.place))\""
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
