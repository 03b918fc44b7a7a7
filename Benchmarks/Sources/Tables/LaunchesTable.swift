internal import Engines

/// Launches of the size that services have: how much longer than their critical path they take.
enum LaunchesTable {
    private static let sizes = [10, 50, 200]
    private static let engines: [EngineKind] = [.slipwayAsync, .taskGroup, .taskEach]

    static func write(_ options: Options) {
        var table = Table(
            "Launches with bodies of 0.1 to 10 ms that wait: ms beyond the critical path, first run of "
                + "a process (median of \(max(9, options.repetitions)))",
            ["operations", "critical path, ms"] + engines.map(\.title)
        )
        for size in sizes {
            let endings = Child.medians(
                engines.map { [$0.rawValue, "layered", "\(size)", "launch"] },
                repetitions: max(9, options.repetitions)
            )
            var path = "–"
            let cells = endings.map { ending in
                guard case .measured(let figures) = ending, let first = figures["first"],
                    let least = figures["path"]
                else { return "–" }
                path = (least / 1e6).short
                return ((first - least) / 1e6).short
            }
            table.add(["\(size)", path] + cells)
        }
        table.write()
    }
}
