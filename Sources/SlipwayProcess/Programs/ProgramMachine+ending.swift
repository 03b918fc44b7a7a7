internal import Slipway

/// The end of a program, and what follows.
extension ProgramMachine {
    mutating func exited(_ end: ChildStatus, _ lastLine: String?, at now: Instant) {
        defer { status.pid = nil }
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
        status.explain(
            words(for: end, when, lastLine),
            withoutOutput: words(for: end, when, nil)
        )
        endNumber = message.errorNumber
    }

    /// `exited with 1: cannot open the database`.
    private func words(for end: ChildStatus, _ when: String?, _ lastLine: String?) -> String {
        var words =
            switch end {
            case .exited(let status): "exited with \(status)"
            case .killed(let signal): "was killed by \(signalName(signal))"
            case .unknown: "has ended, and how is not known"
            }
        if let status = message.exitStatus, end != .exited(status) {
            words += " (its own status: \(status))"
        }
        if let pid = message.mainProcess, pid != status.pid {
            words += " (its MAINPID=\(pid) is not followed)"
        }
        words = [words, when].compactMap(\.self).joined(separator: " ")
        // With an error its status is about the error; without one, its last line tells more.
        guard let number = message.errorNumber else { return words + end.saying(lastLine) }
        return [words, status.message, "\(number)"].compactMap(\.self).joined(separator: ": ")
    }

    /// Ends it.
    ///
    /// - Parameters:
    ///   - next: What follows.
    ///   - isOrderly: Whether its operation's `stop` comes first: it works, and is asked to end.
    ///   - now: The instant.
    mutating func end(then next: Next, isOrderly: Bool = false, at now: Instant) {
        for timer in [Timer.start, .watchdog, .health, .message] { actions.append(.disarm(timer)) }
        change(.stopping, at: now)
        guard isOrderly, policy.hasStopCommand, status.pid != nil else {
            return endProcesses(then: next, at: now)
        }
        state = .ending(next, .stopCommand)
        actions.append(.runStopCommand)
    }

    mutating func stopCommandEnded(_ failure: String?, at now: Instant) {
        guard case .ending(let next, .stopCommand) = state else { return }
        endProcesses(then: next, stopFailure: failure, at: now)
    }

    private mutating func endProcesses(
        then next: Next,
        stopFailure: String? = nil,
        at now: Instant
    ) {
        state = .ending(next, .processes(since: now, stopFailure: stopFailure))
        actions.append(.endTree)
        actions.append(.arm(.slowEnd, at: now.advanced(by: Self.patience)))
    }

    mutating func endIsSlow(since: Instant) {
        status.killedAt = since.advanced(by: policy.grace)
        tell()
    }

    mutating func treeGone(wasKilled: Bool, at now: Instant) {
        guard case .ending(let next, .processes(let since, let stopFailure)) = state else { return }
        actions.append(.disarm(.slowEnd))
        status.pid = nil
        status.killedAt = wasKilled ? now : nil
        // A second signal ends the grace before its time.
        let patience = min(since.duration(to: now), policy.grace).timespan
        let words = "was killed: it did not end within \(patience) of SIGTERM"
        let killing = wasKilled ? words : nil
        let trouble = killing.joined(stopFailure.map { "its 'stop' failed: \($0)" })
        switch next {
        case .stop: becomeStopped(trouble, stopFailure, at: now)
        case .giveUp: becomeStopped(status.reason.joined(killing), at: now)
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
        _ stopFailure: String? = nil,
        at now: Instant,
        isTold: Bool = true
    ) {
        state = .stopped
        status.reason = reason
        status.message = nil
        if isTold { change(.stopped, at: now) }
        answer(.stopped(stopFailure: stopFailure))
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
            answer(.ended(reason, endNumber))
        case .fail: giveUp(isFailure: starter != .operation, at: now)
        case .restart, .degrade: giveUp(isFailure: false, at: now)
        }
    }

    private mutating func giveUp(isFailure: Bool, at now: Instant) {
        let reason = status.reason ?? "ended"
        state = .ended
        change(.ended, at: now)
        answer(.ended(reason, endNumber))
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
