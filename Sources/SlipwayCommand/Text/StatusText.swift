internal import Slipway
internal import SlipwayInterface
internal import SlipwayReport
internal import SlipwaySystem

/// A launch as text: its state, what blocks it, its operations, its programs and its open actions.
struct StatusText {
    let report: Report
    /// The number of actions in each state; `nil` if the report has all of them.
    var actions: ActionCounts?
    /// The number of the launch in its service.
    var generation = 1
    /// Remarks about the service beside its launch; `nil` for none.
    var remarks: ServiceRemarks?
    /// The reload that is under way; `nil` for none.
    var reload: RunningReload?
    let now: Instant
    let style: Style

    /// Lines without a newline after the last one.
    var text: String {
        let parts = [head, remarkLines, operations, programs, openActions].filter { !$0.isEmpty }
        return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    /// The state of the launch and, unless it is ready, the chain of what blocks it.
    private var head: [String] {
        var lines = explanation?.text.split(separator: "\n").map(String.init) ?? []
        let number = generation > 1 ? ", generation \(generation)" : ""
        if !lines.isEmpty { lines[0] = colour(lines[0]) + progress + number }
        return lines
    }

    /// The chain of what blocks the launch; an operation that ended in a way that this build does
    /// not know is *unknown* in it, and not *failed*.
    private var explanation: Explanation? {
        if let reload { return reload.explanation(of: report.name) }
        let unknown = Set(report.operations.lazy.filter(\.endIsUnknown).map(\.name))
        var explanation = report.explanation(at: now)
        for index in explanation?.steps.indices.dropFirst() ?? 0..<0
        where unknown.contains(explanation?.steps[index].name ?? "") {
            explanation?.steps[index].state = "unknown"
        }
        return explanation
    }

    /// The reload that failed, files that have changed, the safe mode with its culprits and the way out of it, and
    /// what was slow.
    private var remarkLines: [String] {
        guard let remarks else { return [] }
        var lines: [String] = []
        if let reload = remarks.failedReload {
            let words = "the last reload failed at \(reload.date.dateText): \(reload.reason)"
            lines.append(style.bad(words))
            lines.append("generation \(generation) stays in service")
        }
        if !remarks.changedFiles.isEmpty {
            lines.append(ChangedFilesWords.advice(remarks.changedFiles).printable)
        }
        if let reason = remarks.safeMode {
            let words = "safe mode: optional operations are left out, since \(reason)"
            lines.append(style.bad(words))
            lines.append(SafeModeWords.wayOut)
        }
        lines += remarks.unknownBoot.map { [$0] } ?? []
        return lines + remarks.regressions.map { "slower than usual: \($0)" }
    }

    private var progress: String {
        let awaited = report.operations.filter(\.isCounted)
        let ended = awaited.count { $0.outcome != nil }
        let count = awaited.count
        return
            (ended == count
            ? ", \(counted(count, "operation"))"
            : ", \(ended) of \(counted(count, "operation")) ended")
            + background
    }

    /// The progress of the background stage, between its begin and its end.
    private var background: String {
        let later = report.operations.filter { !$0.isGroup && !$0.isCounted }
        let ended = later.count { $0.outcome != nil }
        guard report.readyAt != nil, ended < later.count else { return "" }
        return ", \(ended) of \(later.count) in the background"
    }

    private func colour(_ line: String) -> String {
        switch report.phase {
        case .ready where reload != nil: style.busy(line)
        case .starting, .stopping: style.busy(line)
        case .ready: style.good(line)
        case .failed: style.bad(line)
        case .stopped: line
        }
    }

    private var operations: [String] {
        guard !report.operations.isEmpty else { return [] }
        var table = TextTable([
            .right("WAIT"), .right("RUN"), .left("OPERATION"), .left("QUEUE"), .left("STATE"),
        ])
        let operations = report.inOrderOfStart
        table.rows = operations.map { operation in
            [
                span(operation.readyAt, operation.startedAt ?? operation.endedAt),
                span(operation.startedAt, operation.endedAt),
                operation.title,
                operation.isGroup ? "-" : operation.queue.name,
                state(operation) + (operation.action.map { "; added by action \($0)" } ?? ""),
            ]
        }
        return style.table(table.lines, operations) { operation in
            switch operation.state {
            case .running: .busy
            case .ended(.failed): operation.endIsUnknown ? nil : .bad
            case .pending, .ready, .ended: nil
            }
        }
    }

    /// The length of a span, up to now if it is open; `-` if it has not begun.
    private func span(_ start: Instant?, _ end: Instant?) -> String {
        guard let start else { return "-" }
        return max(start.duration(to: end ?? now), .zero).timespan
    }

    private func state(_ operation: OperationStatus) -> String {
        if let words = operation.lockWords ?? operation.obstacleWords(at: now) { return words }
        switch operation.state {
        case .pending:
            let open = Set(report.operations.lazy.filter { $0.outcome == nil }.map(\.name))
            let missing = (operation.requires + operation.after).filter(open.contains)
            if missing.isEmpty, let group = operation.group { return "waits for \(group) to begin" }
            return missing.isEmpty ? "pending" : "waits for " + missing.joined(separator: ", ")
        case .ready: return "waits for its queue"
        case .running:
            let attempt =
                operation.attemptCount > 1
                ? ", attempt \(operation.attemptCount) of \(operation.attemptLimit)" : ""
            return "running\(attempt)"
                + (operation.timeout.map { ", at most \($0.timespan)" } ?? "")
                + (operation.lack.map { ", \($0)" } ?? "")
        case .ended(.failed(let failure)) where operation.endIsUnknown:
            return "unknown: \(failure.message)"
        case .ended:
            return [operation.result ?? operation.word, operation.retries]
                .compactMap(\.self).joined(separator: "; ")
        }
    }

    private var programs: [String] {
        style.table(ProgramTable(report.programs, at: now).lines, report.programs) { program in
            program.isTrouble && isServing ? .bad : nil
        }
    }

    /// Tells whether a program that is gone counts as missing: not while a stop ends the programs.
    private var isServing: Bool {
        switch report.phase {
        case .starting, .ready, .failed: true
        case .stopping, .stopped: false
        }
    }

    /// The running actions, then the first of the waiting ones, and the number of the others.
    private var openActions: [String] {
        let open = report.actions.filter { !$0.state.isEnded }
        guard !open.isEmpty else { return [] }
        let inOrder =
            open.filter { $0.state == .running } + open.filter { $0.state != .running }
        let shown = Array(inOrder.prefix(Self.actionsShown))
        let more = (actions?.open ?? inOrder.count) - shown.count
        return ActionTable.lines(shown, now: now, style: style)
            + (more > 0 ? ["and \(more) more; 'slipway actions' lists them"] : [])
    }

    /// The most actions in the table.
    static let actionsShown = 20
}

extension OperationStatus {
    /// The operation ended in a way for which only a newer service has a word.
    fileprivate var endIsUnknown: Bool {
        if case .ended(.failed(let failure)) = state { NewerWord.standsIn(failure) } else { false }
    }
}
