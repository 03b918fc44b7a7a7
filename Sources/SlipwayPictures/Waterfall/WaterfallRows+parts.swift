internal import Slipway

/// The rows below the operations.
extension WaterfallRows {
    /// The most actions that are drawn.
    private static let mostActions = 60

    func programRow(_ program: ProgramStatus) -> Waterfall.Row {
        var row = Waterfall.Row(kind: .program, name: program.name)
        row.mark =
            switch program.state {
            case .starting: .running
            case .running: .succeeded
            case .stopping, .stopped: .cancelled
            case .pausing: .degraded
            case .ended: .failed
            }
        var bars = program.earlier.flatMap { self.bars(of: $0) }
        if let start = program.startedAt {
            let begun = report.sinceStart(
                program.readyAt ?? (program.state == .starting ? now : program.since)
            )
            let start = report.sinceStart(start)
            bars.append(
                Waterfall.Bar(
                    kind: .slot,
                    start: start,
                    end: begun,
                    isOpen: program.state == .starting
                )
            )
            if let ready = program.readyAt {
                let isThere = program.state == .running
                bars.append(
                    Waterfall.Bar(
                        kind: .run,
                        start: report.sinceStart(ready),
                        end: report.sinceStart(isThere ? max(now, ready) : program.since),
                        isOpen: isThere
                    )
                )
            }
        }
        row.lanes = [bars.filter { $0.start <= waterfall.end }]
        var words = [program.state.word]
        if let startup = program.startup { words.append("ready in \(startup.timespan)") }
        if program.restarts > 0 {
            words.append(counted(program.restarts, "restart"))
        }
        row.shortNote = words.joined(separator: ", ")
        row.note = words.joined(separator: ", ") + (program.reason.map { ": \($0)" } ?? "")
        row.details = [Waterfall.Detail(name: "state", text: program.state.word)]
        row.add("since", report.sinceStart(program.since).timespan)
        row.add("startup", program.startup?.timespan)
        row.add("restarts", "\(program.restarts)")
        row.add("process", program.pid.map { "\($0)" })
        row.add("lacks", program.lack)
        row.add("says", program.message)
        row.add("reason", program.reason)
        for run in program.earlier {
            row.add("earlier", run.words(report.sinceStart(run.startedAt)))
        }
        return row
    }

    /// The bars of a run that is over: until it was ready, and from then on.
    private func bars(of run: ProgramRun) -> [Waterfall.Bar] {
        let end = report.sinceStart(run.endedAt)
        let ready = run.readyAt.map(report.sinceStart) ?? end
        return [
            Waterfall.Bar(kind: .slot, start: report.sinceStart(run.startedAt), end: ready),
            Waterfall.Bar(kind: run.reason == nil ? .run : .bad, start: ready, end: end),
        ]
    }

    var actionRows: [Waterfall.Row] {
        let shown = report.actions.prefix(Self.mostActions)
        var rows = [heading("launch actions")] + shown.map(actionRow)
        let rest = report.actions.count - shown.count
        if rest > 0 { rows.append(heading("and \(rest) more")) }
        return rows
    }

    private func actionRow(_ action: ActionStatus) -> Waterfall.Row {
        var row = Waterfall.Row(kind: .action, name: action.kind)
        row.queue = waterfall.queues.firstIndex(of: action.queue)
        row.mark = Waterfall.Mark(action)
        let accepted = report.sinceStart(action.acceptedAt)
        let end = report.sinceStart(action.endedAt ?? now)
        let start = action.startedAt.map(report.sinceStart)
        let ready = min(action.readyAt.map(report.sinceStart) ?? start ?? end, start ?? end)
        var bars = [
            Waterfall.Bar(kind: .waiting, start: accepted, end: ready),
            Waterfall.Bar(kind: .slot, start: ready, end: start ?? end),
        ]
        if let start {
            let isBad = row.mark == .failed || row.mark == .timedOut
            bars.append(
                Waterfall.Bar(
                    kind: isBad ? .bad : row.mark == .cancelled ? .cancelled : .run,
                    start: start,
                    end: end,
                    isOpen: action.endedAt == nil
                )
            )
        }
        row.lanes = [bars.filter { $0.end > $0.start && $0.start <= waterfall.end }]
        let run = start.map { (end - $0).timespan }
        let word = action.state.word
        row.shortNote = run ?? word
        let reason = action.failureWords.map { ": \($0)" } ?? ""
        row.note = [run, row.mark == .succeeded ? nil : word + reason].compactMap(\.self).joined(
            separator: ", "
        )
        if accepted > waterfall.end { row.note = "at \(accepted.timespan): \(row.note)" }
        row.details = [Waterfall.Detail(name: "state", text: word + reason)]
        row.add("action", action.id.description)
        row.add("queue", action.queue.name)
        row.add("accepted", accepted.timespan)
        row.add("waited", start.map { ($0 - accepted).timespan })
        row.add("ran", run)
        row.add("requires", action.requires.joined(separator: ", "))
        return row
    }
}

extension Waterfall.Mark {
    init(_ action: ActionStatus) {
        switch action.state {
        case .waiting: self = .waiting
        case .running: self = .running
        case .done: self = .succeeded
        case .failed(let failure, _): self = failure.kind == .timedOut ? .timedOut : .failed
        case .cancelled, .superseded: self = .cancelled
        case .expired: self = .timedOut
        case .interrupted: self = .failed
        }
    }
}

extension ActionStatus {
    /// Why the action did not end well, or what it waits for.
    fileprivate var failureWords: String? {
        switch state {
        case .failed(let failure, _): failure.message
        case .cancelled(let reason), .interrupted(let reason): reason
        case .waiting(let missing) where !missing.isEmpty: "for " + missing.joined(separator: ", ")
        case .waiting, .running, .done, .expired, .superseded: nil
        }
    }
}
