extension Event: CustomStringConvertible {
    /// `operation login: failed: no network`: the sentence for what happened, in one line.
    public var description: String { kind.description }
}

extension Event.Kind: CustomStringConvertible {
    /// The sentence for the event, in one line.
    public var description: String { words.printable }

    private var words: String {
        switch self {
        case .launchStarted(let report): "launch '\(report.name)' started"
        case .operationsAdded(let operations):
            "operations added: \(operations.lazy.map(\.name).firstOnes())"
        case .operationsRenewed(let operations, _):
            "operations begin anew: \(operations.lazy.map(\.name).firstOnes())"
        case .operationReady(let operation), .operationStarted(let operation),
            .operationEnded(let operation):
            "operation \(operation)"
        case .operationRetrying(let operation, let attempt, let failure, let delay):
            "operation \(operation.title): tries again in \(delay.timespan), attempt \(attempt) failed: "
                + failure.message
        case .operationStuck(let operation, _):
            "operation \(operation.title): did not return when asked to"
        case .operationWaitsInVain(let operation):
            "operation \(operation.vainWait ?? "'\(operation.name)' waits in vain")"
        case .actionChanged(let action): "action \(action)"
        case .programChanged(let program, _): "program \(program)"
        case .storageChanged(let trouble, _): trouble?.words ?? "launch actions are stored"
        case .paused(let queue): queue.map { "queue '\($0)' is paused" } ?? "the launch is paused"
        case .resumed(let queue): queue.map { "queue '\($0)' goes on" } ?? "the launch goes on"
        case .launchReady(let degraded): "the launch is \(Phase.ready(degraded: degraded))"
        case .launchDegraded(let reason): "the launch is degraded: \(reason)"
        case .launchStopping(let reason, _): "the launch stops: \(reason)"
        case .operationTearingDown(let name): "operation \(name): is being torn down"
        case .operationTornDown(let name, nil): "operation \(name): was torn down"
        case .operationTornDown(let name, let failure?):
            FailedTeardown(name: name, failure: failure).description
        case .launchEnded(let report): "launch \(report)"
        case .eventsLost(let count, _): "\(counted(count, "event")) lost: the observer was too slow"
        }
    }
}
