internal import Slipway

/// Keeps a report up to date from the events of a launch.
struct LaunchFollower {
    private(set) var report: Report?
    private var indices: [String: Int] = [:]

    mutating func apply(_ event: Event) {
        switch event.kind {
        case .launchStarted(let start):
            begin(with: start)
        case .eventsLost(_, let now):
            begin(with: now)
        case .operationsAdded(let operations):
            for operation in operations { add(operation) }
        case .operationReady(let operation), .operationStarted(let operation),
            .operationRetrying(let operation, _, _, _), .operationEnded(let operation),
            .operationStuck(let operation, _):
            if let index = indices[operation.name] { report?.operations[index] = operation }
        case .launchReady(let degraded):
            report?.phase = .ready(degraded: degraded)
            report?.readyAt = event.at
        case .launchDegraded:
            if case .ready = report?.phase { report?.phase = .ready(degraded: true) }
        case .launchEnded(let end):
            report = end
        case .launchStopping, .actionChanged, .operationTornDown, .paused, .resumed:
            break
        }
    }

    private mutating func begin(with start: Report) {
        report = start
        indices = Dictionary(
            start.operations.enumerated().map { ($1.name, $0) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    private mutating func add(_ operation: OperationStatus) {
        guard let count = report?.operations.count, indices[operation.name] == nil else { return }
        indices[operation.name] = count
        report?.operations.append(operation)
    }
}
