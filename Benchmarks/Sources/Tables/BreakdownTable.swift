internal import Engines

/// The cost of one operation of a chain, and of the steps that an engine consists of.
enum BreakdownTable {
    private static let rows = [
        ("clock", "read the clock"),
        ("lock", "lock and unlock, nobody else there"),
        ("atomic", "count an atomic counter down"),
        ("retain", "retain and release an object"),
        ("allocation", "allocate and free an object"),
        ("record", "write a record of 16 bytes"),
        ("syncBody", "call a synchronous body"),
        ("asyncBody", "call an async body from a task that runs"),
        ("immediateTask", "an async body in an immediate task of its own"),
        ("detachedTask", "an async body in a detached task of its own, awaited"),
    ]
    private static let engines: [EngineKind] = [
        .slipwaySyncAlone, .slipwaySync, .slipwayAsyncAlone, .slipwayAsync,
    ]

    static func write(_ options: Options) {
        let chains = engines.map { [$0.rawValue, "chain", "10000"] }
        let endings = Child.medians([["breakdown"]] + chains, repetitions: options.repetitions)
        var table = Table("Where each nanosecond goes: a chain of 10,000", ["", "ns"])
        if case .measured(let figures) = endings[0] {
            for (figure, title) in rows { table.add([title, figures[figure]?.short ?? "–"]) }
        }
        for (engine, ending) in zip(engines, endings.dropFirst()) {
            guard case .measured(let figures) = ending, let warm = figures["warm"] else { continue }
            table.add(["**one operation: \(engine.title)**", (warm / 10_000).short])
        }
        table.write()
    }
}
