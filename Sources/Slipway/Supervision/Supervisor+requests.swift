/// The requests of its operation and of operators.
extension Supervisor {
    /// It is to run.
    ///
    /// - Parameters:
    ///   - starter: Who wants that.
    ///   - cause: Why, if it is not its operation or an operator; its status says it.
    ///   - now: The instant.
    package mutating func start(
        _ starter: Starter,
        because cause: String? = nil,
        at now: Instant
    ) {
        if starter == .operation { expect() }
        switch state {
        case .idle, .stopped, .ended, .pausing:
            if case .pausing = state { actions.append(.disarm(.pause)) }
            restarts = []
            status.restarts = 0
            status.reason = cause
            begin(starter, at: now)
        case .ending: endFor(.start(starter, because: cause))
        case .starting: if starter == .operation { takeOver() }
        case .running: answer(.running)
        }
    }

    /// An operator started it between two attempts of its operation: the next attempt waits for that
    /// start, and its own time counts.
    private mutating func takeOver() {
        state = .starting(.operation)
        guard !policy.includesFirstStart else { return }
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
        case .ending(.follow(.operation, _)):
            // Other starts might follow.
            if policy.includesFirstStart { state = .ending(.giveUp) }
        case .ending(.giveUp): return
        // Why it failed stays its reason.
        case .ending(.conclude): endFor(.giveUp)
        case .ending: endFor(.stop())
        case .pausing:
            actions.append(.disarm(.pause))
            becomeStopped(status.reason, at: now)
        // No call waits in these.
        case .idle, .running, .stopped, .ended: return
        }
    }

    /// It is to end: the launch stops, or an operator asks.
    ///
    /// - Parameters:
    ///   - cause: Why, if it is neither; its status says it.
    ///   - now: The instant.
    package mutating func stop(because cause: String? = nil, at now: Instant) {
        switch state {
        case .starting, .running:
            status.reason = cause
            end(then: .stop(because: cause), isOrderly: true, at: now)
        case .ending: endFor(.stop(because: cause))
        case .pausing:
            actions.append(.disarm(.pause))
            becomeStopped(cause, at: now)
        case .idle: becomeStopped(at: now, isTold: false)
        case .stopped, .ended: answer(.stopped(failure: nil))
        }
    }

    /// It is to end and to start again.
    ///
    /// - Parameters:
    ///   - cause: Why, if no operator wants it; its status says it.
    ///   - now: The instant.
    package mutating func restart(because cause: String? = nil, at now: Instant) {
        switch state {
        case .running, .starting:
            status.reason = cause
            end(then: .start(.operator, because: cause), isOrderly: true, at: now)
        case .idle, .ending, .pausing, .stopped, .ended:
            start(.operator, because: cause, at: now)
        }
    }

    /// It is not started again from now on, however it ends, and nothing comes before it is given up: all
    /// processes are being ended.
    ///
    /// A program that runs, or is being started, goes on until it is ended with all others.
    package mutating func startNoMore(at now: Instant) {
        var last = policy
        last.ended = .degrade
        last.hasLastStep = false
        adopt(last)
        switch state {
        case .pausing, .ending: stop(at: now)
        case .idle, .starting, .running, .stopped, .ended: return
        }
    }

    /// Another thing follows its end than was meant to.
    private mutating func endFor(_ next: Next) {
        if case .ending(.conclude) = state { actions.append(.endLastStep) }
        state = .ending(next)
    }
}
