internal import Engines

/// The first graph that a process runs, as at its start-up.
enum ColdTable {
    static func write(_ options: Options) {
        let repetitions = max(20, options.repetitions)
        let endings = Child.medians(
            options.engines.map { [$0.rawValue, "layered", "100", "once"] },
            repetitions: repetitions
        )
        var table = Table(
            "First run of 100 layered operations in a process, µs (median of \(repetitions))",
            ["engine", "declare", "check or prepare", "run", "check and run", "until let go"]
        )
        for (engine, ending) in zip(options.engines, endings) {
            guard case .measured(let figures) = ending,
                let declare = figures["declare"], let prepare = figures["prepare"],
                let first = figures["first"], let told = figures["firstTold"]
            else {
                table.add([engine.title, "–", "–", "–", "–", "–"])
                continue
            }
            let parts = [declare, prepare, first, prepare + first, prepare + told]
            table.add([engine.title] + parts.map { ($0 / 1000).short })
        }
        table.write()
    }
}
