internal import Slipway
internal import SlipwayInterface
internal import SlipwayReport

/// Programs as text: how each is, what it uses, and why it last ended.
struct ProgramListText {
    let programs: [ProgramStatus]
    /// The zero of the times that are shown.
    let processStart: Instant
    /// The runs before the last start are listed, too.
    var showsRuns = false
    let now: Instant
    let style: Style

    /// Lines without a newline after the last one.
    var text: String {
        guard !programs.isEmpty else { return "no program was started" }
        let runs = showsRuns ? programs.map(runs).filter { !$0.isEmpty } : []
        return ([table] + runs).map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    private var table: [String] {
        var table = TextTable([
            .left("PROGRAM"), .left("STATE"), .right("SINCE"), .right("PID"), .right("RESTARTS"),
            .right("PROCESSES"), .right("MEMORY"), .right("CPU"), .left("LAST END"),
        ])
        table.rows = programs.map { program in
            [
                program.name, state(program),
                max(program.since.duration(to: now), .zero).timespan,
                program.pid.map { "\($0)" } ?? "-", "\(program.restarts)",
                program.use?.processes.map { "\($0)" } ?? "-",
                program.use?.memory.map { ByteCount.text($0) } ?? "-",
                program.use?.processorTime?.timespan ?? "-",
                lastEnd(program),
            ]
        }
        return style.table(table.lines, programs) { program in
            switch program.state {
            case .starting, .stopping: .busy
            case .pausing, .ended: .bad
            case .running, .stopped: nil
            }
        }
    }

    private func state(_ program: ProgramStatus) -> String {
        var words = program.stateWords
        if case .pausing(let next) = program.state {
            words += ", starts again in \(max(now.duration(to: next), .zero).timespan)"
        }
        if let end = program.killWords(at: now) { words += ", \(end)" }
        return [words, program.progress].compactMap(\.self).joined(separator: ": ")
    }

    private func lastEnd(_ program: ProgramStatus) -> String {
        guard let end = program.lastEnd(at: now) else { return "-" }
        let ago = max(end.at.duration(to: now), .zero).coarseTimespan
        return "\(ago) ago: \(end.reason)"
    }

    private func runs(_ program: ProgramStatus) -> [String] {
        let earlier = program.earlier
        guard !earlier.isEmpty else { return [] }
        return [style.title("'\(program.name)' ran before".printable)]
            + earlier.map { run in
                let start = max(processStart.duration(to: run.startedAt), .zero)
                let pid = run.pid.map { "pid \($0), " } ?? ""
                return "  \(pid)\(run.words(start))".printable
            }
    }
}

extension ProgramStatus {
    /// The last end of the program, by itself or by force: when, and why; `nil` if there was none.
    fileprivate func lastEnd(at now: Instant) -> (at: Instant, reason: String)? {
        switch state {
        case .stopping: reason.map { (since, $0) }
        case .pausing, .ended, .stopped: reason.map { (since, $0) }
        case .starting, .running:
            earlier.last { $0.reason != nil }.flatMap { run in run.reason.map { (run.endedAt, $0) }
            }
        }
    }
}
