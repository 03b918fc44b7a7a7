internal import Slipway

/// The rows of a picture, made of a report: the time before the launch, the operations in order of their
/// start, with groups around them, those of the background, programs and actions.
struct WaterfallRows {
    let report: Report
    let now: Instant
    let waterfall: Waterfall
    private let tree: (roots: [Int], children: [[Int]])

    init(_ report: Report, at now: Instant, _ waterfall: Waterfall) {
        self.report = report
        self.now = now
        self.waterfall = waterfall
        tree = OperationTree(report.operations).sorted
    }

    var all: [Waterfall.Row] {
        var rows: [Waterfall.Row] = []
        if let before = waterfall.before, before > .zero {
            var row = Waterfall.Row(kind: .before, name: "(before launch)")
            row.lanes = [[Waterfall.Bar(kind: .before, start: .zero, end: before)]]
            row.note = before.timespan
            row.details = [
                Waterfall.Detail(
                    name: "is",
                    text:
                        "the time from the start of the process to the launch: loading, main, the configuration"
                )
            ]
            rows.append(row)
        }
        let roots = tree.roots
        rows += operationRows(roots.filter { report.operations[$0].stage == .launch })
        let later = operationRows(roots.filter { report.operations[$0].stage == .background })
        if !later.isEmpty { rows += [heading("once the launch is ready")] + later }
        if !report.programs.isEmpty {
            rows += [heading("programs")] + report.programs.map(programRow)
        }
        if !report.actions.isEmpty { rows += actionRows }
        return rows
    }

    func heading(_ text: String) -> Waterfall.Row { Waterfall.Row(kind: .heading, name: text) }

    private func operationRows(_ roots: [Int]) -> [Waterfall.Row] {
        var rows: [Waterfall.Row] = []
        // The rows that are left to draw, the next one last; `nil` ends the group in that row.
        var open: [(operation: Int, depth: Int, groupRow: Int?)] =
            roots.reversed().map { ($0, 0, nil) }
        while let (position, depth, groupRow) = open.popLast() {
            if let groupRow {
                rows[groupRow].members = rows.count - groupRow - 1
                continue
            }
            rows.append(
                OperationRow(report.operations[position], of: report, at: now, waterfall).row(depth)
            )
            let children = tree.children[position]
            guard !children.isEmpty else { continue }
            open.append((position, depth, rows.count - 1))
            open += children.reversed().map { ($0, depth + 1, nil) }
        }
        return rows
    }
}

extension Waterfall.Row {
    /// Adds a fact, if there is one.
    mutating func add(_ name: String, _ text: String?) {
        guard let text, !text.isEmpty else { return }
        details.append(Waterfall.Detail(name: name, text: text))
    }
}
