internal import Slipway
internal import SlipwayInterface
internal import SlipwayPictures
internal import SlipwayReport
internal import SlipwaySystem

/// The history of a service as text: its last launches, and the statistics of all.
struct HistoryText {
    /// The launches, the latest first.
    let launches: [RecordedLaunch]
    /// The most launches that are listed.
    let limit: Int
    /// The only operation that is wanted; `nil` for all.
    let operation: String?
    /// The present moment, a time since 1970.
    let now: Duration
    let style: Style

    var statistics: [LaunchStatistics] { LaunchStatistics.all(of: launches, operation: operation) }

    /// Lines without a newline after the last one.
    var text: String {
        guard !launches.isEmpty else { return "no launches are stored" }
        let parts = [list] + statistics.map(table)
        return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    private var list: [String] {
        let ran = operation == nil ? [] : [TextTable.Column.right("WAIT"), .right("RUN")]
        let restarted = hasRestarts ? [TextTable.Column.left("RESTARTS")] : []
        var table = TextTable(
            [.left("LAUNCH"), .left("STARTED"), .left("START")] + ran
                + [.right("READY AFTER")] + restarted + [.left("END")]
        )
        let shown = launches.prefix(limit)
        let length = Identity.shownLength(among: launches.map(\.report.launchID))
        table.rows = shown.map { launch in
            [
                String(launch.report.launchID.prefix(length)),
                Duration.microseconds(launch.startedAt).timeText(now: now),
                launch.isReload ? "reload \(launch.generation - 1)" : launch.start.brief,
            ]
                + times(launch)
                + [launch.timeToReady?.timespan ?? "-"]
                + (hasRestarts ? [launch.restartWords] : [])
                + [end(launch, length)]
        }
        let more = launches.count - shown.count
        let lines = style.table(table.lines, Array(shown)) { launch in
            switch launch.end {
            case .failed, .crashed: .bad
            case .running, .stopped: nil
            }
        }
        return lines + (more > 0 ? ["and \(more) more; --limit shows them"] : [])
    }

    /// A program was started again in one of the launches that are listed.
    private var hasRestarts: Bool {
        launches.prefix(limit).contains { $0.report.programs.contains { $0.restarts > 0 } }
    }

    private func times(_ launch: RecordedLaunch) -> [String] {
        guard let operation else { return [] }
        let status = launch.report[operation]
        return [status?.wait?.timespan ?? "-", status?.run?.timespan ?? "-"]
    }

    private func end(_ launch: RecordedLaunch, _ length: Int) -> String {
        if let other = launch.replacement(in: launches) {
            return "replaced by \(other.report.launchID.prefix(length))"
        }
        let ready = launch.end == .crashed && !launch.wasReady ? " before it was ready" : ""
        return launch.end.rawValue + ready + (launch.cause.map { ": \($0)" } ?? "")
    }

    private func table(_ statistics: LaunchStatistics) -> [String] {
        var table = TextTable([
            .left("OPERATION"), .right("WAIT P50"), .right("P95"), .right("RUN P50"), .right("P95"),
            .right("LAST"), .left(""),
        ])
        table.rows = [row("(ready)", nil, statistics.ready)]
        table.rows += statistics.operations.map { row($0.name, $0.wait, $0.run) }
        let title = "\(statistics.kind.words(statistics.count)) that became ready"
        return [title] + style.table(table.lines, table.rows) { _ in nil }
    }

    private func row(_ name: String, _ wait: DurationSeries?, _ run: DurationSeries) -> [String] {
        [
            name, wait?.median?.timespan ?? "-", wait?.percentile95?.timespan ?? "-",
            run.median?.timespan ?? "-", run.percentile95?.timespan ?? "-",
            run.last?.timespan ?? "-", run.sparkline(),
        ]
    }
}

extension RecordedLaunch {
    /// `web 3, worker 1`, those that were started again most often first; `-` for none.
    fileprivate var restartWords: String {
        let programs = report.programs.filter { $0.restarts > 0 }
            .sorted { ($1.restarts, $0.name) < ($0.restarts, $1.name) }
        guard !programs.isEmpty else { return "-" }
        let shown = programs.prefix(3).map { "\($0.name) \($0.restarts)" }.joined(separator: ", ")
        return shown + (programs.count > 3 ? " and \(programs.count - 3) more" : "")
    }
}

extension RecordedLaunch.Start {
    /// The kind of start in one word.
    fileprivate var brief: String {
        switch self {
        case .cold: "cold"
        case .warm: "warm"
        case .afterCrash: "after-crash"
        }
    }
}
