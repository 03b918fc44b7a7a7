internal import Slipway

/// The health checks of a program: they tell whether it works.
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
        let words = "failed its health check\(times)"
        // The check may be a program, too.
        hang("\(words): \(failure)", withoutOutput: words, at: now)
    }

    mutating func hang(
        _ reason: String,
        withoutOutput quiet: String? = nil,
        at now: Instant
    ) {
        supervise(at: now) { $0.ended(reason, withoutOutput: quiet, at: now) }
    }
}
