internal import Slipway

/// How it ends, and what follows.
extension ProgramMachine {
    mutating func exited(_ end: ChildStatus, _ lastLine: String?, at now: Instant) {
        status.pid = nil
        switch state {
        case .starting(let starter):
            explain(end, "before it was ready", lastLine)
            self.end(then: .follow(starter), at: now)
        case .running:
            explain(end, nil, lastLine)
            self.end(then: .follow(nil), at: now)
        case .ending: tell()
        case .idle, .pausing, .stopped, .ended: return
        }
    }

    private mutating func explain(_ end: ChildStatus, _ when: String?, _ lastLine: String?) {
        status.reason = words(for: end, when, lastLine)
        endNumber = message.errorNumber
    }

    /// `exited with 1: cannot open the database`.
    private func words(for end: ChildStatus, _ when: String?, _ lastLine: String?) -> String {
        var words =
            switch end {
            case .exited(let status): "exited with \(status)"
            case .killed(let signal): "was killed by \(signalName(signal))"
            }
        if let status = message.exitStatus, end != .exited(status) {
            words += " (its own status: \(status))"
        }
        words = [words, when].compactMap(\.self).joined(separator: " ")
        // With an error its status is about the error; without one, its last line tells more.
        let said = message.errorNumber == nil ? lastLine : status.message
        return [words, said, message.errorNumber.map { "\($0)" }].compactMap(\.self)
            .joined(separator: ": ")
    }

    mutating func end(then next: Next, at now: Instant) {
        for timer in [Timer.start, .watchdog, .health, .message] { actions.append(.disarm(timer)) }
        state = .ending(next)
        change(.stopping, at: now)
        actions.append(.endTree)
    }

    mutating func treeGone(at now: Instant) {
        guard case .ending(let next) = state else { return }
        status.pid = nil
        switch next {
        case .stop: settleStopped(at: now)
        case .giveUp: settleStopped(status.reason, at: now)
        case .start(let starter):
            restarts = []
            status.restarts = 0
            status.reason = nil
            begin(starter, at: now)
        case .follow(let starter): follow(starter, at: now)
        }
    }

    mutating func settleStopped(_ reason: String? = nil, at now: Instant, isTold: Bool = true) {
        state = .stopped
        status.reason = reason
        status.message = nil
        if isTold { change(.stopped, at: now) }
        settle(.stopped)
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
                status.reason = "\(reason); started again \(times) in \(window)"
                giveUp(isFailure: !policy.isOptional, at: now)
                return
            }
            let next = now.advanced(by: limits.pause(after: restarts.count))
            state = .pausing(until: next)
            change(.pausing(next: next), at: now)
            actions.append(.arm(.pause, at: next))
            settle(.ended(reason, endNumber))
        case .fail: giveUp(isFailure: starter != .operation, at: now)
        case .restart, .degrade: giveUp(isFailure: false, at: now)
        }
    }

    private mutating func giveUp(isFailure: Bool, at now: Instant) {
        let reason = status.reason ?? "ended"
        state = .ended
        change(.ended, at: now)
        settle(.ended(reason, endNumber))
        if isFailure { fail(reason) }
    }
}
