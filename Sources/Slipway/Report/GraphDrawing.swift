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

    /// Lays out a plan; linear in the number of its operations and dependencies.
    public init(_ plan: Plan) {
        name = plan.name
        let operations = plan.operations
        let actions = plan.actions
        var index: [String: Int] = [:]
        for operation in operations {
            if index[operation.name] == nil { index[operation.name] = nodes.count }
            nodes.append(
                Node(
                    kind: .operation,
                    name: operation.name,
                    queue: operation.queue,
                    isOptional: operation.isOptional,
                    timeout: operation.timeout
                )
            )
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
        for (position, operation) in operations.enumerated() {
            connect(operation.requires, .requires, to: position, &index)
            connect(operation.after, .after, to: position, &index)
        }
        for (position, action) in actions.enumerated() {
            connect(action.requires, .requires, to: operations.count + position, &index)
        }
        mark()
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
        let order = GraphOrder(dependents: dependencies.reversed())
        for (position, level) in order.levels.enumerated() { nodes[position].level = level }
        let components = order.components
        for position in edges.indices {
            // Each node of a component reaches each other one, so each edge inside closes a cycle.
            let edge = edges[position]
            edges[position].isCyclic = components[edge.from] == components[edge.to]
        }
        dropWhatCannotRun(order.dependents)
    }

    /// For each node, what it depends on; the edges are in the order of the nodes they lead to.
    private var dependencies: Adjacency {
        var adjacency = Adjacency()
        var next = 0
        for node in nodes.indices {
            while next < edges.count, edges[next].to == node {
                adjacency.append(Adjacency.Link(edges[next].from, edges[next].kind))
                next += 1
            }
            adjacency.endNode()
        }
        return adjacency
    }

    /// What waits for an unknown name never runs, nor does what waits for that.
    private mutating func dropWhatCannotRun(_ dependents: Adjacency) {
        var stuck = nodes.indices.filter { nodes[$0].kind == .unknown }
        while let position = stuck.popLast() {
            nodes[position].level = nil
            stuck += dependents[position].lazy.map(\.node).filter { self.nodes[$0].level != nil }
        }
    }
}
