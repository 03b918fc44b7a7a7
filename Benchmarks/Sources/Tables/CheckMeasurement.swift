internal import Engines
internal import Slipway
internal import Twins

/// The check of one graph in Swift and in C++, one after the other in one process.
enum CheckMeasurement {
    private static let operations = 1_000_000
    private static let degree = 4
    private static let rounds = 3

    /// Declares and checks the graph; C++ comes first if `isReversed`.
    static func take(_ isReversed: Bool) throws -> Figures {
        let shape = Shape(randomWithDegree: degree, count: operations)
        var runs: [Figures] = []
        for round in 0..<rounds {
            var figures = Figures()
            if isReversed == round.isMultiple(of: 2) {
                twin(shape, &figures)
                try slipway(shape, &figures)
            } else {
                try slipway(shape, &figures)
                twin(shape, &figures)
            }
            runs.append(figures)
        }
        return .median(runs)
    }

    private static func slipway(_ shape: Shape, _ figures: inout Figures) throws {
        let start = Instant.now
        var plan = Plan("check")
        var handles: [Handle<Void>] = []
        handles.reserveCapacity(shape.count)
        for node in 0..<shape.count {
            let requires = shape.dependencies(of: node).map { handles[Int($0)] as any Dependency }
            handles.append(plan.add(shape.names[node], requires: requires) { _ in })
        }
        let declared = Instant.now
        let graph = try Graph(plan)
        let checked = Instant.now
        withExtendedLifetime(graph) {}
        figures["declare"] = start.nanoseconds(to: declared)
        figures["check"] = declared.nanoseconds(to: checked)
    }

    private static func twin(_ shape: Shape, _ figures: inout Figures) {
        let start = Instant.now
        let plan = twinPlanMake()
        defer { twinPlanFree(plan) }
        for node in 0..<shape.count {
            let requires = shape.dependencies(of: node).map { UInt32($0) }
            twinPlanAdd(plan, shape.names[node], requires, requires.count)
        }
        figures["twinDeclare"] = start.nanoseconds(to: .now)
        let ways = [
            ("twinIgnored", twinNamesIgnored), ("twinHashed", twinNamesHashed),
            ("twinSorted", twinNamesSorted),
        ]
        for (name, way) in ways {
            let start = Instant.now
            let graph = twinGraphMake(plan, way)
            figures[name] = graph.map { _ in start.nanoseconds(to: .now) }
            twinGraphFree(graph)
        }
    }
}
