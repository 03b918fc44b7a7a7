internal import Slipway
internal import SlipwayInterface

/// The goal that `slipway wait` waits for.
enum WaitGoal: Hashable {
    /// The word for the launch as a whole.
    static let ready = "ready"

    /// The launch is ready.
    case launch
    /// An operation, or an action by its identity, ended well.
    case named(String)

    /// The answer to the question whether the goal was reached.
    enum Verdict: Hashable {
        /// The goal was reached; in words, and whether something is lacking all the same.
        case yes(String, isDegraded: Bool = false)
        /// The goal cannot be reached any more; with the reason.
        case no(String)
        /// The goal may still be reached.
        case open
    }

    init(_ text: String) {
        self = text == Self.ready ? .launch : .named(text)
    }

    /// - Throws: When nothing has the name.
    func verdict(on seen: Seen) throws(CommandFailure) -> Verdict {
        switch (self, seen) {
        case (_, .action(let action, _)): return Self.action(action)
        case (.launch, .status(let status)): return Self.launch(status)
        case (.launch, .report(let report)):
            // A summary at each change would be wasted.
            guard report.phase != .starting else { return .open }
            return Self.launch(LaunchStatus(report, at: .now))
        case (.named(let name), .report(let report)): return try Self.named(name, report)
        case (.named, .status): return .open
        }
    }

    private static func named(_ name: String, _ report: Report) throws(CommandFailure) -> Verdict {
        if let operation = report.operations.first(where: { $0.name == name }) {
            return Self.operation(operation, report)
        }
        if let action = report.actions.first(where: { $0.id.description == name }) {
            return Self.action(action)
        }
        throw unknown(name)
    }

    static func unknown(_ name: String) -> CommandFailure {
        .no("cannot wait for '\(name)': neither an operation nor an action has that name")
    }

    private static func launch(_ status: LaunchStatus) -> Verdict {
        switch status.phase {
        case .starting: .open
        case .ready(let degraded): .yes(ready(status), isDegraded: degraded)
        case .stopping where status.rootCauses.isEmpty: .no("'\(status.name)' is stopping")
        case .stopped: .no("'\(status.name)' has stopped")
        case .stopping, .failed: .no("'\(status.name)' failed\(reasons(status))")
        }
    }

    private static func ready(_ status: LaunchStatus) -> String {
        let time = status.readyAt.map {
            " after \(max(status.processStart.duration(to: $0), .zero).timespan)"
        }
        let line = "\(status.name): \(status.phase.word)\(time ?? "")"
        let more = status.troubleCount - status.troubles.count
        let rest = more > 0 ? ["\(more) more did not end well"] : []
        let told = status.troubles.map(\.name)
        let programs = status.programs.filter { $0.isTrouble && !told.contains($0.name) }
            .map { "program '\($0.name)' \($0.words(at: .now))" }
        let storage = status.storage.flatMap { $0.kind == .absent ? nil : [$0.words] } ?? []
        return ([line] + status.troubles.map(\.text) + rest + programs + storage)
            .joined(separator: "; ")
    }

    private static func reasons(_ status: LaunchStatus) -> String {
        let causes = status.causes.map(\.text)
        let more = status.rootCauseCount - causes.count
        let rest = more > 0 ? ["\(more) more failed"] : []
        return causes.isEmpty ? "" : ": " + (causes + rest).joined(separator: "; ")
    }

    private static func operation(_ operation: OperationStatus, _ report: Report) -> Verdict {
        guard let outcome = operation.outcome else {
            switch report.phase {
            case .stopped, .failed: return .no("'\(report.name)' ended before '\(operation.name)'")
            case .starting, .ready, .stopping: return .open
            }
        }
        let words = operation.result ?? operation.word
        let time = operation.run.map { " after \(max($0, .zero).timespan)" } ?? ""
        return outcome.isUsable
            ? .yes("\(operation.name): \(words)\(time)", isDegraded: !outcome.isPlain)
            : .no("'\(operation.name)' \(words)\(time)")
    }

    private static func action(_ action: ActionStatus) -> Verdict {
        switch action.state {
        case .waiting, .running: .open
        case .done: .yes("\(action.id): done")
        case .failed, .cancelled, .expired, .superseded, .interrupted:
            .no("action '\(action.id)' \(action.sentence)")
        }
    }
}
