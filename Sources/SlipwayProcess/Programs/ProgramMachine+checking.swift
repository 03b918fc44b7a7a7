internal import Slipway

/// The health checks of a program: they tell whether it works.
extension ProgramMachine {
    mutating func checkLater(at now: Instant) {
        guard let health = policy.health else { return }
        actions.append(.arm(.health, at: now.advanced(by: health.every)))
    }

    /// The program is checked in another way, or no more: the results of earlier checks do not
    /// count.
    mutating func checkAnew(at now: Instant) {
        (process.misses, process.passes, process.shortage) = (0, 0, nil)
        if process.isBeingChecked {
            // The next check follows the end of this one.
            process.isCheckGivenUp = true
            actions.append(.endCheck)
        } else {
            actions.append(.disarm(.health))
            checkLater(at: now)
        }
        noteLack(at: now)
    }

    mutating func checked(_ failure: CheckFailure?, at now: Instant) {
        process.isBeingChecked = false
        guard case .running = state, let health = policy.health else { return }
        if process.isCheckGivenUp {
            process.isCheckGivenUp = false
            return checkLater(at: now)
        }
        if let failure, failure.isShortage { return notAsked(failure.reason, health, at: now) }
        process.shortage = nil
        guard let failure else { return passed(health, at: now) }
        process.passes = 0
        guard process.wasHealthy || !isSettlingIn(health, at: now) else {
            checkLater(at: now)
            return noteLack(at: now)
        }
        process.misses += 1
        guard process.misses >= health.misses else {
            return missed(failure.reason, health, at: now)
        }
        // If several successes are required, single checks may have passed between the failures.
        let inRow = health.successes == 1 ? " in a row" : ""
        let times = process.misses == 1 ? "" : " \(process.misses) times\(inRow)"
        let words = "failed its health check\(times)"
        // The reason may be the output of a check that is a program.
        hang("\(words): \(failure.reason)", withoutOutput: words, at: now)
    }

    /// The time from readiness on in which failed checks do not count is not over.
    private func isSettlingIn(_ health: HealthLimits, at now: Instant) -> Bool {
        current.readyAt.map { now < $0.advanced(by: health.startPeriod) } ?? false
    }

    private mutating func passed(_ health: HealthLimits, at now: Instant) {
        process.wasHealthy = true
        checkLater(at: now)
        if process.misses > 0 {
            process.passes += 1
            if process.passes >= health.successes {
                process.misses = 0
                process.passes = 0
            }
        }
        noteLack(at: now)
    }

    /// The check says nothing about the program: it is neither a miss nor a success.
    private mutating func notAsked(
        _ reason: String,
        _ health: HealthLimits,
        at now: Instant
    ) {
        checkLater(at: now)
        let isFirst = process.shortage == nil
        process.shortage = "cannot be asked for its health: \(reason)"
        // Otherwise each check of a long shortage would be a line.
        if isFirst, let words = process.shortage { actions.append(.warn(words)) }
        noteLack(at: now)
    }

    private mutating func missed(
        _ failure: String,
        _ health: HealthLimits,
        at now: Instant
    ) {
        checkLater(at: now)
        // Otherwise each check of a long trouble would be a line.
        if process.misses == 1 {
            actions.append(.warn("\(countOfMisses(health)): \(failure)"))
        }
        noteLack(at: now)
    }

    /// Has the status tell of failed checks, and of a program that cannot be heard.
    mutating func noteLack(at now: Instant) {
        let misses = process.misses > 0 ? policy.health.map { countOfMisses($0) } : nil
        let parts = [misses, process.shortage, process.isUnheard ? Self.deafness : nil]
        let words = parts.compactMap(\.self)
        note(at: now) { $0.lack = words.isEmpty ? nil : words.joined(separator: "; ") }
    }

    private func countOfMisses(_ health: HealthLimits) -> String {
        "failed its health check \(process.misses) of \(health.misses) times"
    }

    mutating func hang(
        _ reason: String,
        withoutOutput quiet: String? = nil,
        at now: Instant
    ) {
        supervise(at: now) { $0.ended(reason, withoutOutput: quiet, at: now) }
    }
}
