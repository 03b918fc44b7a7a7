internal import Benchmark
internal import Engines
internal import Slipway

/// Repeated launches of 10,000 empty operations in one process.
let benchmarks: @Sendable () -> Void = {
    let count = 10_000
    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock, .peakMemoryResident],
        timeUnits: .microseconds,
        warmupIterations: 3,
        scalingFactor: .one,
        maxDuration: .seconds(1),
        maxIterations: 1000
    )
    for kind in Shape.Kind.allCases {
        let shape = Shape(kind, count: count)
        Benchmark("\(kind), 10,000 operations: declare") { benchmark in
            for _ in benchmark.scaledIterations { blackHole(WarmLaunch.declare(shape, .sync)) }
        }
        for bodies in WarmLaunch.Bodies.allCases {
            let plan = WarmLaunch.declare(shape, bodies)
            Benchmark("\(kind), 10,000 operations: check, \(bodies) bodies") { benchmark in
                for _ in benchmark.scaledIterations { blackHole(try Graph(plan)) }
            }
            Benchmark("\(kind), 10,000 operations: launch, \(bodies) bodies") { benchmark in
                let graph = try Graph(plan)
                benchmark.startMeasurement()
                for _ in benchmark.scaledIterations {
                    try await Launch(graph).run(until: .ready)
                }
            }
        }
    }
}
