/// The requests of its operation and of operators.
extension Supervisor {
    /// It is to run.
    package mutating func start(_ starter: Starter, at now: Instant) {
        if starter == .operation { expect() }
        switch state {
        case .idle, .stopped, .ended, .pausing:
            if case .pausing = state { actions.append(.disarm(.pause)) }
            restarts = []
            status.restarts = 0
            status.reason = nil
            begin(starter, at: now)
        case .ending: state = .ending(.start(starter))
        case .starting: if starter == .operation { takeOver() }
        case .running: answer(.running)
        }
    }

    /// An operator started it between two attempts of its operation: the next attempt waits for that
    /// start, and its own time counts.
    private mutating func takeOver() {
        state = .starting(.operation)
        startEnd = nil
        actions.append(.disarm(.start))
    }

    /// Its operation, which waits for its start, gives up, because its time has passed or the launch
    /// stops.
    package mutating func cancel(at now: Instant) {
        guard isAwaited else { return }
        switch state {
        case .starting:
            status.reason = unreadiness("was ended before it was ready")
            end(then: .giveUp, at: now)
        case .ending(.follow(.operation)), .ending(.giveUp): return
        case .ending: state = .ending(.stop)
        // No call waits in these.
        case .idle, .running, .pausing, .stopped, .ended: return
        }
    }

    /// It is to end: the launch stops, or an operator asks.
    package mutating func stop(at now: Instant) {
        switch state {
        case .starting, .running:
            status.reason = nil
            end(then: .stop, isOrderly: true, at: now)
        case .ending: state = .ending(.stop)
        case .pausing:
            actions.append(.disarm(.pause))
            becomeStopped(at: now)
        case .idle: becomeStopped(at: now, isTold: false)
        case .stopped, .ended: answer(.stopped(failure: nil))
        }
    }

    /// It is to end and to start again, for an operator.
    package mutating func restart(at now: Instant) {
        switch state {
        case .running, .starting:
            status.reason = nil
            end(then: .start(.operator), isOrderly: true, at: now)
        case .idle, .ending, .pausing, .stopped, .ended: start(.operator, at: now)
        }
    }
}
