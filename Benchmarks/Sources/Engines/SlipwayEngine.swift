internal import Slipway

/// Slipway: the plan, its graph, and a launch for each run.
///
/// The timeline is always recorded. An empty body is written in place, as a user would write it, so
/// that no closure around a closure is measured.
struct SlipwayEngine: Engine {
    private let plan: Plan
    private let isObserved: Bool
    private var checked: Checked?

    /// An object, so that the metadata of an optional graph does not cost time.
    private final class Checked {
        let graph: Graph

        init(_ plan: Plan) throws {
            graph = try Graph(plan)
        }
    }

    init(synchronous shape: Shape, _ work: Work, width: Int?, isObserved: Bool) {
        self.init(shape, width: width, isObserved: isObserved) { plan, node, requires in
            let name = shape.names[node]
            guard case .nothing = work else {
                let body = work.synchronous(node)
                return plan.add(name, requires: requires, blocking: work.waits) { _ in body() }
            }
            return plan.add(name, requires: requires) { _ in }
        }
    }

    init(asynchronous shape: Shape, _ work: Work, width: Int?, isObserved: Bool) {
        self.init(shape, width: width, isObserved: isObserved) { plan, node, requires in
            let name = shape.names[node]
            guard case .nothing = work else {
                let body = work.asynchronous(node)
                return plan.add(name, requires: requires) { _ in await body() }
            }
            return plan.add(name, requires: requires) { (_: OperationContext) async in }
        }
    }

    private init(
        _ shape: Shape,
        width: Int?,
        isObserved: Bool,
        _ add: (inout Plan, Int, [any Dependency]) -> Handle<Void>
    ) {
        var plan = Plan("benchmark")
        if let width { plan.queues[.userInitiated] = .fixed(width) }
        var handles: [Handle<Void>] = []
        handles.reserveCapacity(shape.count)
        for node in 0..<shape.count {
            let requires = shape.dependencies(of: node).map { handles[Int($0)] as any Dependency }
            handles.append(add(&plan, node, requires))
        }
        self.plan = plan
        self.isObserved = isObserved
    }

    mutating func prepare() throws { checked = try Checked(plan) }

    func run() throws -> Instant? {
        guard let graph = checked?.graph else { return nil }
        let launch = Launch(graph)
        guard isObserved else {
            try launch.runOnMainThread(until: .ready)
            return nil
        }
        let reporter = CountingReporter()
        try launch.runOnMainThread(reportingTo: reporter, until: .ready)
        EventFigures.last = reporter.figures
        return reporter.readyAt
    }
}
