internal import Slipway
internal import SlipwayInterface
internal import SlipwayReport
internal import SlipwaySystem

/// Launch actions as a table, a line each.
enum ActionTable {
    /// The header and the actions, in their order.
    ///
    /// - Parameters:
    ///   - actions: The actions.
    ///   - now: The moment.
    ///   - calendar: Gives the dates of acceptance; `nil` to leave them out.
    ///   - expiring: The instants at which actions expire, of those that do.
    ///   - style: Colours, or none.
    /// - Returns: The lines.
    static func lines(
        _ actions: [ActionStatus],
        now: Instant,
        calendar: Calendar? = nil,
        expiring: [ActionID: Instant] = [:],
        style: Style
    ) -> [String] {
        let length = Identity.shownLength(among: actions.map(\.id.description))
        let dates = calendar == nil ? [] : [TextTable.Column.left("ACCEPTED")]
        let expiries = expiring.isEmpty ? [] : [TextTable.Column.right("EXPIRES")]
        var table = TextTable(
            [.left("ACTION"), .left("KIND")] + dates + [.right("WAIT"), .right("RUN")] + expiries
                + [.left("STATE")]
        )
        table.rows = actions.map { action in
            let (waited, ran) = action.times(at: now)
            let date = calendar.map { calendar in
                calendar.date(of: action.acceptedAt).timeText(now: calendar.date(of: now))
            }
            let beginning = [String(action.id.description.prefix(length)), action.kind, date]
            let expiry = expiring[action.id].map { max(now.duration(to: $0), .zero).timespan }
            return beginning.compactMap(\.self) + [waited.timespan, ran?.timespan ?? "-"]
                + (expiring.isEmpty ? [] : [expiry.map { "in \($0)" } ?? "-"])
                + [action.sentence(at: now)]
        }
        return style.table(table.lines, actions) { action in
            switch action.state {
            case .running: .busy
            case .failed, .interrupted: .bad
            case .waiting, .done, .cancelled, .expired, .superseded: nil
            }
        }
    }

    /// `5 actions: 1 running, 3 waiting, 1 failed`; what goes on comes first.
    static func summary(of actions: [ActionStatus], isAll: Bool = true) -> String {
        let counts = Dictionary(grouping: actions, by: \.state.kind).mapValues(\.count)
        let states =
            [ActionStatus.State.Word.running, .waiting]
            + ActionStatus.State.Word.allCases.filter { $0 != .running && $0 != .waiting }
        let words = states.compactMap { state in counts[state].map { "\($0) \(state.rawValue)" } }
        let count = counted(actions.count, "action")
        return "\(isAll ? "" : "the latest ")\(count): \(words.joined(separator: ", "))"
    }
}

extension ActionStatus {
    /// The time from the acceptance of the action to its last attempt, and the time of that
    /// attempt; `nil` for none.
    fileprivate func times(at now: Instant) -> (wait: Duration, run: Duration?) {
        var started = startedAt
        if case .waiting = state { started = nil }
        let wait = acceptedAt.duration(to: started ?? endedAt ?? now)
        let isRunning = endedAt == nil
        let run = isRunning ? started?.duration(to: now) : run
        return (max(wait, .zero), run.map { max($0, .zero) })
    }
}
