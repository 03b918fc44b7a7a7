/// From a start until it is ready.
extension Supervisor {
    mutating func begin(_ starter: Starter, at now: Instant) {
        keepLastRun()
        lack = startLack
        status.lack = lack
        status.message = nil
        startedAt = now
        status.startedAt = now
        status.readyAt = nil
        status.killedAt = nil
        status.endedWell = false
        status.stop = nil
        // The operation has a time of its own, unless that is for several starts.
        let isLimited = starter != .operation || policy.includesFirstStart
        startEnd = isLimited ? policy.startLimit.map { now.advanced(by: $0) } : nil
        state = .starting(starter)
        change(.starting, at: now)
        actions.append(.begin)
        if let startEnd { actions.append(.arm(.start, at: startEnd)) }
    }

    /// The program could not be started: why.
    package mutating func notStarted(_ reason: String, at now: Instant) {
        guard case .starting(let starter) = state else { return }
        actions.append(.disarm(.start))
        status.reason = reason
        noteEndOfRun(at: now)
        follow(starter, at: now)
    }

    /// Notes the step that is still missing before the program is ready: `has not said READY=1`.
    package mutating func lacks(_ words: String) {
        guard case .starting = state else { return }
        lack = words
        status.lack = words
        tell()
    }

    /// The program does its work from now on.
    package mutating func becameReady(at now: Instant) {
        guard case .starting = state else { return }
        actions.append(.disarm(.start))
        state = .running
        status.readyAt = now
        change(.running, at: now)
        answer(.running)
    }

    /// The program asks for more time until it is ready.
    ///
    /// In an attempt of the operation, the launch decides about that.
    package mutating func extend(by duration: Duration, at now: Instant) {
        guard case .starting = state, let startEnd, let startLimit = policy.startLimit else {
            return
        }
        var end = now.advanced(by: duration)
        if let longest = policy.longestStart {
            end = min(end, startedAt.advanced(by: max(longest, startLimit)))
        }
        guard end > startEnd else { return }
        self.startEnd = end
        actions.append(.arm(.start, at: end))
    }

    /// A timer has come; it may fire at the very moment at which it is disarmed.
    package mutating func fired(_ timer: Timer, at now: Instant) {
        switch (timer, state) {
        case (.start, .starting(let starter)):
            guard let startEnd, startEnd <= now else { return }
            status.reason = unreadiness("not ready within \(startedAt.duration(to: now).timespan)")
            end(then: .follow(starter, isSuccess: false), at: now)
        case (.backoff, .pausing(let until)):
            guard until <= now else { return }
            countRestart(at: now)
            begin(isAwaited ? .operation : .restart, at: now)
        case (.start, _), (.backoff, _): return
        }
    }

    /// Adds what the start still lacks: `not ready within 5s: has not said READY=1`.
    func unreadiness(_ words: String) -> String {
        [words, lack].compactMap(\.self).joined(separator: ": ")
    }
}
