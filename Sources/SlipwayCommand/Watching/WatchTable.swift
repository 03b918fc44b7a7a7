internal import Slipway
internal import SlipwayReport

/// The rows of a live waterfall under their time axis: mark, name, bar and state of each operation.
struct WatchTable {
    private let report: Report
    private let rows: [WatchRows.Row]
    private let now: Instant
    private let nameWidth: Int
    private let stateWidth: Int
    /// There is room for bars.
    private let hasBars: Bool
    private let columns: Int
    private let axis: WatchAxis

    /// - Parameters:
    ///   - report: The launch.
    ///   - rows: The operations that are shown.
    ///   - now: The instant.
    ///   - columns: The width of the terminal.
    ///   - isLast: Whether nothing changes any more.
    init(
        _ report: Report,
        _ rows: [WatchRows.Row],
        at now: Instant,
        _ columns: Int,
        isLast: Bool
    ) {
        self.report = report
        self.rows = rows
        self.now = now
        let longest = rows.map { $0.name.columns }.max() ?? 0
        nameWidth = min(longest, columns / 3)
        let state = max(columns * 7 / 20, 10)
        let bar = columns - nameWidth - state - 5
        hasBars = bar >= 5
        // Without bars the states get their columns.
        stateWidth = hasBars ? state : max(columns - nameWidth - 3, 0)
        self.columns = columns
        axis = Self.axis(report, now, isLast, width: bar)
    }

    func lines(_ glyphs: Glyphs, _ style: Style) -> [String] {
        guard columns > 8 else { return rows.map { $0.name.cut(toColumns: columns) } }
        let open = Set(report.operations.lazy.filter { $0.outcome == nil }.map(\.name))
        let bar = TimeBar(axis: axis, glyphs: glyphs, style: style)
        let title = String(repeating: " ", count: nameWidth + 3) + axis.text
        return (hasBars ? [style.faint(title)] : [])
            + rows.map { row in
                let operation = row.operation
                let name = "\(glyphs.mark(of: operation)) \(row.name.fitted(toColumns: nameWidth))"
                let state = operation.brief(open: open, at: now).printable
                    .cut(toColumns: stateWidth)
                guard hasBars else {
                    return Self.ink(name, operation, style) + " "
                        + Self.ink(state, operation, style)
                }
                return Self.ink(name, operation, style) + " "
                    + bar.text(operation, report.phases(of: operation, at: now)) + "  "
                    + Self.ink(state, operation, style)
            }
    }

    /// The axis: up to now while something goes on, otherwise to the last end of an operation.
    private static func axis(
        _ report: Report,
        _ now: Instant,
        _ isLast: Bool,
        width: Int
    ) -> WatchAxis {
        let isBusy =
            report.phase == .starting
            || report.operations.contains { $0.state == .running || $0.state == .ready }
        let last = report.operations.compactMap(\.endedAt).max()
        let end = isBusy ? now : last ?? report.readyAt ?? report.endedAt ?? now
        return WatchAxis(
            from: report.processStart,
            to: end,
            isOpen: isBusy && !isLast,
            width: width
        )
    }

    private static func ink(_ text: String, _ operation: OperationStatus, _ style: Style) -> String
    {
        switch operation.state {
        case .running: style.busy(text)
        case .ended(.failed), .ended(.degraded): style.bad(text)
        case .pending, .ended(.skipped), .ended(.notNeeded), .ended(.cancelled): style.faint(text)
        case .ready, .ended(.succeeded): text
        }
    }
}

extension WatchRows.Row {
    /// The name, indented by the number of groups around the operation.
    fileprivate var name: String {
        String(repeating: "  ", count: min(depth, 4)) + operation.name.printable
    }
}
