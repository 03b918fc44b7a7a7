internal import Slipway

/// Keeps a report up to date from the events of a launch.
struct LaunchFollower {
    private(set) var report: Report?
    private var indices: [String: Int] = [:]

    mutating func apply(_ event: Event) {
        switch event.kind {
        case .launchStarted(let start):
            report = start
            indices = Dictionary(
                start.operations.enumerated().map { ($1.name, $0) },
                uniquingKeysWith: { first, _ in first }
            )
        case .operationReady(let operation), .operationStarted(let operation),
            .operationEnded(let operation), .operationStuck(let operation, _):
            if let index = indices[operation.name] { report?.operations[index] = operation }
        case .launchReady(let degraded):
            report?.phase = .ready(degraded: degraded)
            report?.readyAt = event.at
        case .launchEnded(let end):
            report = end
        case .launchStopping, .actionChanged, .operationTornDown, .eventsLost:
            break
        }
    }
}
