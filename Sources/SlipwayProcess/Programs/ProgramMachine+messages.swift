package import Slipway

/// The messages that a program's process sends with sd_notify(3).
extension ProgramMachine {
    mutating func said(_ message: ProgramMessage, at now: Instant) {
        switch state {
        case .starting, .running, .ending: break
        case .idle, .pausing, .stopped, .ended: return
        }
        if let pid = message.mainProcess, pid != current.pid, pid != process.message.mainProcess {
            actions.append(.follow(pid))
        }
        process.message.merge(message)
        if let more = message.extendTimeout { extend(by: more, at: now) }
        if let text = message.status { say(text, at: now) }
        if message.isReady { becameReady(at: now) }
        guard case .running = state else { return }
        switch message.watchdog {
        case .ping?: expectPing(at: now)
        case .trigger?: hang("asked to be ended (WATCHDOG=trigger)", at: now)
        case nil: return
        }
    }

    /// The next ping is to come within the watchdog's time.
    mutating func expectPing(at now: Instant) {
        guard let watchdog = policy.watchdog else { return }
        pingEnd = now.advanced(by: watchdog)
        watch(at: now)
    }

    /// Looks at the clock in steps, so that it is known how long this process did not run.
    mutating func watch(at now: Instant) {
        guard let watchdog = policy.watchdog, let pingEnd else { return }
        let next = min(pingEnd, now.advanced(by: watchdog / Self.watchSteps))
        watchAt = next
        actions.append(.arm(.watchdog, at: next))
    }

    /// Tells whether the program has missed its ping.
    package func hasMissedPing(at now: Instant) -> Bool {
        guard case .running = state, let pingEnd else { return false }
        return pingEnd <= now
    }

    /// The program's silence means nothing from now on.
    mutating func unheard(at now: Instant) {
        guard case .running = state else { return }
        // The program may have connected to the socket before, and be heard all the same.
        expectPing(at: now)
        guard !process.isUnheard else { return }
        process.isUnheard = true
        actions.append(.warn(Self.deafness))
        noteLack(at: now)
    }

    /// The words for a program that cannot be heard.
    static let deafness =
        "cannot be heard: its notify socket was removed, and its watchdog does not count; "
        + "start it again"

    /// The process that the program has named is its main one from now on.
    mutating func follows(_ pid: Int32, at now: Instant) {
        switch state {
        case .starting, .running, .ending: note(at: now) { $0.pid = pid }
        case .idle, .pausing, .stopped, .ended: return
        }
    }

    mutating func followsNot(_ pid: Int32, _ reason: String) {
        // A program may name one process after the other.
        guard !process.hasNamedStranger else { return }
        process.hasNamedStranger = true
        actions.append(.warn("MAINPID=\(pid) is not followed: \(reason)"))
    }

    private mutating func extend(by duration: Duration, at now: Instant) {
        // An operation with several starts has no time of its own.
        if case .starting(.operation) = state, !policy.includesFirstStart {
            actions.append(.extendTimeout(duration))
        } else {
            supervise(at: now) { $0.extend(by: duration, at: now) }
        }
    }

    private mutating func say(_ text: String, at now: Instant) {
        guard current.message != text else { return }
        supervisor.status.message = text.isEmpty ? nil : text
        guard let last = messageTold, last.duration(to: now) < Self.quiet else {
            messageTold = now
            return supervise(at: now) { $0.tell() }
        }
        actions.append(.arm(.message, at: last.advanced(by: Self.quiet)))
    }
}
