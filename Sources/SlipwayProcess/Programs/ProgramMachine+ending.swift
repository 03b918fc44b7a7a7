internal import Glibc
internal import Slipway

/// The end of a program.
extension ProgramMachine {
    mutating func exited(
        _ end: ChildStatus,
        _ lastLine: String?,
        _ left: String?,
        at now: Instant
    ) {
        defer { supervisor.status.pid = nil }
        switch state {
        case .starting:
            let words = left.map { "before it was ready; \(Self.daemonWords($0))" }
            ended(end, words ?? "before it was ready", lastLine, at: now)
        case .running:
            let isWanted = policy.end.policy.allowsSuccess && policy.end.success.contains(end)
            ended(
                end,
                isWanted ? nil : left.map { "and \(Self.daemonWords($0))" },
                lastLine,
                at: now
            )
        case .ending: supervise(at: now) { $0.tell() }
        case .idle, .pausing, .stopped, .ended: return
        }
    }

    /// The words for a program that became a daemon, and so seems to have ended.
    private static func daemonWords(_ left: String) -> String {
        "left \(left) running, as a daemon does: run the program in the foreground (most programs "
            + "have an option for that), or name that process with MAINPID= (sd_notify)"
    }

    private mutating func ended(
        _ end: ChildStatus,
        _ when: String?,
        _ lastLine: String?,
        at now: Instant
    ) {
        process.end = end
        let isSuccess = policy.end.success.contains(end)
        let words = words(for: end, when, lastLine)
        let quiet = self.words(for: end, when, nil)
        process.endNumber = process.message.errorNumber
        supervise(at: now) {
            $0.ended(words, withoutOutput: quiet, isSuccess: isSuccess, at: now)
        }
    }

    /// The status with which the service is to exit because of the program's end: that of its exit,
    /// or 128 more than the number of the signal that ended it; `nil` for the usual one.
    var passedStatus: Int32? {
        guard policy.end.exitStatus == .own else { return nil }
        return switch process.end {
        case .exited(let status)?: status
        case .killed(let signal)?: 128 + signal
        case .outOfMemory?: 128 + SIGKILL
        case .unknown?, nil: nil
        }
    }

    /// `exited with 1: cannot open the database`.
    private func words(for end: ChildStatus, _ when: String?, _ lastLine: String?) -> String {
        var words =
            switch end {
            case .exited(let status): "exited with \(status)"
            case .killed(let signal): "was killed by \(signalName(signal))"
            case .outOfMemory(let lack): "was killed by the kernel: \(lack)"
            case .unknown: "has ended, and how is not known"
            }
        if let status = process.message.exitStatus, end != .exited(status) {
            words += " (its own status: \(status))"
        }
        if let pid = process.message.mainProcess, pid != current.pid {
            words += " (its MAINPID=\(pid) is not followed)"
        }
        words = [words, when].compactMap(\.self).joined(separator: " ")
        // With an `ERRNO=` the program's `STATUS=` is about the error; without one, its last line
        // tells more.
        guard let number = process.message.errorNumber else { return words + end.saying(lastLine) }
        return [words, current.message, "\(number)"].compactMap(\.self).joined(separator: ": ")
    }

    mutating func end(isOrderly: Bool, at now: Instant) {
        for timer in [Timer.settled, .watchdog, .health, .message] {
            actions.append(.disarm(timer))
        }
        guard isOrderly, policy.hasStopCommand, current.pid != nil else {
            return endProcesses(at: now)
        }
        endStep = .stopCommand
        actions.append(.runStopCommand)
    }

    mutating func stopCommandEnded(_ failure: String?, at now: Instant) {
        guard endStep == .stopCommand else { return }
        endProcesses(stopFailure: failure, at: now)
    }

    mutating func lastCommandEnded(_ failure: String?, at now: Instant) {
        let words = failure.map { "its 'beforeGivingUp' failed: \($0)" }
        supervise(at: now) { $0.lastStepEnded(words, at: now) }
    }

    private mutating func endProcesses(stopFailure: String? = nil, at now: Instant) {
        endStep = .processes(since: now, stopFailure: stopFailure)
        actions.append(.endTree)
        actions.append(.arm(.slowEnd, at: now.advanced(by: Self.patience)))
    }

    mutating func endIsSlow(since: Instant, at now: Instant) {
        let end = since.advanced(by: policy.times.grace)
        note(at: now) { $0.killedAt = end }
    }

    mutating func treeGone(wasKilled: Bool, at now: Instant) {
        guard case .processes(let since, let stopFailure)? = endStep else { return }
        endStep = nil
        actions.append(.disarm(.slowEnd))
        supervisor.status.pid = nil
        supervisor.status.killedAt = wasKilled ? now : nil
        // A second signal ends the grace before its time.
        let patience = min(since.duration(to: now), policy.times.grace).timespan
        let killing = "was killed: it did not end within \(patience) of \(policy.stopSignal)"
        supervise(at: now) { supervisor in
            supervisor.gone(
                force: wasKilled ? killing : nil,
                failure: stopFailure,
                words: stopFailure.map { "its 'stop' failed: \($0)" },
                at: now
            )
        }
    }
}
