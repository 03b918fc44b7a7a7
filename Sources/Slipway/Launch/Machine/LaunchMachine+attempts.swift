/// Attempts: the time each may take, what follows a failed one, and what stands in when none is
/// left.
extension LaunchMachine {
    /// An attempt begins: its time runs.
    mutating func beginAttempt(_ node: Int, at now: Instant) {
        guard let policies = topology.policies(of: node) else { return }
        let isBounded = policies.timeout != nil || policies.budget != nil
        guard isBounded || policies.retry != nil else { return }
        let attempt = change(node) { detail in
            detail.attempt += 1
            detail.attemptStartedAt = now
            detail.retryAt = nil
            if detail.attempt == 1 {
                detail.budgetEnd = policies.budget.map { now.advanced(by: $0) }
            }
            return detail
        }
        let ends = [policies.timeout.map { now.advanced(by: $0) }, attempt.budgetEnd]
        if let end = ends.compactMap({ $0 }).min() { emit(.arm(.timeout(node), at: end)) }
    }

    /// A body returned that was not simply expected to, or not simply with its value.
    ///
    /// - Returns: Whether its value counts.
    mutating func endedUnusually(_ node: Int, _ result: Result, at now: Instant) -> Bool {
        let detail = detail(of: node)
        giveLocksBack(node, at: now)
        if nodes[node].flags.contains(.special) { emit(.disarm(.timeout(node))) }
        guard !detail.abandoned else {
            change(node) { $0.abandoned = false }
            giveGroupLocksBack(around: node, at: now)
            if isAction(node) { startNextAction(of: node - graph.operationCount, at: now) }
            advance(at: now)
            return false
        }
        if detail.cancelRequested { emit(.disarm(.stuck(node))) }
        active -= 1
        let outcome = outcome(of: node, result, detail)
        let counts = outcome == .succeeded
        if case .failed(let failure) = outcome {
            let mayRetry = if case .failed(_, let mayRetry) = result { mayRetry } else { true }
            attemptFailed(node, failure, mayRetry: mayRetry, at: now)
        } else if counts, nodes[node].flags.isDisjoint(with: [.action]) {
            noteAttempt(node, nil, at: now)
            settle(node, outcome, at: now)
        } else {
            settle(node, outcome, at: now)
        }
        if isAction(node) { startNextAction(of: node - graph.operationCount, at: now) }
        advance(at: now)
        return counts
    }

    private func outcome(of node: Int, _ result: Result, _ detail: Detail) -> Outcome {
        if detail.timedOut {
            return .failed(Failure(.timedOut, timeoutMessage(node, result, detail)))
        }
        switch result {
        case .succeeded:
            return .succeeded
        case .failed(let message, _):
            return .failed(Failure(.error, message))
        case .cancelled(let words) where detail.cancelRequested:
            return .cancelled(
                reason: words.map { "\(detail.cancelReason); \($0)" } ?? detail.cancelReason
            )
        case .cancelled:
            return .failed(Failure(.error, "cancelled itself without having been asked to"))
        }
    }

    private func timeoutMessage(_ node: Int, _ result: Result, _ detail: Detail) -> String {
        let policies = topology.policies(of: node)
        var message = "timed out after \((policies?.timeout ?? policies?.budget ?? .zero).timespan)"
        if let end = detail.budgetEnd, let start = detail.attemptStartedAt,
            let budget = policies?.budget,
            policies?.timeout.map({ start.advanced(by: $0) > end }) ?? true
        {
            message = "used up its budget of \(budget.timespan)"
        }
        switch result {
        case .failed(let words, _), .cancelled(.some(let words)): return "\(message): \(words)"
        case .succeeded, .cancelled(.none): return message
        }
    }

    /// An attempt failed: another one follows, or a fallback, or the end.
    private mutating func attemptFailed(
        _ node: Int,
        _ failure: Failure,
        mayRetry: Bool,
        at now: Instant
    ) {
        noteAttempt(node, failure, at: now)
        if mayRetry, let next = nextAttempt(of: node, after: failure, at: now) {
            active += 1
            nodes[node].state = .backingOff
            change(node) { detail in
                detail.retryAt = next
                detail.cancelRequestedAt = nil
                detail.timedOut = false
            }
            emit(.arm(.retry(node), at: next))
            if let end = detail(of: node).budgetEnd { emit(.arm(.timeout(node), at: end)) }
            let delay = now.duration(to: next)
            tell(at: now) {
                .operationRetrying(
                    $0.status(of: node),
                    attempt: $0.detail(of: node).attempt,
                    failure: failure,
                    delay: delay
                )
            }
        } else {
            fail(node, failure, at: now)
        }
    }

    private mutating func noteAttempt(_ node: Int, _ failure: Failure?, at now: Instant) {
        guard let retry = topology.policies(of: node)?.retry, retry.attempts > 1 else { return }
        change(node) { detail in
            detail.attempts.append(
                OperationStatus.Attempt(
                    startedAt: detail.attemptStartedAt ?? now,
                    endedAt: now,
                    failure: failure
                )
            )
        }
    }

    /// When the next attempt is to begin; `nil` when there is none: all are used up, or it could not
    /// begin within the operation's budget or the launch's deadline.
    private mutating func nextAttempt(
        of node: Int,
        after failure: Failure,
        at now: Instant
    ) -> Instant? {
        let detail = detail(of: node)
        guard isOpen, !detail.isUnwanted, !isInClosedGroup(node),
            let retry = topology.policies(of: node)?.retry, detail.attempt < retry.attempts
        else { return nil }
        let pause = retry.pause(after: detail.attempt, random: random.fraction())
        let next = now.advanced(by: pause)
        if let end = detail.budgetEnd, next >= end { return nil }
        if !nodes[node].flags.contains(.background), stage == .starting, let deadline,
            next >= deadline
        {
            return nil
        }
        return next
    }

    /// The pause before the next attempt is over.
    mutating func pausePassed(_ node: Int, at now: Instant) {
        guard nodes[node].state == .backingOff, let retryAt = detail(of: node).retryAt,
            retryAt <= now
        else { return }
        active -= 1
        nodes[node].state = .pending
        enqueue(node)
        advance(at: now)
    }

    /// The operation cannot succeed any more: its fallback stands in, or it has failed.
    mutating func fail(_ node: Int, _ failure: Failure, at now: Instant) {
        if mayFallBack(node) {
            fallBack(node, insteadOf: .failed(failure))
        } else {
            settle(node, .failed(failure), at: now)
        }
    }

    /// Whether a fallback may stand in: not once somebody wants the operation, or the group that it
    /// is in, to end.
    func mayFallBack(_ node: Int) -> Bool {
        isOpen && topology.policies(of: node)?.fallback != nil
            && !detail(of: node).isUnwanted && !isInClosedGroup(node)
    }

    mutating func fallBack(_ node: Int, insteadOf outcome: Outcome) {
        nodes[node].state = .fallingBack
        active += 1
        change(node) { detail in
            detail.beforeFallback = outcome
            detail.cancelRequestedAt = nil
            detail.timedOut = false
        }
        emit(.fallBack(node))
    }

    /// The fallback was found, or not.
    ///
    /// - Returns: Whether its value counts.
    @discardableResult
    mutating func fallbackEnded(
        _ node: Int,
        _ found: Swift.Result<FallbackUse, Failure>,
        at now: Instant
    ) -> Bool {
        guard nodes[node].state == .fallingBack else { return false }
        active -= 1
        emit(.disarm(.stuck(node)))
        let detail = detail(of: node)
        let before = detail.beforeFallback ?? .failed(Failure(.error, "failed"))
        defer { advance(at: now) }
        switch found {
        case .success(let use):
            change(node) { $0.fallback = use }
            settle(node, .degraded(reason: before.message ?? before.word), at: now)
            return true
        case .failure where detail.cancelRequested:
            settle(node, .cancelled(reason: detail.cancelReason), at: now)
        case .failure(let failure):
            settle(node, before.withFallbackFailure(failure), at: now)
        }
        return false
    }

    /// The attempt's time, or the group's, has passed.
    mutating func timeoutPassed(_ node: Int, at now: Instant) {
        if nodes[node].flags.contains(.groupEntry) { return groupTimeoutPassed(node, at: now) }
        let detail = detail(of: node)
        guard nodes[node].state == .running else { return budgetPassed(node, at: now) }
        guard !detail.cancelRequested, !detail.abandoned,
            let policies = topology.policies(of: node), let start = detail.attemptStartedAt
        else { return }
        let ends = [policies.timeout.map { start.advanced(by: $0) }, detail.budgetEnd]
        guard let end = ends.compactMap({ $0 }).min(), end <= now else { return }
        change(node) { $0.timedOut = true }
        askToEnd(node, reason: "timed out", at: now)
    }

    /// The time for all attempts has passed while the next one waits for its pause, its queue or a
    /// lock.
    private mutating func budgetPassed(_ node: Int, at now: Instant) {
        let detail = detail(of: node)
        guard let end = detail.budgetEnd, end <= now,
            let budget = topology.policies(of: node)?.budget
        else { return }
        switch nodes[node].state {
        case .pending, .evaluating, .running, .fallingBack, .ended: return
        case .ready: dequeue(node)
        case .lockWaiting: break
        case .backingOff:
            active -= 1
            emit(.disarm(.retry(node)))
        }
        stopWaitingForLock(node, at: now)
        nodes[node].state = .pending
        let words = detail.attempts.last?.failure.map { ": \($0.message)" } ?? ""
        fail(node, Failure(.timedOut, "used up its budget of \(budget.timespan)\(words)"), at: now)
        advance(at: now)
    }
}

extension Outcome {
    fileprivate func withFallbackFailure(_ failure: Failure) -> Outcome {
        let words = "its fallback failed too: \(failure.message)"
        switch self {
        case .failed(let first): return .failed(Failure(first.kind, "\(first.message); \(words)"))
        case .skipped(let root):
            return .failed(Failure(.error, "'\(root)' did not succeed; \(words)"))
        case .succeeded, .degraded, .cancelled, .notNeeded: return self
        }
    }
}
