internal import Engines

/// The time to the main queue and back within a launch.
enum HopTable {
    private static let rows = [
        ("sync", "Slipway, synchronous bodies"),
        ("async", "Slipway, async bodies"),
        ("eventfd", "C, an eventfd each way, poll"),
        ("eventfdSpinning", "C, the same, reading 2,000 times before poll"),
        ("word", "C, both watch one word"),
    ]

    static func write(_ options: Options) {
        let repetitions = max(5, options.repetitions)
        var table = Table(
            "To the main queue and back (median of \(repetitions) processes)",
            ["", "ns"]
        )
        let ending = Child.medians([["hop"]], repetitions: repetitions).first
        guard case .measured(let figures) = ending else { return }
        for (figure, title) in rows { table.add([title, figures[figure]?.short ?? "–"]) }
        table.write()
    }
}
