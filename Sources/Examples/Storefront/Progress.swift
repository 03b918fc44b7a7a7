import Slipway

/// Prints how each operation ended, and calls back when an action has ended.
///
/// A service under systemd uses `.systemd` from `SlipwaySystemd` instead.
struct Progress: LaunchReporter {
    let actionEnded: @Sendable () -> Void

    func report(_ event: Event) {
        switch event.kind {
        case .operationRetrying(let operation, let attempt, let failure, _):
            print("\(operation.name): attempt \(attempt) failed, \(failure.message)")
        case .operationEnded(let operation):
            print("\(operation.name): \(operation.outcome?.word ?? "")")
        case .actionChanged(let action) where action.state.isEnded:
            actionEnded()
        default:
            return
        }
    }
}
