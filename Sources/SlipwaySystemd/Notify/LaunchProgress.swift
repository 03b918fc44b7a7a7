internal import Slipway

/// How far a launch has come, as counts and names: what a line of status needs, at a cost for
/// each event that does not grow with the launch.
struct LaunchProgress {
    /// How many operations gate readiness; groups do not count, what is in them does.
    private(set) var total = 0
    /// How many of them ended as they should: they succeeded, are degraded, or were not needed.
    private(set) var usable = 0
    private(set) var running = OldestFirst()
    /// Those that wait for their next attempt.
    private(set) var retrying = OldestFirst()
    /// Those that wait for nothing but their queue.
    private(set) var queued = OldestFirst()
    /// The first that ended otherwise than well, leaving out the skipped: they are its consequence.
    private(set) var firstTrouble: OperationStatus?
    private(set) var troubleCount = 0
    /// The actions that wait for operations.
    private(set) var deferredActions: Set<ActionID> = []
    private(set) var processStart = Instant(nanoseconds: 0)
    private(set) var deadline: Instant?
    private(set) var grace = Duration.zero
    private(set) var isPaused = false
    private(set) var pausedQueues: [Queue] = []
    /// The groups in which something went wrong: what they say themselves is a consequence.
    private var troubledGroups: Set<String> = []

    init() {}

    init(_ report: Report) {
        total = report.operations.count(where: \.isCounted)
        isPaused = report.isPaused
        pausedQueues = report.pausedQueues
        processStart = report.processStart
        deadline = report.deadline
        grace = report.grace
        func byAge(_ instant: KeyPath<OperationStatus, Instant?>) -> [OperationStatus] {
            report.operations.sorted { left, right in
                (left[keyPath: instant] ?? processStart) < (right[keyPath: instant] ?? processStart)
            }
        }
        for operation in byAge(\.startedAt) where operation.state == .running { start(operation) }
        for operation in byAge(\.readyAt) where operation.state == .ready {
            if case .backoff = operation.obstacle {
                retrying.insert(operation)
            } else {
                queued.insert(operation)
            }
        }
        for operation in byAge(\.endedAt) { count(operation) }
        for action in report.actions { note(action) }
    }

    mutating func apply(_ event: Event) {
        switch event.kind {
        case .launchStarted(let report), .launchEnded(let report), .eventsLost(_, let report):
            self = LaunchProgress(report)
        case .operationsAdded(let operations):
            total += operations.count(where: \.isCounted)
        case .operationReady(let operation):
            queued.insert(operation)
        case .operationStarted(let operation):
            queued.remove(operation.name)
            retrying.remove(operation.name)
            start(operation)
        case .operationRetrying(let operation, _, _, _):
            running.remove(operation.name)
            retrying.insert(operation)
        case .operationEnded(let operation):
            queued.remove(operation.name)
            retrying.remove(operation.name)
            running.remove(operation.name)
            count(operation)
        case .actionChanged(let action):
            note(action)
        case .paused(let queue?):
            if !pausedQueues.contains(queue) { pausedQueues.append(queue) }
        case .paused(nil):
            isPaused = true
        case .resumed(let queue?):
            pausedQueues.removeAll { $0 == queue }
        case .resumed(nil):
            isPaused = false
        case .operationStuck, .launchReady, .launchDegraded, .launchStopping, .operationTornDown:
            break
        }
    }

    /// What is in a group tells what it is waiting for.
    private mutating func start(_ operation: OperationStatus) {
        if !operation.isGroup { running.insert(operation) }
    }

    private mutating func count(_ operation: OperationStatus) {
        if operation.isCounted, operation.outcome?.isUsable == true { usable += 1 }
        if operation.isCause { noteTrouble(operation) }
    }

    private mutating func noteTrouble(_ operation: OperationStatus) {
        if let group = operation.group { troubledGroups.insert(group) }
        guard !troubledGroups.contains(operation.name) else { return }
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
