/// The end, and what follows.
extension Supervisor {
    /// The program has ended by itself, or does not work any more.
    ///
    /// - Parameters:
    ///   - reason: Why.
    ///   - quiet: The reason without what the program wrote; `nil` if it quotes nothing.
    ///   - isSuccess: Whether the program ended as it may; before it was ready it may not.
    ///   - now: The instant.
    package mutating func ended(
        _ reason: String,
        withoutOutput quiet: String? = nil,
        isSuccess: Bool = false,
        at now: Instant
    ) {
        let starter: Starter?
        switch state {
        case .starting(let party): starter = party
        case .running: starter = nil
        case .idle, .ending, .pausing, .stopped, .ended: return
        }
        status.explain(reason, withoutOutput: quiet ?? reason)
        end(then: .follow(starter, isSuccess: isSuccess && starter == nil), at: now)
    }

    /// Ends the program.
    ///
    /// - Parameters:
    ///   - next: What follows.
    ///   - isOrderly: Whether the program works, and is asked to end.
    ///   - now: The instant.
    mutating func end(then next: Next, isOrderly: Bool = false, at now: Instant) {
        actions.append(.disarm(.start))
        state = .ending(next)
        change(.stopping, at: now)
        actions.append(.end(isOrderly: isOrderly))
    }

    /// Nothing of the program is left, or nothing more can be done.
    ///
    /// - Parameters:
    ///   - force: The words for the force that this took; `nil` if the program ended when it was
    ///     asked to.
    ///   - failure: Why the orderly end failed; `nil` if it did not.
    ///   - words: The failure as the status has it.
    ///   - now: The instant.
    package mutating func gone(
        force: String? = nil,
        failure: String? = nil,
        words: String? = nil,
        at now: Instant
    ) {
        guard case .ending(let next) = state else { return }
        noteEndOfRun(at: now)
        let trouble = force.joined(words)
        switch next {
        case .stop(let cause): becomeStopped(trouble ?? cause, failure, at: now)
        case .giveUp: becomeStopped(status.reason.joined(force), at: now)
        case .start(let starter, let cause):
            status.reason = trouble
            if trouble != nil { change(.stopped, at: now) }
            restarts = []
            status.restarts = 0
            status.reason = cause
            begin(starter, at: now)
        case .follow(let starter, let isSuccess): follow(starter, isSuccess: isSuccess, at: now)
        // Nothing of the program was left before its last step.
        case .conclude: return
        }
    }

    mutating func becomeStopped(
        _ reason: String? = nil,
        _ failure: String? = nil,
        at now: Instant,
        isTold: Bool = true
    ) {
        state = .stopped
        status.reason = reason
        status.message = nil
        if isTold { change(.stopped, at: now) }
        answer(.stopped(failure: failure))
    }
}

extension String? {
    /// Both reasons, as far as there are any.
    func joined(_ other: String?) -> String? {
        let reasons = [self, other].compactMap(\.self)
        return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
    }
}
