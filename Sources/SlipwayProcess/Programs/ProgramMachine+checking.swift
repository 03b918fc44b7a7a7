internal import Slipway

/// The health checks of a program: they tell whether it works.
extension ProgramMachine {
    mutating func checkLater(at now: Instant) {
        guard let health = policy.health else { return }
        actions.append(.arm(.health, at: now.advanced(by: health.every)))
    }

    mutating func checked(_ failure: String?, at now: Instant) {
        guard case .running = state, let health = policy.health else { return }
        guard let failure else { return passed(health, at: now) }
        process.passes = 0
        guard process.wasHealthy || !isSettlingIn(health, at: now) else {
            return checkLater(at: now)
        }
        process.misses += 1
        guard process.misses >= health.misses else { return missed(failure, health, at: now) }
        // Otherwise single ones have passed between them.
        let inRow = health.successes == 1 ? " in a row" : ""
        let times = process.misses == 1 ? "" : " \(process.misses) times\(inRow)"
        let words = "failed its health check\(times)"
        // The check may be a program, too.
        hang("\(words): \(failure)", withoutOutput: words, at: now)
    }

    /// Its first checks may fail, until one has passed.
    private func isSettlingIn(_ health: ProgramPolicy.Health, at now: Instant) -> Bool {
        current.readyAt.map { now < $0.advanced(by: health.startPeriod) } ?? false
    }

    private mutating func passed(_ health: ProgramPolicy.Health, at now: Instant) {
        process.wasHealthy = true
        checkLater(at: now)
        guard process.misses > 0 else { return }
        process.passes += 1
        guard process.passes >= health.successes else { return }
        process.misses = 0
        process.passes = 0
        note(at: now) { $0.lack = nil }
    }

    private mutating func missed(
        _ failure: String,
        _ health: ProgramPolicy.Health,
        at now: Instant
    ) {
        checkLater(at: now)
        let words = "failed its health check \(process.misses) of \(health.misses) times"
        // Each check of a long trouble would be a line.
        if process.misses == 1 { actions.append(.warn("\(words): \(failure)")) }
        note(at: now) { $0.lack = words }
    }

    mutating func hang(
        _ reason: String,
        withoutOutput quiet: String? = nil,
        at now: Instant
    ) {
        supervise(at: now) { $0.ended(reason, withoutOutput: quiet, at: now) }
    }
}
