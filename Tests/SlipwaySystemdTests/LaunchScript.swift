import Slipway

/// A launch as a list of events, at milliseconds since the process's start.
struct LaunchScript {
    static let processStart = Instant(nanoseconds: 5_000_000_000)
    private(set) var events: [Event] = []
    var report: Report

    init(_ operations: [OperationStatus], deadline: Int? = nil) {
        report = Report(
            name: "storefront",
            launchID: "launch-1",
            course: LaunchCourse(phase: .starting),
            processStart: Self.processStart,
            deadline: deadline.map { Self.at($0) },
            teardowns: 1,
            operations: operations
        )
    }

    static func at(_ milliseconds: Int) -> Instant {
        processStart.advanced(by: .milliseconds(milliseconds))
    }

    @discardableResult
    mutating func add(_ kind: Event.Kind, at milliseconds: Int) -> Event {
        let event = Event(
            sequence: UInt64(events.count + 1),
            at: Self.at(milliseconds),
            kind: kind
        )
        events.append(event)
        return event
    }

    mutating func begin(at milliseconds: Int = 1) -> Event {
        report.launchedAt = Self.at(milliseconds)
        return add(.launchStarted(report), at: milliseconds)
    }

    mutating func ready(_ name: String, at milliseconds: Int) -> Event {
        let operation = update(name) {
            $0.state = .ready
            $0.readyAt = Self.at(milliseconds)
        }
        return add(.operationReady(operation), at: milliseconds)
    }

    mutating func start(_ name: String, at milliseconds: Int) -> Event {
        let operation = update(name) {
            $0.state = .running
            $0.readyAt = $0.readyAt ?? Self.at(milliseconds)
            $0.startedAt = Self.at(milliseconds)
        }
        return add(.operationStarted(operation), at: milliseconds)
    }

    mutating func retry(
        _ name: String,
        _ message: String,
        delay: Int,
        at milliseconds: Int
    ) -> Event {
        let failure = Failure(.error, message)
        let operation = update(name) {
            $0.state = .ready
            $0.attempt += 1
            $0.attempts.append(
                .init(
                    number: $0.attempt,
                    startedAt: $0.startedAt ?? Self.at(milliseconds),
                    endedAt: Self.at(milliseconds),
                    failure: failure
                )
            )
            $0.obstacle = .backoff(until: Self.at(milliseconds + delay))
        }
        return add(
            .operationRetrying(
                operation,
                attempt: operation.attempt,
                failure: failure,
                delay: .milliseconds(delay)
            ),
            at: milliseconds
        )
    }

    mutating func end(_ name: String, _ outcome: Outcome, at milliseconds: Int) -> Event {
        let operation = update(name) {
            $0.state = .ended(outcome)
            $0.endedAt = Self.at(milliseconds)
        }
        return add(.operationEnded(operation), at: milliseconds)
    }

    mutating func launchEnded(
        _ phase: Phase,
        _ causes: [RootCause] = [],
        at milliseconds: Int
    ) -> Event {
        report.phase = phase
        report.rootCauses = causes
        report.endedAt = Self.at(milliseconds)
        return add(.launchEnded(report), at: milliseconds)
    }

    mutating func action(
        _ state: ActionStatus.State,
        id: String = "a1",
        at milliseconds: Int
    ) -> Event {
        var action = ActionStatus(
            id: ActionID(id),
            kind: "open-url",
            queue: .main,
            requires: ["user-data", "feature-toggles"],
            state: state,
            acceptedAt: Self.at(10)
        )
        if state.word != "waiting", state.word != "expired" {
            action.readyAt = Self.at(20)
            action.startedAt = Self.at(25)
        }
        if state.isEnded { action.endedAt = Self.at(milliseconds) }
        return add(.actionChanged(action), at: milliseconds)
    }

    private mutating func update(
        _ name: String,
        _ change: (inout OperationStatus) -> Void
    ) -> OperationStatus {
        var operation = OperationStatus(name: name, queue: .userInitiated)
        if let index = report.operations.firstIndex(where: { $0.name == name }) {
            change(&report.operations[index])
            return report.operations[index]
        }
        change(&operation)
        return operation
    }
}

extension LaunchScript {
    /// The three operations of the example.
    static func storefront(deadline: Int? = nil) -> LaunchScript {
        LaunchScript(
            [
                OperationStatus(name: "sdk-init", queue: .main, timeout: .seconds(5)),
                OperationStatus(name: "user-data", queue: .userInitiated, timeout: .seconds(10)),
                OperationStatus(
                    name: "feature-toggles",
                    queue: .userInitiated,
                    requires: ["sdk-init"]
                ),
            ],
            deadline: deadline
        )
    }
}
