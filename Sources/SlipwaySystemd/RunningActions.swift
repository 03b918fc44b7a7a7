internal import Slipway

/// The launch actions whose handlers run: a few, though very many may wait.
struct RunningActions {
    private var actions: [ActionID: ActionStatus] = [:]

    /// The action that began first; `nil` for none.
    var oldest: ActionStatus? { inOrder.first }

    var count: Int { actions.count }

    /// All actions that run, the oldest first.
    var inOrder: [ActionStatus] {
        actions.values.sorted {
            ($0.startedAt ?? $0.acceptedAt, $0.id.description)
                < ($1.startedAt ?? $1.acceptedAt, $1.id.description)
        }
    }

    /// Takes the changes that an event made.
    mutating func note(_ event: Event, _ changes: [LaunchChange]) {
        // No event tells of actions that ended meanwhile.
        if case .eventsLost = event.kind { actions = [:] }
        for change in changes {
            switch change {
            case .launch(let report): for action in report.actions { note(action) }
            case .action(let action, let before):
                if let action { note(action) } else { before.map { actions[$0.id] = nil } }
            case .operation, .program, .phase: break
            }
        }
    }

    private mutating func note(_ action: ActionStatus) {
        actions[action.id] = action.state == .running ? action : nil
    }
}
