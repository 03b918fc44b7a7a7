/// An event as it is held until it is read.
///
/// The ordinary steps of an operation are the most events by far. Of these only the operation's
/// number is held; the operation's record says the rest when the event is read, since what a step
/// has set stays as it is. So the status that an observer is given is made by the observer's
/// thread, without the launch's lock.
struct LoggedEvent: Sendable {
    let sequence: UInt64
    let at: Instant
    let content: Content

    enum Content: Sendable {
        /// An ordinary step of an operation of the graph, and its record as of the reading.
        case step(Step, of: Int, OperationRecord)
        /// An event with all that there is to tell.
        case whole(Event.Kind)
        /// An event with a report, which is made when it is read: it takes time for each operation.
        case report(@Sendable () -> Event.Kind)
    }

    /// The steps of an operation that succeeds at its first attempt.
    enum Step: Sendable {
        case ready, started, ended
    }

    /// The event has a report, which is made when the event is read.
    var hasReport: Bool { if case .report = content { true } else { false } }

    /// Makes the event that observers get.
    ///
    /// - Parameter declared: The declarations of the graph's operations.
    /// - Returns: The event.
    func event(_ declared: [Shared<OperationDeclaration>]) -> Event {
        switch content {
        case .whole(let kind): Event(sequence: sequence, at: at, kind: kind)
        case .report(let kind): Event(sequence: sequence, at: at, kind: kind())
        case .step(let step, let index, let record):
            Event(
                sequence: sequence,
                at: at,
                kind: step.kind(OperationStatus(declared[index], record, as: step, declared))
            )
        }
    }
}

extension LoggedEvent.Step {
    fileprivate func kind(_ status: consuming OperationStatus) -> Event.Kind {
        switch self {
        case .ready: .operationReady(status)
        case .started: .operationStarted(status)
        case .ended: .operationEnded(status)
        }
    }
}

extension OperationStatus {
    /// The status of an operation as it was after an ordinary step.
    fileprivate init(
        _ declared: Shared<OperationDeclaration>,
        _ record: OperationRecord,
        as step: LoggedEvent.Step,
        _ others: [Shared<OperationDeclaration>]
    ) {
        self.init(declared, record.stage)
        readyAt = record.readyAt
        guard step != .ready else {
            state = .ready
            return
        }
        startedAt = record.startedAt
        if let releaser = record.releasedBy { releasedBy = others[releaser].value.name }
        if declared.value.timeout != nil { attempt = 1 }
        guard step == .ended else {
            state = .running
            return
        }
        endedAt = record.endedAt
        state = .ended(.succeeded)
    }
}
