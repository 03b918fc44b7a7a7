internal import Engines

/// Checking a million operations with four million edges, beside the same algorithm in C++.
enum CheckTable {
    private static let rows = [
        ("check", "Slipway, Graph(plan)"),
        ("twinHashed", "C++, names in an unordered_map that is kept"),
        ("twinSorted", "C++, names sorted and let go"),
        ("twinIgnored", "C++, names not looked at"),
        ("declare", "declaring it: Slipway, Plan.add"),
        ("twinDeclare", "declaring it: C++, name and edges copied into vectors"),
    ]

    static func write(_ options: Options) {
        let endings = Child.medians(
            [["check"], ["check", "reversed"]],
            repetitions: max(1, options.repetitions / 2)
        )
        var table = Table(
            "Checking 1 M operations with 4 M edges to random earlier ones, by handle",
            ["", "ms"]
        )
        var runs: [Figures] = []
        for case .measured(let figures) in endings { runs.append(figures) }
        let figures = Figures.median(runs)
        for (figure, title) in rows {
            table.add([title, figures[figure].map { ($0 / 1e6).short } ?? "–"])
        }
        table.write()
    }
}
