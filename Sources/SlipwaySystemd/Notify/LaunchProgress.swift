internal import Slipway

/// How far a launch has come, as counts and names: what a line of status needs, at a cost for
/// each event that does not grow with the launch.
struct LaunchProgress {
    private(set) var total = 0
    /// How many ended with a value: they succeeded or are degraded.
    private(set) var usable = 0
    private(set) var running = OldestFirst()
    /// Those that wait for nothing but their queue.
    private(set) var queued = OldestFirst()
    /// The first that ended otherwise than well, leaving out the skipped: they are its consequence.
    private(set) var firstTrouble: OperationStatus?
    private(set) var troubleCount = 0
    /// The actions that wait for operations.
    private(set) var deferredActions: Set<ActionID> = []
    private(set) var processStart = Instant(nanoseconds: 0)
    private(set) var deadline: Instant?
    /// Whether events were lost, so that only a report can tell.
    private(set) var isStale = false

    init() {}

    init(_ report: Report) {
        total = report.operations.count
        processStart = report.processStart
        deadline = report.deadline
        func byAge(_ instant: KeyPath<OperationStatus, Instant?>) -> [OperationStatus] {
            report.operations.sorted { left, right in
                (left[keyPath: instant] ?? processStart) < (right[keyPath: instant] ?? processStart)
            }
        }
        for operation in byAge(\.startedAt) where operation.state == .running {
            running.insert(operation)
        }
        for operation in byAge(\.readyAt) where operation.state == .ready {
            queued.insert(operation)
        }
        for operation in byAge(\.endedAt) { count(operation) }
        for action in report.actions { note(action) }
    }

    mutating func apply(_ event: Event) {
        switch event.kind {
        case .launchStarted(let report), .launchEnded(let report):
            self = LaunchProgress(report)
        case .operationReady(let operation):
            queued.insert(operation)
        case .operationStarted(let operation):
            queued.remove(operation.name)
            running.insert(operation)
        case .operationEnded(let operation):
            queued.remove(operation.name)
            running.remove(operation.name)
            count(operation)
        case .actionChanged(let action):
            note(action)
        case .eventsLost:
            isStale = true
        case .operationStuck, .launchReady, .launchStopping, .operationTornDown:
            break
        }
    }

    private mutating func count(_ operation: OperationStatus) {
        switch operation.outcome {
        case nil, .skipped:
            break
        case .succeeded:
            usable += 1
        case .degraded:
            usable += 1
            noteTrouble(operation)
        case .failed, .cancelled:
            noteTrouble(operation)
        }
    }

    private mutating func noteTrouble(_ operation: OperationStatus) {
        troubleCount += 1
        if firstTrouble == nil { firstTrouble = operation }
    }

    private mutating func note(_ action: ActionStatus) {
        if case .waiting(let missing) = action.state, !missing.isEmpty {
            deferredActions.insert(action.id)
        } else {
            deferredActions.remove(action.id)
        }
    }
}
