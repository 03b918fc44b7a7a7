internal import Slipway

/// Launch actions as a table, a line each.
enum ActionTable {
    /// The header and the actions, in their order.
    static func lines(_ actions: [ActionStatus], now: Instant, style: Style) -> [String] {
        var table = TextTable([
            .left("ACTION"), .left("KIND"), .right("WAIT"), .right("RUN"), .left("STATE"),
        ])
        table.rows = actions.map { action in
            let waited = action.acceptedAt.duration(to: action.startedAt ?? action.endedAt ?? now)
            let ran = action.startedAt.map { $0.duration(to: action.endedAt ?? now) }
            return [
                action.id.description,
                action.kind,
                max(waited, .zero).timespan,
                ran.map { max($0, .zero).timespan } ?? "-",
                action.sentence,
            ]
        }
        let lines = table.lines
        return [style.title(lines[0])]
            + zip(actions, lines.dropFirst()).map { action, line in
                switch action.state {
                case .running: style.busy(line)
                case .failed, .interrupted: style.bad(line)
                case .waiting, .done, .cancelled, .expired, .superseded: line
                }
            }
    }
}

extension ActionStatus {
    /// The state, with what is missing, or the reason.
    var sentence: String {
        switch state {
        case .waiting where isPostponed: "waiting for the next launch"
        case .waiting where retryAt != nil:
            "waiting for its next attempt: " + (lastFailure?.message ?? "the last one failed")
        case .waiting(let missing) where missing.isEmpty:
            readyAt == nil ? "waiting for earlier ones of its kind" : "waiting for its queue"
        case .waiting(let missing): "waiting for " + missing.joined(separator: ", ")
        case .failed(let failure, let operation?):
            "failed: operation '\(operation)': \(failure.message)"
        case .failed(let failure, nil): "failed: \(failure.message)"
        case .cancelled(let reason): "cancelled: \(reason)"
        case .superseded(let successor): "superseded by \(successor)"
        case .interrupted(let reason): "interrupted: \(reason)"
        case .running, .done, .expired: state.word
        }
    }
}
