/// The consequences of an end that was not asked for.
extension Supervisor {
    /// The program ended by itself, or could not be started.
    mutating func follow(_ starter: Starter?, isSuccess: Bool = false, at now: Instant) {
        status.pid = nil
        status.message = nil
        switch policy.ended {
        case .restart(let limits) where isSuccess && limits.onlyFailures: endWell(at: now)
        case .restart(let limits) where starter != .operation || policy.includesFirstStart:
            restart(within: limits, wasReady: starter == nil, starter, at: now)
        case .stop where isSuccess:
            endWell(at: now)
            stopService(status.reason ?? "ended")
        case .stop: giveUp(isFailure: starter != .operation && !policy.isOptional, starter, at: now)
        case .fail: giveUp(isFailure: starter != .operation, starter, at: now)
        case .restart, .degrade: giveUp(isFailure: false, starter, at: now)
        }
    }

    private mutating func restart(
        within limits: RestartLimits,
        wasReady: Bool,
        _ starter: Starter?,
        at now: Instant
    ) {
        let reason = status.reason ?? "ended"
        if wasReady, let steady = limits.steady, let readyAt = status.readyAt,
            readyAt.advanced(by: steady) <= now
        {
            restarts = []
        }
        restarts.removeAll { $0.advanced(by: limits.window) <= now }
        if let attempts = limits.attempts, restarts.count >= attempts {
            let window = limits.window.timespan
            let tries = "; started again \(times(restarts.count)) in \(window)"
            let quiet = status.reasonWithoutOutput ?? reason
            status.explain(reason + tries, withoutOutput: quiet + tries)
            return giveUp(isFailure: !policy.isOptional, starter, at: now)
        }
        let next = now.advanced(by: limits.backoff(after: restarts.count))
        state = .pausing(until: next)
        change(.pausing(next: next), at: now)
        actions.append(.arm(.backoff, at: next))
        // The operation goes on waiting if its first start is followed by others.
        if starter != .operation { answer(.ended(reason)) }
    }

    /// Counts a restart that begins.
    ///
    /// If any number is allowed, only the last ones are held: earlier ones lengthen no backoff.
    mutating func countRestart(at now: Instant) {
        restarts.append(now)
        status.restarts += 1
        if case .restart(let limits) = policy.ended, limits.attempts == nil {
            restarts = restarts.suffix(RestartLimits.longestGrowth)
        }
    }

    /// The program has done its work.
    private mutating func endWell(at now: Instant) {
        status.endedWell = true
        state = .ended
        change(.ended, at: now)
        answer(.ended(status.reason ?? "ended"))
    }

    /// The program is not started again.
    private mutating func giveUp(isFailure: Bool, _ starter: Starter?, at now: Instant) {
        // The operation itself says what follows its failed attempt.
        let isLast = starter != .operation || policy.includesFirstStart
        guard policy.hasLastStep, isLast else { return conclude(isFailure: isFailure, at: now) }
        state = .ending(.conclude(isFailure: isFailure))
        change(.stopping, at: now)
        actions.append(.takeLastStep)
    }

    /// The last step before the program is given up has ended: why it failed, `nil` if it did not.
    package mutating func lastStepEnded(_ failure: String?, at now: Instant) {
        guard case .ending(let next) = state else { return }
        switch next {
        case .conclude(let isFailure):
            if let failure { status.addToReason(failure) }
            conclude(isFailure: isFailure, at: now)
        // Something else was asked for meanwhile.
        case .stop, .giveUp, .start, .follow: gone(at: now)
        }
    }

    private mutating func conclude(isFailure: Bool, at now: Instant) {
        let reason = status.reason ?? "ended"
        let isOfOperation = isAwaited
        state = .ended
        change(.ended, at: now)
        answer(.ended(reason))
        if isFailure, !isOfOperation { fail(reason) }
    }
}
