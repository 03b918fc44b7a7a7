internal import Slipway

/// Whether it works: its health checks.
extension ProgramMachine {
    mutating func checkLater(at now: Instant) {
        guard let health = policy.health else { return }
        actions.append(.arm(.health, at: now.advanced(by: health.every)))
    }

    mutating func checked(_ failure: String?, at now: Instant) {
        guard case .running = state, let health = policy.health else { return }
        misses = failure == nil ? 0 : misses + 1
        guard let failure, misses >= health.misses else { return checkLater(at: now) }
        let times = misses == 1 ? "" : " \(misses) times in a row"
        hang("failed its health check\(times): \(failure)", at: now)
    }

    mutating func hang(_ reason: String, at now: Instant) {
        status.reason = reason
        end(then: .follow(nil), at: now)
    }
}
