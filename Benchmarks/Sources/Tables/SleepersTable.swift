internal import Engines

/// A fan of 100 that each wait 10 ms: bodies that only wait keep no thread.
enum SleepersTable {
    static func write(_ options: Options) {
        let endings = Child.medians(
            options.engines.map { [$0.rawValue, "fan", "102", "sleep"] },
            repetitions: max(5, options.repetitions)
        )
        var table = Table(
            "A fan of 100 operations that each wait 10 ms, width 102, first run of a process",
            ["engine", "ms", "threads at the end"]
        )
        for (engine, ending) in zip(options.engines, endings) {
            guard case .measured(let figures) = ending, figures["right"] == 1,
                let duration = figures["first"], let threads = figures["threads"]
            else {
                table.add([engine.title, "–", "–"])
                continue
            }
            table.add([engine.title, (duration / 1e6).short, threads.short])
        }
        table.write()
    }
}
