internal import Slipway
internal import SlipwayReport

extension GraphDrawing {
    /// The plan as a table: operations that can run at the same time share a step.
    ///
    /// ```
    /// STEP  OPERATION        QUEUE          WAITS FOR
    ///    1  sdk-init         main
    ///       user-data        userInitiated
    ///    2  feature-toggles  userInitiated  sdk-init
    ///
    /// ACTION    QUEUE  WAITS FOR
    /// open-url  main   user-data, feature-toggles
    /// ```
    ///
    /// With groups there is a column for the group that each is in; a group's own row is its end:
    ///
    /// ```
    /// STEP  OPERATION  IN GROUP  QUEUE          WAITS FOR
    ///    1  sdk                  main
    ///    2  token      login     userInitiated  sdk
    ///    3  login                group          after token
    /// ```
    ///
    /// The operations of the background stage have a table and steps of their own, under `once the
    /// launch is ready:`.
    ///
    /// Operations that can never run come last, with their cycles' edges: they are part of a cycle,
    /// or wait for an operation that is, or for an undeclared name.
    ///
    /// - Parameter strong: Marks faults, for example with a colour. Default: no mark.
    /// - Returns: Lines without a newline after the last one.
    public func text(strong: (String) -> String = { $0 }) -> String {
        let incoming = incomingEdges
        var parts: [[String]] = []
        let operations = nodes.indices.filter { nodes[$0].kind == .operation }
        if operations.isEmpty { parts.append(["no operations"]) }
        let running = operations.filter { nodes[$0].level != nil }
        let (later, first) = (running.filter(isBackground), running.filter { !isBackground($0) })
        if !first.isEmpty { parts.append(stepTable(first, incoming)) }
        if !later.isEmpty {
            parts.append(["once the launch is ready:"] + stepTable(later, incoming))
        }
        let actions = nodes.indices.filter { nodes[$0].kind == .action }
        if !actions.isEmpty { parts.append(actionTable(actions, incoming)) }
        let stuck = operations.filter { nodes[$0].level == nil }
        if !stuck.isEmpty {
            let lines = stuck.map { strong("  " + stuckLine($0, incoming)) }
            parts.append([strong("never runs:")] + lines)
        }
        return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    private func isBackground(_ node: Int) -> Bool { nodes[node].isBackground }

    private var incomingEdges: [[Edge]] {
        var incoming = [[Edge]](repeating: [], count: nodes.count)
        for edge in edges { incoming[edge.to].append(edge) }
        return incoming
    }

    private func stepTable(_ operations: [Int], _ incoming: [[Edge]]) -> [String] {
        var columns: [TextTable.Column] = [
            .right("STEP"), .left("OPERATION"), .left("QUEUE"), .left("WAITS FOR"),
        ]
        let hasGroups = operations.contains { nodes[$0].group != nil }
        if hasGroups { columns.insert(.left("IN GROUP"), at: 2) }
        var table = TextTable(columns)
        let levels = Dictionary(grouping: operations) { nodes[$0].level ?? 0 }
        for level in levels.keys.sorted() where level > 0 {
            for (row, node) in (levels[level] ?? []).enumerated() {
                let number = row == 0 ? "\(level)" : ""
                let group = hasGroups ? [self.group(of: node) ?? ""] : []
                table.rows.append(
                    [number, title(nodes[node])] + group
                        + [nodes[node].place, waits(incoming[node])]
                )
            }
        }
        return table.lines
    }

    private func actionTable(_ actions: [Int], _ incoming: [[Edge]]) -> [String] {
        var table = TextTable([.left("ACTION"), .left("QUEUE"), .left("WAITS FOR")])
        table.rows = actions.map {
            [title(nodes[$0]), nodes[$0].place, waits(incoming[$0])]
        }
        return table.lines
    }

    private func title(_ node: Node) -> String {
        var marks: [String] = []
        if node.isOptional { marks.append("optional") }
        if let timeout = node.timeout { marks.append("at most \(timeout.timespan)") }
        return node.name + (marks.isEmpty ? "" : " (" + marks.joined(separator: ", ") + ")")
    }

    /// The name of the innermost group around an operation.
    private func group(of node: Int) -> String? { nodes[node].group.map { nodes[$0].name } }

    private func waits(_ edges: [Edge]) -> String {
        edges.map { edge in
            let name = nodes[edge.from].name
            let unknown = nodes[edge.from].kind == .unknown ? " (unknown)" : ""
            return (edge.kind == .after ? "after " : "") + name + unknown
        }
        .joined(separator: ", ")
    }

    private func stuckLine(_ node: Int, _ incoming: [[Edge]]) -> String {
        let cyclic = incoming[node].filter(\.isCyclic).map { "'\(nodes[$0.from].name)'" }
        let group = group(of: node).map { ", in \($0)" } ?? ""
        let line = "\(nodes[node].name) (\(nodes[node].place)\(group))"
        if !cyclic.isEmpty {
            return "\(line): in a cycle through \(cyclic.joined(separator: ", "))".printable
        }
        return "\(line): waits for \(waits(incoming[node]))".printable
    }
}
