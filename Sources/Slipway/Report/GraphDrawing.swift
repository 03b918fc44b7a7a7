/// A plan as it can be drawn: who waits for whom, in which order, and where it goes in circles.
///
/// Faulty plans can be drawn too, since that is when one wants to look: unknown names become
/// nodes of their own, and every edge that is part of a cycle is marked.
public struct GraphDrawing: Sendable {
    /// A dot of the drawing.
    struct Node {
        enum Kind { case operation, action, unknown }
        let kind: Kind
        let name: String
        let queue: Queue?
        var isOptional = false
        var timeout: Duration?
        /// Counts from 1: how many operations run one after another up to this one, itself
        /// included; `nil` if it can never run.
        var level: Int?

        /// Where it runs, in one word.
        var place: String { queue?.name ?? (kind == .unknown ? "unknown" : "group") }
    }

    /// An arrow from what must end first to what waits for it; both are indices into ``nodes``.
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
    /// In the order in which they were declared.
    private(set) var edges: [Edge] = []

    /// Lays out a plan; linear in the number of its operations and dependencies, and in how many
    /// groups are around each.
    ///
    /// A group stands where it ends: after what is in it. What is in it waits for what the group
    /// waits for.
    public init(_ plan: Plan) {
        name = plan.name
        let operations = plan.operations
        let actions = plan.actions
        var index: [String: Int] = [:]
        var members: [String: [PlannedOperation.Edge]] = [:]
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
            guard let group = operation.group else { continue }
            members[group, default: []]
                .append(PlannedOperation.Edge(name: operation.name, origin: operation.origin))
        }
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
        let groups = Dictionary(
            operations.lazy.filter(\.isGroup).map { ($0.name, $0) },
            uniquingKeysWith: { first, _ in first }
        )
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

    /// Whose dependencies an operation waits for: its own and those of the groups around it; a
    /// group with something in it only for that.
    private static func waiting(
        _ operation: PlannedOperation,
        _ members: [PlannedOperation.Edge],
        _ groups: [String: PlannedOperation]
    ) -> [PlannedOperation] {
        var waiting = members.isEmpty ? [operation] : []
        guard members.isEmpty else { return waiting }
        var around = operation.group
        // Names that are declared twice could lead in a circle.
        while let group = around.flatMap({ groups[$0] }), waiting.count <= groups.count {
            waiting.append(group)
            around = group.group
        }
        return waiting
    }

    private mutating func connect(
        _ dependencies: [PlannedOperation.Edge],
        _ kind: DependencyKind,
        to position: Int,
        _ index: inout [String: Int]
    ) {
        for dependency in dependencies {
            let known = index[dependency.name]
            let from = known ?? nodes.count
            if known == nil {
                index[dependency.name] = from
                nodes.append(Node(kind: .unknown, name: dependency.name, queue: nil))
            }
            edges.append(Edge(from: from, to: position, kind: kind))
        }
    }

    /// Fills in the levels, and which edges are part of a cycle.
    private mutating func mark() {
        var dependencies = [[Int]](repeating: [], count: nodes.count)
        for edge in edges { dependencies[edge.to].append(edge.from) }
        let graph = Digraph(dependencies)
        for (position, level) in graph.longestPaths(weight: { _ in 1 }).enumerated() {
            nodes[position].level = level == 0 ? nil : level
        }
        let components = graph.components
        for position in edges.indices {
            // Each node of a component reaches each other one, so each edge inside closes a cycle.
            let edge = edges[position]
            edges[position].isCyclic = components[edge.from] == components[edge.to]
        }
        dropWhatCannotRun(graph.reversed)
    }

    /// What waits for an unknown name never runs, nor does what waits for that.
    private mutating func dropWhatCannotRun(_ dependents: Digraph) {
        var stuck = nodes.indices.filter { nodes[$0].kind == .unknown }
        while let position = stuck.popLast() {
            nodes[position].level = nil
            stuck += dependents.successors(of: position).filter { nodes[$0].level != nil }
        }
    }
}
