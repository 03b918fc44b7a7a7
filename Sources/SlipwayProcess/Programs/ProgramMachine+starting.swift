internal import Slipway

/// From the start of a process until it is ready.
extension ProgramMachine {
    mutating func begin(_ starter: Starter, at now: Instant) {
        message = ProgramMessage()
        endNumber = nil
        lack = nil
        status.lack = nil
        status.message = nil
        misses = 0
        startedAt = now
        status.startedAt = now
        status.readyAt = nil
        status.killedAt = nil
        startEnd = starter == .operation ? nil : now.advanced(by: policy.startLimit)
        state = .starting(starter)
        change(.starting, at: now)
        actions.append(.spawn)
        if let startEnd { actions.append(.arm(.start, at: startEnd)) }
    }

    mutating func spawned(_ pid: Int32) {
        status.pid = pid
        tell()
    }

    mutating func notSpawned(_ reason: String, at now: Instant) {
        guard case .starting(let starter) = state else { return }
        actions.append(.disarm(.start))
        status.reason = reason
        follow(starter, at: now)
    }

    mutating func lacks(_ words: String) {
        guard case .starting = state else { return }
        lack = words
        status.lack = words
        tell()
    }

    mutating func becameReady(at now: Instant) {
        guard case .starting = state else { return }
        actions.append(.disarm(.start))
        state = .running
        status.readyAt = now
        change(.running, at: now)
        expectPing(at: now)
        checkLater(at: now)
        answer(.running)
    }
}
