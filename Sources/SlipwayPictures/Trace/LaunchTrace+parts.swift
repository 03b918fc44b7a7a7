internal import Slipway

/// Tracks for programs and launch actions.
extension LaunchTrace {
    mutating func addPrograms() {
        guard !report.programs.isEmpty else { return }
        let process = process("programs")
        for (number, program) in report.programs.enumerated() {
            let track = TraceWriter.Track(process: process, thread: number + 1)
            writer.name(track, program.name)
            let facts: TraceWriter.Arguments = [
                ("state", program.state.word), ("restarts", "\(program.restarts)"),
                ("reason", program.reason),
            ]
            for run in program.earlier { add(run, on: track) }
            let isThere = program.state == .running || program.state == .starting
            let end = isThere ? max(now, program.since) : program.since
            if let start = program.startedAt {
                let ready = program.readyAt ?? end
                writer.span(
                    "starting",
                    "program",
                    on: track,
                    from: report.sinceStart(start),
                    to: report.sinceStart(ready),
                    facts
                )
            }
            if let ready = program.readyAt {
                writer.span(
                    "running",
                    "program",
                    on: track,
                    from: report.sinceStart(ready),
                    to: report.sinceStart(end),
                    facts
                )
            }
            if program.restarts > 0, let start = program.startedAt {
                let words = program.restarts == 1 ? "restart" : "restart \(program.restarts)"
                writer.moment(words, on: track, at: report.sinceStart(start), isGlobal: false)
            }
            if !isThere {
                writer.moment(
                    program.state.word,
                    on: track,
                    at: report.sinceStart(program.since),
                    isGlobal: false
                )
            }
        }
    }

    /// Adds a run that is over.
    private mutating func add(_ run: ProgramRun, on track: TraceWriter.Track) {
        let facts: TraceWriter.Arguments = [
            ("process", run.pid.map { "\($0)" }), ("reason", run.reason),
        ]
        let end = report.sinceStart(run.endedAt)
        let ready = run.readyAt.map(report.sinceStart) ?? end
        let start = report.sinceStart(run.startedAt)
        writer.span("starting", "program", on: track, from: start, to: ready, facts)
        if run.readyAt != nil {
            writer.span("running", "program", on: track, from: ready, to: end, facts)
        }
        writer.moment(run.reason ?? "ended", on: track, at: end, isGlobal: false)
    }

    mutating func addActions() {
        guard !report.actions.isEmpty else { return }
        let process = process("actions")
        var slots = Slots()
        for action in report.actions.sorted(by: { $0.acceptedAt < $1.acceptedAt }) {
            let start = report.sinceStart(action.acceptedAt)
            let end = report.sinceStart(action.endedAt ?? max(now, action.acceptedAt))
            let track = TraceWriter.Track(
                process: process,
                thread: slots.take(from: start, to: end) + 1
            )
            writer.span(
                action.kind,
                "action",
                on: track,
                from: start,
                to: end,
                [
                    ("state", action.state.word), ("id", action.id.description),
                    ("requires", action.requires.joined(separator: ", ")),
                    ("queue", action.queue.name),
                ]
            )
            let begun = action.startedAt.map(report.sinceStart)
            writer.span("waiting", "phase", on: track, from: start, to: min(begun ?? end, end))
            if let begun { writer.span("running", "phase", on: track, from: begun, to: end) }
        }
        for slot in 0..<slots.count {
            writer.name(
                TraceWriter.Track(process: process, thread: slot + 1),
                "actions \(slot + 1)"
            )
        }
    }
}
