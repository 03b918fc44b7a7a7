internal import Slipway

extension GraphDrawing {
    /// The plan in Graphviz's language: arrows lead from an operation to its dependents, solid for
    /// `requires` and dashed for `after`; a group is a frame; cycles and unknown names are red.
    public var dot: String {
        var lines = ["digraph \(Self.quoted(name)) {", "  rankdir=LR", "  node [shape=box]"]
        let framed = framed
        for (piece, depth) in pieces {
            let indent = String(repeating: "  ", count: depth + 1)
            switch piece {
            case .box(let position):
                let attributes = attributes(position, isEnd: framed.contains(position))
                lines.append("\(indent)\(identifier(position)) [\(attributes)]")
            case .frame(let group):
                lines.append("\(indent)subgraph cluster_\(identifier(group)) {")
                lines.append("\(indent)  graph [\(Self.frameAttributes(nodes[group]))]")
            case .end: lines.append("\(indent)}")
            }
        }
        for edge in edges {
            var attributes = [edge.kind == .after ? "style=dashed" : ""]
            if edge.isCyclic { attributes += ["color=red", "penwidth=2"] }
            let list = attributes.filter { !$0.isEmpty }.joined(separator: ", ")
            let arrow = "  \(identifier(edge.from)) -> \(identifier(edge.to))"
            lines.append(arrow + (list.isEmpty ? "" : " [\(list)]"))
        }
        return (lines + ["}"]).joined(separator: "\n")
    }

    /// A name that needs no quotes in any language, different for an operation and an action of the
    /// same name.
    func identifier(_ position: Int) -> String {
        switch nodes[position].kind {
        case .operation: "o\(position + 1)"
        case .action: "a\(position + 1)"
        case .unknown: "u\(position + 1)"
        }
    }

    private func attributes(_ position: Int, isEnd: Bool) -> String {
        let node = nodes[position]
        let name = Self.escaped(node.name)
        let label = isEnd ? "end of \(name)" : "\(name)\\n\(Self.escaped(node.place))"
        var attributes = ["label=\"\(label)\""]
        switch node.kind {
        case .operation where isEnd: attributes.append("style=rounded")
        case .operation: if node.queue == .main { attributes.append("style=bold") }
        case .action: attributes.append("shape=cds")
        case .unknown: attributes += ["color=red", "style=dashed"]
        }
        if node.isOptional { attributes.append("color=gray50") }
        return attributes.joined(separator: ", ")
    }

    private static func frameAttributes(_ group: Node) -> String {
        // A frame without a colour of its own has that of the frame around it.
        let colour = group.isOptional ? "gray50" : "black"
        return "label=\(quoted(group.name)), labeljust=l, color=\(colour)"
    }

    private static func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

    /// In labels, a backslash starts an escape and a quote ends the label.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text.printable {
            if character == "\\" || character == "\"" { escaped.append("\\") }
            escaped.append(character)
        }
        return escaped
    }
}
