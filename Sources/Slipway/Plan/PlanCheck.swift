/// Resolves a plan's dependencies and collects everything that is wrong with it.
///
/// A dependency that is faulty by itself (unknown, foreign, on itself) is reported once and left
/// out of what follows, so that it does not cause a second fault.
struct PlanCheck {
    private(set) var faults: [GraphFault] = []
    private(set) var lanes: [Graph.Lane] = []
    private(set) var laneOf: [UInt16] = []
    private(set) var dependencies = Adjacency()
    private(set) var dependents = Adjacency()
    private(set) var index: [String: Int] = [:]

    private let plan: Plan
    private var laneIndex: [Queue: UInt16] = [:]

    init(_ plan: Plan) {
        self.plan = plan
    }

    mutating func run() {
        checkQueues()
        indexNames()
        resolve()
        dependents = dependencies.reversed()
        checkOptional()
        checkDurations()
        faults += CycleSearch(plan: plan, dependencies: dependencies, dependents: dependents)
            .cycles()
    }

    private mutating func checkQueues() {
        lanes = [Graph.Lane(queue: .main, width: .fixed(1))]
        for (queue, width) in plan.queues.sorted(by: { $0.key.name < $1.key.name }) {
            if case .fixed(let count) = width, queue == .main || count < 1 {
                faults.append(.invalidWidth(queue: queue.name, width: count))
            }
            if queue != .main { lanes.append(Graph.Lane(queue: queue, width: width)) }
        }
        for (number, lane) in lanes.enumerated() {
            laneIndex[lane.queue] = UInt16(truncatingIfNeeded: number)
        }
    }

    private mutating func indexNames() {
        index.reserveCapacity(plan.declarations.count)
        for (number, declaration) in plan.declarations.enumerated() {
            let known = index.updateValue(number, forKey: declaration.name)
            guard let known else { continue }
            index[declaration.name] = known
            let first = plan.declarations[known].origin
            faults.append(
                .duplicateName(declaration.name, first: first, second: declaration.origin)
            )
        }
        var kinds: [String: Origin] = [:]
        for action in plan.actionDeclarations {
            if let first = kinds[action.name] {
                faults.append(.duplicateAction(action.name, first: first, second: action.origin))
            } else {
                kinds[action.name] = action.origin
            }
        }
    }

    private mutating func resolve() {
        let count = plan.declarations.count + plan.actionDeclarations.count
        dependencies.reserve(nodes: count, links: plan.edges.edges.count)
        laneOf.reserveCapacity(count)
        for (node, item) in plan.declarations.enumerated() {
            resolve(node, item.name, item.queue, item.edges, item.origin)
        }
        for (number, item) in plan.actionDeclarations.enumerated() {
            let node = plan.declarations.count + number
            resolve(node, item.name, item.queue, item.edges, item.origin)
        }
    }

    private mutating func resolve(
        _ node: Int,
        _ name: String,
        _ queue: Queue,
        _ edges: Range<Int>,
        _ origin: Origin
    ) {
        if let lane = laneIndex[queue] {
            laneOf.append(lane)
        } else {
            laneOf.append(0)
            let nearest = NearestName.of(queue.name, among: lanes.map(\.queue.name))
            faults.append(.unknownQueue(queue.name, in: name, origin: origin, nearest: nearest))
        }
        for position in edges {
            let edge = plan.edges[position]
            guard let target = target(of: edge, in: name, origin) else { continue }
            guard target != node else {
                let place = plan.edges.origin(of: edge, declared: origin)
                faults.append(.selfDependency(name, kind: edge.kind, origin: place))
                continue
            }
            dependencies.append(Adjacency.Link(target, edge.kind))
        }
        dependencies.endNode()
    }

    private mutating func target(of edge: EdgeTable.Edge, in name: String, _ origin: Origin) -> Int?
    {
        guard edge.isName else {
            if edge.number < plan.declarations.count { return edge.number }
            faults.append(.foreignHandle(in: name, origin: origin))
            return nil
        }
        let wanted = plan.edges.names[edge.number]
        if let number = index[wanted] { return number }
        faults.append(
            .unknownName(
                wanted,
                in: name,
                origin: plan.edges.origin(of: edge, declared: origin),
                nearest: NearestName.of(wanted, among: plan.declarations.lazy.map(\.name))
            )
        )
        return nil
    }

    /// A required operation behind an optional one would turn an optional failure into the end of
    /// the launch.
    private mutating func checkOptional() {
        guard plan.declarations.contains(where: \.isOptional) else { return }
        for (node, declaration) in plan.declarations.enumerated() where !declaration.isOptional {
            for link in dependencies[node]
            where link.kind == .requires && plan.declarations[link.node].isOptional {
                let optional = plan.declarations[link.node].name
                faults.append(
                    .requiresOptional(
                        declaration.name,
                        optional: optional,
                        origin: declaration.origin
                    )
                )
            }
        }
    }

    private mutating func checkDurations() {
        func check(_ key: String, _ duration: Duration?, _ name: String, _ origin: Origin) {
            guard let duration, duration <= .zero else { return }
            faults.append(.invalidDuration(key: key, in: name, duration: duration, origin: origin))
        }
        check("deadline", plan.deadline, plan.name, Origin(file: "", line: 0))
        check("grace", plan.grace, plan.name, Origin(file: "", line: 0))
        for item in plan.declarations { check("timeout", item.timeout, item.name, item.origin) }
        for item in plan.actionDeclarations {
            check("timeout", item.timeout, item.name, item.origin)
            check("expires", item.expires, item.name, item.origin)
        }
    }
}
