/// The events of the machine: what it tells, and what readers get.
extension LaunchMachine {
    /// Tells observers what happened.
    mutating func tell(_ event: (borrowing LaunchMachine) -> Event.Kind) {
        guard log.isObserved else { return log.count() }
        let kind = event(self)
        log.append(kind, at: now)
    }

    /// Tells observers that the launch began or ended, with a report of it as it is now.
    mutating func tellReport(
        _ event: @escaping @Sendable (LaunchMachine) -> Event.Kind
    ) {
        guard log.isObserved else { return log.count() }
        let machine = withoutLog
        log.append(at: now) { event(machine) }
    }

    /// Tells observers how far an operation has come: as an ordinary step, if its record says all that
    /// there is to tell.
    @inline(__always)
    mutating func tell(_ step: LoggedEvent.Step, _ index: Int) {
        guard log.isObserved else { return log.count() }
        keep(step, index)
    }

    private mutating func keep(_ step: LoggedEvent.Step, _ index: Int) {
        if isOrdinary(step, of: index) { return log.append(step, of: index, at: now) }
        let status = status(of: index)
        let kind: Event.Kind =
            switch step {
            case .ready: .operationReady(status)
            case .started: .operationStarted(status)
            case .ended: .operationEnded(status)
            }
        log.append(kind, at: now)
    }

    @inline(__always)
    private func isOrdinary(_ step: LoggedEvent.Step, of index: Int) -> Bool {
        let record = records[index]
        guard record.traits.isDisjoint(with: .unordinary),
            !record.hasDetails, record.releasedBy.map({ !topology.isAddition($0) }) ?? true
        else { return false }
        return switch step {
        case .ready: !slots.isPaused && !slots.queues[Int(record.queue)].isPaused
        case .started: true
        case .ended: record.phase == .succeeded
        }
    }

    /// The next events for a reader, at most `count`, and how many it has missed.
    mutating func readEvents(
        _ reader: Int,
        upTo count: Int
    ) -> (events: [LoggedEvent], lost: Int) {
        log.read(reader, upTo: count) { [records] in records[$0] }
    }
}
