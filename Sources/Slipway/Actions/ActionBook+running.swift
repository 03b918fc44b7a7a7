/// How the actions of a kind run, one after another.
extension ActionBook {
    /// The next action of a kind, for the engine, which has what the kind requires and none of its
    /// actions; `nil` if none may begin.
    mutating func takeNext(of kind: Int, at now: Instant) -> ActionID? {
        guard closing == nil, let id = head(of: kind), let entry = entries[id],
            entry.stage == .waiting, entry.successor == nil, isRestored || !entry.isKept
        else { return nil }
        if kinds[kind]?.head == nil {
            _ = kinds[kind]?.line.popFirst()
            kinds[kind]?.waiting -= 1
            kinds[kind]?.head = id
        }
        entries[id]?.stage = .offered
        tell(id) {
            $0.state = .waiting(missing: [])
            if $0.readyAt == nil { $0.readyAt = now }
        }
        return id
    }

    /// The first of a kind that has not ended.
    private mutating func head(of kind: Int) -> ActionID? {
        if let head = kinds[kind]?.head { return head }
        while let id = kinds[kind]?.line.first {
            if entries[id]?.isOpen == true { return id }
            _ = kinds[kind]?.line.popFirst()
        }
        return nil
    }

    /// The action of a kind has its place in the queue: an attempt is to begin.
    mutating func began(_ kind: Int, at now: Instant) {
        guard let id = kinds[kind]?.head, let entry = entries[id], entry.stage == .offered else {
            return
        }
        emit(.disarm(.expiry(id)))
        entries[id]?.stage = .beginning
        guard entry.isKept else { return run(id, at: now) }
        let number = entry.status.attempts + 1
        let isSynced = kinds[kind]?.policy.effect == .once
        emit(.store(.attempt(id, number: number, isSynced: isSynced)))
    }

    /// An attempt begins.
    mutating func run(_ id: ActionID, at now: Instant) {
        entries[id]?.stage = .running
        tell(id) {
            $0.attempts += 1
            $0.state = .running
            $0.retryAt = nil
            if $0.startedAt == nil { $0.startedAt = now }
        }
    }

    /// The attempt of a kind's action is over.
    ///
    /// - Parameters:
    ///   - kind: The kind.
    ///   - outcome: What it came to.
    ///   - mayRetry: Whether what it threw may be tried again.
    ///   - now: The instant.
    mutating func returned(_ kind: Int, _ outcome: Outcome, mayRetry: Bool, at now: Instant) {
        guard let id = kinds[kind]?.head, let entry = entries[id] else { return }
        switch entry.stage {
        case .beginning: notBegun(id, outcome, at: now)
        case .running:
            switch outcome {
            case .succeeded, .degraded, .notNeeded: finish(id, .done, at: now)
            case .failed(let failure) where failure.isInterruption:
                interrupted(id, failure, at: now)
            case .failed(let failure):
                if mayRetry, pause(id, after: failure, at: now) { break }
                finish(id, .failed(failure, operation: nil), at: now)
            case .cancelled(let reason): gaveUp(id, reason, at: now)
            case .skipped(let root):
                let failure = Failure(.error, "'\(root)' did not succeed")
                finish(id, .failed(failure, operation: root), at: now)
            }
        case .reserved, .waiting, .offered, .pausing, .ending, .ended: return
        }
        emit(.pull(kind))
    }

    /// The attempt did not begin: it could not be stored, or was cancelled before.
    private mutating func notBegun(_ id: ActionID, _ outcome: Outcome, at now: Instant) {
        if let reason = entries[id]?.cancellation {
            return finish(id, .cancelled(reason: reason), at: now)
        }
        if let end = entries[id]?.rejection { return finish(id, end, at: now) }
        guard closing == nil else { return stopWaiting(id, at: now) }
        entries[id]?.stage = .pausing
        emit(.arm(.retry(id), at: now.advanced(by: Self.storePause)))
        if let expiry = entries[id]?.expiresAt, entries[id]?.status.startedAt == nil {
            emit(.arm(.expiry(id), at: expiry))
        }
    }

    /// Arms the time of the next attempt.
    ///
    /// - Returns: `false` when there is none.
    private mutating func pause(_ id: ActionID, after failure: Failure, at now: Instant) -> Bool {
        guard let entry = entries[id], let retry = kinds[entry.kind]?.policy.retry,
            entry.status.attempts < retry.attempts, closing == nil, entry.cancellation == nil
        else { return false }
        let pause = retry.pause(after: entry.status.attempts, random: random.fraction())
        tryAgain(id, after: failure, at: now.advanced(by: pause))
        return true
    }

    /// What ran the handler ended, and nothing says how far it came.
    private mutating func interrupted(_ id: ActionID, _ failure: Failure, at now: Instant) {
        guard let entry = entries[id], let kind = kinds[entry.kind] else { return }
        if kind.policy.effect == .once {
            finish(id, .interrupted(reason: failure.message), at: now)
        } else if let reason = entry.cancellation {
            finish(id, .cancelled(reason: reason), at: now)
        } else if entry.status.attempts >= kind.policy.attempts {
            let message = "\(failure.message), as before; it is not tried again"
            finish(id, .failed(Failure(failure.kind, message), operation: nil), at: now)
        } else if closing == nil {
            tryAgain(id, after: failure, at: now.advanced(by: Self.storePause))
        } else {
            gaveUp(id, closing?.reason ?? "", at: now)
        }
    }

    /// An attempt failed, and the next one begins at an instant.
    private mutating func tryAgain(_ id: ActionID, after failure: Failure, at next: Instant) {
        guard let entry = entries[id] else { return }
        entries[id]?.stage = .pausing
        if entry.isKept { emit(.store(.pause(id, failure))) }
        tell(id) {
            $0.state = .waiting(missing: [])
            $0.retryAt = next
            $0.lastFailure = failure
        }
        emit(.arm(.retry(id), at: next))
    }

    /// A handler gave up as it was asked to.
    private mutating func gaveUp(_ id: ActionID, _ reason: String, at now: Instant) {
        guard let entry = entries[id], let kind = kinds[entry.kind] else { return }
        guard closing != nil, entry.isKept, entry.cancellation == nil else {
            return finish(id, .cancelled(reason: reason), at: now)
        }
        switch kind.policy.effect {
        case .once: finish(id, .interrupted(reason: reason), at: now)
        // The next launch finds an attempt that was interrupted.
        case .idempotent:
            entries[id]?.stage = .waiting
            tell(id) {
                $0.state = .waiting(missing: [])
                $0.isPostponed = true
            }
        }
    }
}
