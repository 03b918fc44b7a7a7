internal import Slipway
internal import SlipwayInterface

/// A launch as lines, one for each thing that happens, each with the time since the process started.
///
/// Each thing is told once. What a launch did before it was watched comes first, in its order.
struct WatchLog {
    private struct Line {
        var at: Instant
        var text: String
    }

    private var launchID: String?
    private var phase: Phase?
    private var operations: [String: OperationStatus] = [:]
    private var actions: [ActionID: ActionStatus] = [:]
    private var programs: [String: ProgramStatus] = [:]

    /// Takes what is new.
    ///
    /// - Parameters:
    ///   - reply: What the service told.
    ///   - report: The launch as a whole after it.
    ///   - generation: The number of the launch in its service; `nil` if that is not known.
    ///   - now: The instant.
    /// - Returns: The lines, without control characters.
    mutating func take(
        _ reply: WatchReply,
        _ report: Report,
        generation: Int?,
        at now: Instant
    ) -> [String] {
        var lines: [Line] = []
        if report.launchID != launchID {
            self = WatchLog()
            launchID = report.launchID
            if case .launch(let report) = reply {
                lines.append(Self.beginning(report, generation, at: now))
            }
        }
        var events: [Line] = []
        switch reply {
        case .launch(let report):
            events += report.operations.flatMap { note($0, at: now) }
            events += report.actions.flatMap { note($0, at: now) }
            events += report.programs.flatMap { note($0, at: now) }
        case .operation(let operation): events += note(operation, at: now)
        case .action(let action): events += note(action, at: now)
        case .program(let program): events += note(program, at: now)
        case .phase, .unknown: break
        }
        events += note(report, generation, at: now)
        lines += events.enumerated()
            .sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
        return lines.map { line in
            let offset = max(report.processStart.duration(to: line.at), .zero).timespan
            return "\(offset.fitted(toColumns: 9, right: true))  \(line.text)".printable
        }
    }

    private static func beginning(_ report: Report, _ generation: Int?, at now: Instant) -> Line {
        let count = report.operations.count(where: \.isCounted)
        let number = generation.map { $0 > 1 ? " (generation \($0))" : "" } ?? ""
        let limit = report.deadline.map {
            ", at most \(report.processStart.duration(to: $0).timespan)"
        }
        return Line(
            at: report.launchedAt ?? now,
            text: "\(report.name)\(number): \(counted(count, "operation"))"
                + (limit ?? "")
        )
    }

    private mutating func note(_ report: Report, _ generation: Int?, at now: Instant) -> [Line] {
        defer { phase = report.phase }
        guard report.phase != phase, report.phase != .starting else { return [] }
        let ready = phase == nil || phase == .starting ? report.readyAt : nil
        let at = report.endedAt ?? ready ?? now
        return [Line(at: at, text: WatchScreen.head(report, generation, at: now))]
    }

    private mutating func note(_ operation: OperationStatus, at now: Instant) -> [Line] {
        let before = operations.updateValue(operation, forKey: operation.name)
        let name = operation.name
        var lines: [Line] = []
        if let start = operation.startedAt, start != before?.startedAt {
            let long = operation.wait.flatMap { $0 < .milliseconds(1) ? nil : $0.timespan }
            let waited = (operation.lockWaitWords ?? long.map { "waited \($0)" }).map { ", \($0)" }
            lines.append(Line(at: start, text: "\(name): started\(waited ?? "")"))
        }
        for attempt in operation.attempts {
            guard let failure = attempt.failure, !(before?.attempts.contains(attempt) ?? false),
                operation.outcome == nil || attempt != operation.attempts.last
            else { continue }
            let time = attempt.startedAt.duration(to: attempt.endedAt).timespan
            let number = "attempt \(attempt.number) of \(operation.attemptLimit)"
            let text = "\(name): \(number) failed after \(time): \(failure.message)"
            lines.append(Line(at: attempt.endedAt, text: text))
        }
        if let vain = operation.vainWait, before?.vainWait != vain {
            lines.append(Line(at: now, text: vain))
        }
        if operation.outcome != nil, operation.endedAt != before?.endedAt || before?.outcome == nil
        {
            let time = operation.run.map { " after \(max($0, .zero).timespan)" } ?? ""
            let reason = operation.reason.map { ": \($0)" } ?? ""
            let text = "\(name): \(operation.resultWord)\(time)\(reason)"
            lines.append(Line(at: operation.endedAt ?? now, text: text))
        }
        return lines
    }

    private mutating func note(_ action: ActionStatus, at now: Instant) -> [Line] {
        let before = actions.updateValue(action, forKey: action.id)
        guard before?.sentence != action.sentence else { return [] }
        let at: Instant? =
            switch action.state {
            case .waiting: before == nil ? action.acceptedAt : nil
            case .running: action.startedAt
            case .done, .failed, .cancelled, .expired, .superseded, .interrupted: action.endedAt
            }
        let time = action.run.map { " after \(max($0, .zero).timespan)" } ?? ""
        let id = action.id.description.prefix(8)
        return [Line(at: at ?? now, text: "\(action.kind) \(id): \(action.sentence)\(time)")]
    }

    private mutating func note(_ program: ProgramStatus, at now: Instant) -> [Line] {
        let before = programs.updateValue(program, forKey: program.name)
        guard before?.state != program.state || before?.pid != program.pid else { return [] }
        let parts = [
            program.state.word, program.pid.map { "pid \($0)" },
            program.restarts > 0 ? "restarts \(program.restarts)" : nil,
            program.isTrouble ? program.reason : nil,
        ]
        let text = "program \(program.name): \(parts.compactMap(\.self).joined(separator: ", "))"
        return [Line(at: program.since, text: text)]
    }
}
