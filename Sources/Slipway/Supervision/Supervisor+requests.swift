/// The requests of the operation and of operators.
extension Supervisor {
    /// Starts the program.
    ///
    /// - Parameters:
    ///   - starter: The party that wants the start.
    ///   - cause: The reason, if neither the operation nor an operator wants the start; the status
    ///     has it.
    ///   - now: The instant.
    package mutating func start(
        _ starter: Starter,
        because cause: String? = nil,
        at now: Instant
    ) {
        if starter == .operation { expect() }
        switch state {
        case .idle, .stopped, .ended, .pausing:
            if case .pausing = state { actions.append(.disarm(.backoff)) }
            restarts = []
            status.restarts = 0
            status.reason = cause
            begin(starter, at: now)
        case .ending: endFor(.start(starter, because: cause))
        case .starting: if starter == .operation { takeOver() }
        case .running: answer(.running)
        }
    }

    /// Takes over a start that an operator asked for between two attempts of the operation: the
    /// next attempt waits for that start, and the attempt's own time counts.
    private mutating func takeOver() {
        state = .starting(.operation)
        guard !policy.includesFirstStart else { return }
        startEnd = nil
        actions.append(.disarm(.start))
    }

    /// The operation, which waits for a start, gives up, because its time has passed or the launch
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
        // The reason stays that of the failure.
        case .ending(.conclude): endFor(.giveUp)
        case .ending: endFor(.stop())
        case .pausing:
            actions.append(.disarm(.backoff))
            becomeStopped(status.reason, at: now)
        // No operation waits in these states.
        case .idle, .running, .stopped, .ended: return
        }
    }

    /// Ends the program: the launch stops, or an operator asks.
    ///
    /// - Parameters:
    ///   - cause: The reason, if it is neither of these; the status has it.
    ///   - now: The instant.
    package mutating func stop(because cause: String? = nil, at now: Instant) {
        switch state {
        case .starting, .running:
            status.reason = cause
            end(then: .stop(because: cause), isOrderly: true, at: now)
        case .ending: endFor(.stop(because: cause))
        case .pausing:
            actions.append(.disarm(.backoff))
            becomeStopped(cause, at: now)
        case .idle: becomeStopped(at: now, isTold: false)
        case .stopped, .ended: answer(.stopped(failure: nil))
        }
    }

    /// Ends the program and starts it again.
    ///
    /// - Parameters:
    ///   - cause: The reason, if no operator wants it; the status has it.
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

    /// Makes the program's next end final: no restart and no last step follow, since all processes
    /// are being ended.
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

    /// Changes what follows the end that has begun.
    private mutating func endFor(_ next: Next) {
        if case .ending(.conclude) = state { actions.append(.endLastStep) }
        state = .ending(next)
    }
}
