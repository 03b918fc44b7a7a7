internal import Engines

/// Nanoseconds and bytes per empty operation: every engine, shape and size.
struct EngineTables {
    private let options: Options
    private var endings: [Cell: Child.Ending] = [:]

    private struct Cell: Hashable {
        let engine: EngineKind
        let shape: Shape.Kind
        let size: Int

        var arguments: [String] { [engine.rawValue, shape.rawValue, String(size)] }
    }

    static func write(_ options: Options) {
        var tables = EngineTables(options: options)
        tables.measure()
        tables.write()
    }

    private init(options: Options) {
        self.options = options
    }

    /// From small to large, so that an engine that is too slow at one size is not tried at a larger
    /// one.
    private mutating func measure() {
        for size in options.sizes.sorted() {
            let cells = options.shapes.flatMap { shape in
                options.engines.map { Cell(engine: $0, shape: shape, size: size) }
            }
            .filter { !isTooSlow($0) }
            let measured = Child.medians(
                cells.map(\.arguments),
                repetitions: size < 1_000_000 ? options.repetitions : 1,
                limit: options.limit
            )
            for (cell, ending) in zip(cells, measured) { endings[cell] = ending }
        }
    }

    private func isTooSlow(_ cell: Cell) -> Bool {
        options.sizes.contains { size in
            let smaller = Cell(engine: cell.engine, shape: cell.shape, size: size)
            guard size < cell.size, case .overTime = endings[smaller] else { return false }
            return true
        }
    }

    private func write() {
        table("Run, warm: ns per operation, the median and (the best)", "warm", best: "warmBest")
        table(
            "Processor time of a warm run, until the last event is told: ns per operation",
            "processor"
        )
        table("Run, first of a process: ns per operation", "first")
        table("Declare: ns per operation", "declare")
        table("Check or prepare: ns per operation", "prepare")
        table("Memory of plan, graph and run: bytes per operation", "bytes", from: 10_000)
        table(
            "Run, warm, until the last event is told and the launch let go: ns per operation",
            "warmTold",
            engines: options.engines.filter(\.isSlipway)
        )
        table(
            "Events told to the reporter, per operation",
            "events",
            engines: options.engines.filter { $0 == .slipwayAsync || $0 == .slipwaySync }
        )
    }

    private func table(
        _ title: String,
        _ figure: String,
        best: String? = nil,
        engines: [EngineKind]? = nil,
        from least: Int = 0
    ) {
        let engines = engines ?? options.engines
        guard !engines.isEmpty else { return }
        var table = Table(title, ["graph"] + engines.map(\.title))
        for shape in options.shapes {
            for size in options.sizes where size >= least {
                let figures = engines.map { engine in
                    let cell = Cell(engine: engine, shape: shape, size: size)
                    let rest = best.flatMap { number($0, cell) }.map { " (\($0))" }
                    return text(of: figure, cell) + (rest ?? "")
                }
                table.add(["\(shape), \(size.grouped)"] + figures)
            }
        }
        table.write()
    }

    private func text(of figure: String, _ cell: Cell) -> String {
        switch endings[cell] {
        case .measured: number(figure, cell) ?? "–"
        case .overTime: number(figure, cell) ?? "over \(options.limit) s"
        case .died(let status): "died (\(status))"
        case nil: "not tried"
        }
    }

    private func number(_ figure: String, _ cell: Cell) -> String? {
        switch endings[cell] {
        case .measured(let figures), .overTime(let figures):
            figures[figure].map { ($0 / Double(cell.size)).short }
        case .died, nil: nil
        }
    }
}
