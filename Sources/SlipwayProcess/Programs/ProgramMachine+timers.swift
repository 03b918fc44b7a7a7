internal import Slipway

/// The consequences when a time is over.
extension ProgramMachine {
    mutating func fired(_ timer: Timer, at now: Instant) {
        // A timer may fire at the very moment at which it is disarmed.
        switch (timer, state) {
        case (.start, _): supervise(at: now) { $0.fired(.start, at: now) }
        case (.backoff, _): supervise(at: now) { $0.fired(.backoff, at: now) }
        case (.settled, .starting): becameReady(at: now)
        case (.watchdog, .running):
            guard let watchAt, watchAt <= now, let pingEnd, let watchdog = policy.watchdog else {
                return
            }
            // While this process did not run it could not listen, and the program may have been
            // stopped with it: that time does not count.
            let end = pingEnd.advanced(by: watchAt.duration(to: now))
            self.pingEnd = end
            guard end <= now else { return watch(at: now) }
            hang("sent no watchdog ping for \(watchdog.timespan)", at: now)
        case (.health, .running):
            process.isBeingChecked = true
            actions.append(.check)
        case (.message, .starting), (.message, .running), (.message, .ending):
            messageTold = now
            supervise(at: now) { $0.tell() }
        case (.slowEnd, .ending):
            if case .processes(let since, _)? = endStep { endIsSlow(since: since, at: now) }
        case (.slowEnd, _), (.settled, _), (.watchdog, _), (.health, _), (.message, _): return
        }
    }
}

extension ProgramMachine.Timer {
    /// A timer of the supervisor.
    init(_ timer: Supervisor.Timer) {
        switch timer {
        case .start: self = .start
        case .backoff: self = .backoff
        }
    }
}
