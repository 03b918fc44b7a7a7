/// A number about a launch, by its name: the only list for `SlipwayMetrics`, Prometheus and OpenTelemetry.
///
/// Where the adapter and the exports know the same thing, it has the same name and the same labels.
package enum MetricName: String, CaseIterable, Sendable {
    // Of the adapter and the exports.
    case launchStart = "launch.start"
    case launchReady = "launch.ready"
    case operationWait = "operation.wait"
    case operationRun = "operation.run"
    case programRestarts = "program.restarts"
    case actionsWaiting = "actions.waiting"

    // Of the adapter, which hears of each event.
    case launches
    case operations
    case operationRetries = "operation.retries"
    case operationStuck = "operation.stuck"
    case teardownFailures = "operation.teardown.failures"
    case actions
    case actionWait = "action.wait"
    case actionRun = "action.run"
    case eventsLost = "events.lost"

    // Of the exports, which see the present state.
    case up
    case buildInfo = "build.info"
    case launchPhase = "launch.phase"
    case launchGeneration = "launch.generation"
    case launchPaused = "launch.paused"
    case launchStartTime = "launch.start.time"
    case launchDeadline = "launch.deadline"
    case launchOperations = "launch.operations"
    case launchActions = "launch.actions"
    case storageTrouble = "storage.trouble"
    case operationAttempts = "operation.attempts"
    case actionsRunning = "actions.running"
    case actionsEnded = "actions.ended"
    case programUp = "program.up"
    case programStartup = "program.startup"
    case programMemory = "program.memory"
    case programCPU = "program.cpu"
    case programTasks = "program.tasks"
    case programMemoryWait = "program.memory.wait"
    case queueBusy = "queue.busy"
    case queueRun = "queue.run"
    case queueRunning = "queue.running"
    case queueWaiting = "queue.waiting"
    case queuePaused = "queue.paused"

    /// The name as it is told: `slipway.operation.wait`.
    package var full: String { "slipway.\(rawValue)" }

    /// The labels of each number, in order.
    package var labels: [MetricLabel] {
        switch self {
        case .up: [.app]
        case .buildInfo: [.version]
        case .launchStart, .launchStartTime, .launchDeadline, .launchGeneration, .launchPaused,
            .eventsLost:
            [.launch]
        case .launchReady, .launches: [.launch, .outcome]
        case .launchPhase: [.launch, .phase]
        case .storageTrouble, .launchActions: [.launch, .state]
        case .launchOperations: [.launch, .stage, .state]
        case .operations, .operationWait, .operationRun: [.launch, .operation, .queue, .outcome]
        case .operationRetries, .operationStuck, .operationAttempts: [.launch, .operation, .queue]
        case .teardownFailures: [.launch, .operation]
        case .actions, .actionRun, .actionsEnded: [.launch, .kind, .state]
        case .actionsWaiting, .actionsRunning, .actionWait: [.launch, .kind]
        case .programRestarts, .programUp, .programStartup, .programMemory, .programCPU,
            .programTasks, .programMemoryWait:
            [.launch, .program]
        case .queueBusy, .queueRun, .queueRunning, .queueWaiting, .queuePaused: [.launch, .queue]
        }
    }
}

/// A label of numbers, which tells those of one name apart.
package enum MetricLabel: String, Sendable {
    case app, kind, launch, operation, outcome, phase, program, queue, stage, state, version
}
