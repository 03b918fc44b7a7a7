internal import Slipway

/// The consequences when a time is over.
extension ProgramMachine {
    mutating func fired(_ timer: Timer, at now: Instant) {
        // A timer may fire at the very moment at which it is disarmed.
        switch (timer, state) {
        case (.start, .starting(let starter)):
            guard let startEnd, startEnd <= now else { return }
            status.reason = startTimeMessage(at: now)
            end(then: .follow(starter), at: now)
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
        case (.health, .running): actions.append(.check)
        case (.pause, .pausing(let until)):
            guard until <= now else { return }
            restarts.append(now)
            status.restarts += 1
            begin(.restart, at: now)
        case (.message, .starting), (.message, .running), (.message, .ending):
            messageTold = now
            tell()
        case (.slowEnd, .ending(_, .processes(let since, _))): endIsSlow(since: since)
        case (.slowEnd, _), (.start, _), (.watchdog, _), (.health, _), (.pause, _), (.message, _):
            return
        }
    }

    private func startTimeMessage(at now: Instant) -> String {
        unreadiness("not ready within \(startedAt.duration(to: now).timespan)")
    }

    /// Adds what its start still lacks: `not ready within 5s: has not said READY=1`.
    func unreadiness(_ words: String) -> String {
        [words, lack].compactMap(\.self).joined(separator: ": ")
    }
}
