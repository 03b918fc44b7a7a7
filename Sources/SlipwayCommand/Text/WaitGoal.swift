internal import Slipway

/// What `slipway wait` waits for.
enum WaitGoal: Hashable {
    /// The word for the launch as a whole.
    static let ready = "ready"

    /// The launch is ready.
    case launch
    /// An operation, or an action by its identity, ended well.
    case named(String)

    /// Whether it came.
    enum Verdict: Hashable {
        /// It did; in words.
        case yes(String)
        /// It cannot any more; why.
        case no(String)
        /// It still may.
        case open
    }

    init(_ text: String) {
        self = text == Self.ready ? .launch : .named(text)
    }

    /// - Throws: When nothing has the name.
    func verdict(on report: Report) throws(CommandFailure) -> Verdict {
        switch self {
        case .launch:
            return Self.launch(report)
        case .named(let name):
            if let operation = report.operations.first(where: { $0.name == name }) {
                return Self.operation(operation, report)
            }
            if let action = report.actions.first(where: { $0.id.description == name }) {
                return Self.action(action)
            }
            throw .no("cannot wait for '\(name)': neither an operation nor an action has that name")
        }
    }

    private static func launch(_ report: Report) -> Verdict {
        switch report.phase {
        case .starting: .open
        case .ready: .yes(ready(report))
        case .stopping where report.rootCauses.isEmpty: .no("'\(report.name)' is stopping")
        case .stopped: .no("'\(report.name)' has stopped")
        case .stopping, .failed: .no("'\(report.name)' failed\(reasons(report))")
        }
    }

    private static func ready(_ report: Report) -> String {
        let time = report.timeSummary().total.map { " after \($0.timespan)" } ?? ""
        let troubles = report.troubles
            .compactMap { operation in operation.result.map { "'\(operation.name)' \($0)" } }
        let line = "\(report.name): \(report.phase.word)\(time)"
        return ([line] + troubles).joined(separator: "; ")
    }

    private static func reasons(_ report: Report) -> String {
        let causes = report.rootCauses.map(\.text)
        return causes.isEmpty ? "" : ": " + causes.joined(separator: "; ")
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
            ? .yes("\(operation.name): \(words)\(time)")
            : .no("'\(operation.name)' \(words)\(time)")
    }

    private static func action(_ action: ActionStatus) -> Verdict {
        switch action.state {
        case .waiting, .running: .open
        case .done: .yes("\(action.id): done")
        case .failed, .cancelled, .expired: .no("action '\(action.id)' \(action.sentence)")
        }
    }
}
