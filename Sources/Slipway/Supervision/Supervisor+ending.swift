/// The end, and what follows.
extension Supervisor {
    /// It has ended by itself, or does not work any more: why, and the same without what it wrote.
    package mutating func ended(
        _ reason: String,
        withoutOutput quiet: String? = nil,
        at now: Instant
    ) {
        let starter: Starter?
        switch state {
        case .starting(let party): starter = party
        case .running: starter = nil
        case .idle, .ending, .pausing, .stopped, .ended: return
        }
        status.explain(reason, withoutOutput: quiet ?? reason)
        end(then: .follow(starter), at: now)
    }

    /// Ends it.
    ///
    /// - Parameters:
    ///   - next: What follows.
    ///   - isOrderly: Whether it works, and is asked to end.
    ///   - now: The instant.
    mutating func end(then next: Next, isOrderly: Bool = false, at now: Instant) {
        actions.append(.disarm(.start))
        state = .ending(next)
        change(.stopping, at: now)
        actions.append(.end(isOrderly: isOrderly))
    }

    /// Nothing of it is left, or nothing more can be done.
    ///
    /// - Parameters:
    ///   - force: The words for the force that this took; `nil` if it ended when it was asked to.
    ///   - failure: Why its orderly end failed; `nil` if it did not.
    ///   - words: The same for its status.
    ///   - now: The instant.
    package mutating func gone(
        force: String? = nil,
        failure: String? = nil,
        words: String? = nil,
        at now: Instant
    ) {
        guard case .ending(let next) = state else { return }
        noteEndOfRun(at: now)
        let trouble = force.joined(words)
        switch next {
        case .stop: becomeStopped(trouble, failure, at: now)
        case .giveUp: becomeStopped(status.reason.joined(force), at: now)
        case .start(let starter):
            status.reason = trouble
            if trouble != nil { change(.stopped, at: now) }
            restarts = []
            status.restarts = 0
            status.reason = nil
            begin(starter, at: now)
        case .follow(let starter): follow(starter, at: now)
        }
    }

    mutating func becomeStopped(
        _ reason: String? = nil,
        _ failure: String? = nil,
        at now: Instant,
        isTold: Bool = true
    ) {
        state = .stopped
        status.reason = reason
        status.message = nil
        if isTold { change(.stopped, at: now) }
        answer(.stopped(failure: failure))
    }

    /// It ended by itself, or could not be started.
    mutating func follow(_ starter: Starter?, at now: Instant) {
        let reason = status.reason ?? "ended"
        status.pid = nil
        status.message = nil
        switch policy.ended {
        case .restart(let limits) where starter != .operation:
            restarts.removeAll { $0.advanced(by: limits.window) <= now }
            guard restarts.count < limits.attempts else {
                let times = restarts.count == 1 ? "once" : "\(restarts.count) times"
                let window = limits.window.timespan
                let tries = "; started again \(times) in \(window)"
                let quiet = status.reasonWithoutOutput ?? reason
                status.explain(reason + tries, withoutOutput: quiet + tries)
                giveUp(isFailure: !policy.isOptional, at: now)
                return
            }
            let next = now.advanced(by: limits.pause(after: restarts.count))
            state = .pausing(until: next)
            change(.pausing(next: next), at: now)
            actions.append(.arm(.pause, at: next))
            answer(.ended(reason))
        case .fail: giveUp(isFailure: starter != .operation, at: now)
        case .restart, .degrade: giveUp(isFailure: false, at: now)
        }
    }

    private mutating func giveUp(isFailure: Bool, at now: Instant) {
        let reason = status.reason ?? "ended"
        state = .ended
        change(.ended, at: now)
        answer(.ended(reason))
        if isFailure { fail(reason) }
    }
}

extension String? {
    /// Both reasons, as far as there are any.
    fileprivate func joined(_ other: String?) -> String? {
        let reasons = [self, other].compactMap(\.self)
        return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
    }
}
