internal import Slipway
internal import SlipwayInterface

/// A launch on a screen: a head, a row for each operation with a bar on a time axis, programs and actions.
///
/// The screen is a value: the same report, size and instant give the same lines.
struct WatchScreen {
    let report: Report
    /// The number of the launch in its service; `nil` if that is not known.
    var generation: Int?
    /// Something that happened to the service itself, and is not over: it replaces the head.
    var news: String?
    let now: Instant
    let size: TerminalSize
    let glyphs: Glyphs
    let style: Style
    /// The screen is the last one, and stays: without the head, which the result repeats, and
    /// without the legend.
    var isLast = false

    /// At most as many lines as the terminal has, none of them wider than it is.
    var lines: [String] {
        let more = programs + actions
        let taken = (isLast ? 0 : 1) + 1 + more.count
        let rows = WatchRows(report, limit: max(size.lines - taken, 3))
        let table = WatchTable(report, rows.rows, at: now, size.columns, isLast: isLast)
        var lines = isLast ? [] : [head]
        lines += table.lines(glyphs, style)
        if let rest = rows.rest { lines.append(style.faint(fitted("  \(rest)"))) }
        lines += more
        if !isLast, lines.count + 2 <= size.lines { lines += ["", style.faint(fitted(legend))] }
        return Array(lines.prefix(size.lines))
    }

    private var head: String {
        if let news { return style.bad(fitted(news)) }
        let line = fitted(Self.head(report, generation, at: now))
        switch report.phase {
        case .starting, .stopping: return style.busy(line)
        case .ready(degraded: false): return style.good(line)
        case .ready(degraded: true), .failed: return style.bad(line)
        case .stopped: return style.title(line)
        }
    }

    /// `shop: starting 1.2s of 30s, 1/4 operations, waiting for user-data 1.2s of 5s`.
    static func head(_ report: Report, _ generation: Int?, at now: Instant) -> String {
        let number = generation.map { $0 > 1 ? " (generation \($0))" : "" } ?? ""
        let status = LaunchStatus(report, at: now)
        let name = "\(report.name)\(number): "
        guard report.phase == .starting else {
            var time = report.readyAt.map {
                " after \(max(report.processStart.duration(to: $0), .zero).timespan)"
            }
            if report.phase == .stopping {
                time = report.stoppingAt.map {
                    " for \(max($0.duration(to: now), .zero).coarseTimespan)"
                }
            }
            let background =
                status.background.total > status.background.ended && report.readyAt != nil
                ? [", \(status.background.ended)/\(status.background.total) in the background"] : []
            let troubles = status.troubles.map { "; \($0.text)" }
            let causes = status.causes.map { ": \($0.text)" }
            let isLost = report.phase == .failed || report.phase == .stopping
            let known = isLost ? causes : background + troubles
            return name + report.phase.word + (report.endedAt == nil ? time ?? "" : "")
                + known.joined() + (report.pauseWords.map { "; \($0)" } ?? "")
        }
        let limit = report.deadline.map { " of \(report.processStart.duration(to: $0).timespan)" }
        let elapsed = max(report.processStart.duration(to: now), .zero).coarseTimespan
        return name + "starting \(elapsed)\(limit ?? ""), "
            + ProgressText.words(for: status, asOf: now, at: now)
    }

    private var legend: String {
        let parts = [
            (glyphs.run, "runs"), (glyphs.slot, "waits for a slot"), (glyphs.lock, "for a lock"),
            (glyphs.backoff, "between attempts"),
        ]
        return parts.map { "\($0) \($1)" }.joined(separator: "  ") + "  q leaves"
    }

    // MARK: Programs and actions

    /// The most lines for the programs, and for the actions.
    private var share: Int { max(size.lines / 4, 2) }

    private var programs: [String] {
        guard !report.programs.isEmpty, size.lines >= 8 else { return [] }
        // Only programs in trouble are shown if there is no room for all.
        let isWhole = report.programs.count < share
        let shown = isWhole ? report.programs : report.programs.filter(\.isTrouble)
        let more = report.programs.count - shown.prefix(share - 1).count
        let lines = shown.prefix(share - 1).map { program in
            let line = fitted("  \(program.name) \(program.watchWords(at: now))")
            return program.isTrouble ? style.bad(line) : line
        }
        let rest = shown.isEmpty ? " (\(more))" : " (and \(more) more)"
        return [style.title(fitted("PROGRAMS" + (more > 0 ? rest : "")))] + lines
    }

    private var actions: [String] {
        let open = report.actions.filter { !$0.state.isEnded }
        guard !open.isEmpty, size.lines >= 8 else { return [] }
        let inOrder = open.filter { $0.state == .running } + open.filter { $0.state != .running }
        let lines = inOrder.prefix(share - 1).map { action in
            let since = action.state == .running ? action.startedAt : action.acceptedAt
            let elapsed = since.map { " \(max($0.duration(to: now), .zero).coarseTimespan)" } ?? ""
            let id = action.id.description.prefix(8)
            let line = fitted("  \(action.kind) \(id): \(action.sentence(at: now))\(elapsed)")
            return action.state == .running ? style.busy(line) : line
        }
        let rest = open.count - lines.count
        return [style.title(fitted("ACTIONS" + (rest > 0 ? " (and \(rest) more)" : "")))] + lines
    }

    private func fitted(_ text: String) -> String { text.printable.cut(toColumns: size.columns) }
}

extension ProgramStatus {
    /// The state of the program, and why it was started again.
    fileprivate func watchWords(at now: Instant) -> String {
        guard state == .running, restarts > 0, let run = earlier.last, let reason = run.reason
        else {
            return words(at: now)
        }
        let ago = max(run.endedAt.duration(to: now), .zero).coarseTimespan
        return "\(words(at: now)), last end \(ago) ago: \(reason)"
    }
}
