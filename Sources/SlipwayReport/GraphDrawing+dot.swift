internal import Slipway

extension GraphDrawing {
    /// The plan in Graphviz's language: arrows lead from an operation to its dependents, solid for
    /// `requires` and dashed for `after`; cycles and unknown names are red.
    public var dot: String {
        var lines = ["digraph \(Self.quoted(name)) {", "  rankdir=LR", "  node [shape=box]"]
        for (position, node) in nodes.enumerated() {
            lines.append("  \(identifier(position)) [\(Self.attributes(node))]")
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

    private static func attributes(_ node: Node) -> String {
        var attributes = ["label=\"\(escaped(node.name))\\n\(escaped(node.place))\""]
        switch node.kind {
        case .operation: if node.queue == .main { attributes.append("style=bold") }
        case .action: attributes.append("shape=cds")
        case .unknown: attributes += ["color=red", "style=dashed"]
        }
        if node.isOptional { attributes.append("color=gray50") }
        return attributes.joined(separator: ", ")
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
