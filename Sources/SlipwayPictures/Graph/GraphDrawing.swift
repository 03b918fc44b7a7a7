public import Slipway

/// A plan as a drawing: the dependencies, their order, and the cycles.
///
/// Faulty plans can be drawn too, because these need a drawing most: an unknown name has its own
/// box, and every edge of a cycle is marked.
public struct GraphDrawing: Sendable {
    /// A box of the drawing.
    struct Node {
        enum Kind { case operation, action, unknown }
        let kind: Kind
        let name: String
        let queue: Queue?
        var isOptional = false
        var timeout: Duration?
        /// The group around the node, as an index that is greater than the node's own; `nil` for
        /// none.
        var group: Int?
        /// The operation starts once the launch is ready: it, or a group around it, is in the
        /// background stage.
        var isBackground = false
        /// The number of operations of its stage that run one after another up to this one, itself
        /// included; `nil` if it can never run.
        var level: Int?

        /// The name of the node's queue, or of its kind.
        var place: String { queue?.name ?? (kind == .unknown ? "unknown" : "group") }
    }

    /// An arrow from a dependency to its dependent; both are indices into ``nodes``.
    struct Edge: Hashable {
        let from: Int
        let to: Int
        let kind: DependencyKind
        var isCyclic = false
    }

    /// The name of the plan.
    let name: String
    /// The operations, the kinds of action, then the unknown names.
    private(set) var nodes: [Node] = []
    /// The edges in the order of declaration.
    private(set) var edges: [Edge] = []

    /// Lays out a plan; linear in the number of its operations and dependencies, and in the depth
    /// of its groups.
    ///
    /// A group is a frame around its operations, which wait for the group's dependencies, and its
    /// end: what depends on the group waits for that.
    public init(_ plan: Plan) {
        name = plan.name
        let operations = plan.operations
        let actions = plan.actions
        var index: [String: Int] = [:]
        var members: [String: [String]] = [:]
        for operation in operations {
            if index[operation.name] == nil { index[operation.name] = nodes.count }
            nodes.append(
                Node(
                    kind: .operation,
                    name: operation.name,
                    queue: operation.isGroup ? nil : operation.queue,
                    isOptional: operation.isOptional,
                    timeout: operation.timeout
                )
            )
            if let group = operation.group { members[group, default: []].append(operation.name) }
        }
        placeInGroups(operations)
        for action in actions {
            nodes.append(
                Node(
                    kind: .action,
                    name: action.name,
                    queue: action.queue,
                    timeout: action.timeout
                )
            )
        }
        let groups = operations.lazy.filter(\.isGroup).keyed(by: \.name)
        for (position, operation) in operations.enumerated() {
            for waiting in Self.waiting(operation, members[operation.name] ?? [], groups) {
                connect(waiting.requires, .requires, to: position, &index)
                connect(waiting.after, .after, to: position, &index)
            }
            guard operation.isGroup else { continue }
            connect(members[operation.name] ?? [], .after, to: position, &index)
        }
        for (position, action) in actions.enumerated() {
            connect(action.requires, .requires, to: operations.count + position, &index)
        }
        mark()
    }

    /// Notes the group around each operation.
    ///
    /// A group comes after what is in it; of several groups with the name, the next one is meant.
    ///
    /// An operation in a group is in the stage of that group.
    private mutating func placeInGroups(_ operations: [OperationDeclaration]) {
        var later: [String: Int] = [:]
        for (position, operation) in operations.enumerated().reversed() {
            let group = operation.group.flatMap { later[$0] }
            nodes[position].group = group
            nodes[position].isBackground =
                operation.stage == .background || group.map { nodes[$0].isBackground } ?? false
            if operation.isGroup { later[operation.name] = position }
        }
    }

    /// The operations and groups for whose dependencies an operation waits: itself and the groups
    /// around it; none for a group with operations, which wait in its place.
    private static func waiting(
        _ operation: OperationDeclaration,
        _ members: [String],
        _ groups: [String: OperationDeclaration]
    ) -> [OperationDeclaration] {
        var waiting = members.isEmpty ? [operation] : []
        guard members.isEmpty else { return waiting }
        var around = operation.group
        // Names that are declared twice could form a circle.
        while let group = around.flatMap({ groups[$0] }), waiting.count <= groups.count {
            waiting.append(group)
            around = group.group
        }
        return waiting
    }

    private mutating func connect(
        _ names: [String],
        _ kind: DependencyKind,
        to position: Int,
        _ index: inout [String: Int]
    ) {
        for name in names {
            let known = index[name]
            let from = known ?? nodes.count
            if known == nil {
                index[name] = from
                nodes.append(Node(kind: .unknown, name: name, queue: nil))
            }
            edges.append(Edge(from: from, to: position, kind: kind))
        }
    }

    /// Sets the levels, and marks the edges of cycles.
    private mutating func mark() {
        var dependencies = [[Int]](repeating: [], count: nodes.count)
        for edge in edges { dependencies[edge.to].append(edge.from) }
        let graph = Digraph(dependencies)
        let isBackground = nodes.map(\.isBackground)
        let levels = graph.longestPaths { _ in 1 }
        let later = graph.longestPaths { isBackground[$0] ? 1 : 0 }
        for position in nodes.indices where levels[position] > 0 {
            nodes[position].level = isBackground[position] ? later[position] : levels[position]
        }
        let components = graph.components
        for position in edges.indices {
            // Inside a component every node reaches every other one, so each edge closes a cycle.
            let edge = edges[position]
            edges[position].isCyclic = components[edge.from] == components[edge.to]
        }
        dropWhatCannotRun(graph.reversed)
    }

    /// An operation that waits for an unknown name never runs, nor do its dependents.
    private mutating func dropWhatCannotRun(_ dependents: Digraph) {
        var stuck = nodes.indices.filter { nodes[$0].kind == .unknown }
        while let position = stuck.popLast() {
            nodes[position].level = nil
            stuck += dependents.successors(of: position).filter { nodes[$0].level != nil }
        }
    }
}
