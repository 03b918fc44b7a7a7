internal import Engines

/// Thousands of launches in one process: each leaves nothing behind.
enum RepeatedTable {
    static func write(_ options: Options) {
        let engines = options.engines.filter(\.isSlipway)
        let endings = Child.medians(
            engines.map { [$0.rawValue, "layered", "200", "repeat"] },
            repetitions: options.repetitions
        )
        let counts = EngineMeasurement.counts
        var table = Table(
            "KB resident, and in use by malloc, after launches of 200 layered operations",
            ["engine"] + counts.map { "\($0.grouped) launches" }
                + counts.map { "malloc, \($0.grouped)" }
        )
        for (engine, ending) in zip(engines, endings) {
            let figures = ["resident", "allocated"].flatMap { name in
                counts.map { count in
                    guard case .measured(let figures) = ending else { return "–" }
                    return figures["\(name)\(count)"].map { ($0 / 1024).short } ?? "–"
                }
            }
            table.add([engine.title] + figures)
        }
        table.write()
    }
}
