/// The run of the actions of a kind.
extension ActionBook {
    /// Takes the next action of a kind for the engine, which has what the kind requires, and no
    /// action on the consumer; `nil` if none may begin.
    mutating func takeNext(of kind: Int, on consumer: Int, at now: Instant) -> ActionID? {
        guard closing == nil, !inheritance.holds(kind), kinds[kind]?.unmet == nil,
            let id = next(of: kind),
            let entry = entries[id], entry.state == .waiting, entry.successor == nil,
            // A value of this process cannot be handed over.
            !isHandingOver || !entry.isStored,
            inheritance.isKnown || !entry.outlivesLaunch,
            company.offer(id, entry, to: consumer, at: now, &effects)
        else { return nil }
        if kinds[kind]?.taken.contains(id) == false { take(id, of: kind) }
        entries[id]?.state = .offered
        tell(id) {
            $0.progress.state = .waiting(missing: [])
            $0.progress.consumer = consumer
            guard $0.told?.readyAt == nil || $0.wasReadyEarlier else { return }
            $0.progress.told.readyAt = now
            $0.progress.wasReadyEarlier = false
            // A retry time would have the launch that takes the action over tell its failure again.
            $0.progress.told.retryAt = nil
        }
        return id
    }

    /// The first action of a kind that has not ended, if there is a slot for it.
    private mutating func next(of kind: Int) -> ActionID? {
        if let again = takenAgain(of: kind) { return again }
        while hasSlot(kind) {
            if let id = kinds[kind]?.keyed?.returning.first {
                if entries[id]?.state == .waiting { return id }
                _ = kinds[kind]?.keyed?.returning.popFirst()
            } else if let id = kinds[kind]?.line.first {
                switch entries[id]?.state {
                case .reserved, .waiting: return id
                // The action has waited for its next attempt since an earlier launch, and holds its
                // slot.
                case .backingOff: take(id, of: kind)
                case .offered, .beginning, .running, .ending, .ended, nil:
                    _ = kinds[kind]?.line.popFirst()
                }
            } else {
                return nil
            }
        }
        return nil
    }

    /// The action of a kind that would be taken next, unless it has ended meanwhile.
    func candidate(of kind: Int) -> ActionID? {
        takenAgain(of: kind) ?? kinds[kind]?.keyed?.returning.first ?? kinds[kind]?.line.first
    }

    /// The first action that has a slot, and may begin again.
    private func takenAgain(of kind: Int) -> ActionID? {
        kinds[kind]?.taken.first {
            entries[$0]?.state == .waiting && entries[$0]?.successor == nil
                && (company.lost.isEmpty || !company.lost.values.contains($0))
        }
    }

    private func hasSlot(_ kind: Int) -> Bool {
        guard let line = kinds[kind] else { return false }
        return line.taken.count < line.policy.width
    }

    /// The first of the line gets one of the slots of its kind.
    private mutating func take(_ id: ActionID, of kind: Int) {
        if kinds[kind]?.keyed?.returning.first == id {
            _ = kinds[kind]?.keyed?.returning.popFirst()
        } else {
            _ = kinds[kind]?.line.popFirst()
        }
        kinds[kind]?.stoppedWaiting(ownedBy: entries[id]?.owner)
        kinds[kind]?.taken.append(id)
    }

    /// A consumer has a slot in the queue.
    ///
    /// The queue knows only numbers of consumers: of the actions that wait there, the first that
    /// was taken gets the slot.
    mutating func chooseFirst(for consumer: Int) {
        guard let id = company.consumers[consumer], let kind = kind(of: id),
            let first = kinds[kind]?.taken.first(where: { entries[$0]?.state == .offered }),
            first != id, let other = self.consumer(of: first)
        else { return }
        (company.consumers[consumer], company.consumers[other]) = (first, id)
        entries[first]?.progress.consumer = consumer
        entries[id]?.progress.consumer = other
    }

    /// The action of a consumer has its slot in the queue: an attempt is to begin.
    mutating func began(_ consumer: Int, at now: Instant) {
        guard let id = company.consumers[consumer], let entry = entries[id], entry.state == .offered
        else {
            return
        }
        emit(.disarm(.expiry(id)))
        entries[id]?.state = .beginning
        noteCompany(of: id)
        guard entry.isStored else { return run(id, at: now) }
        let number = entry.attempts + 1
        let isSynced = kinds[entry.kind]?.policy.effect == .once
        store(
            .attempt(
                id,
                number: number,
                failures: entry.told?.failures ?? 0,
                interruptions: entry.interruptions,
                isSynced: isSynced
            ),
            startedAt: now
        )
    }

    /// An attempt is stored: it begins, unless it is not wanted any more.
    ///
    /// The disk may have taken so long that the engine gave the attempt up: its worker waits for the
    /// answer all the same.
    mutating func attemptStored(_ id: ActionID, _ number: Int, at now: Instant) {
        guard let entry = entries[id] else { return }
        if entry.state == .beginning, closing == nil, entry.progress.cancellation == nil {
            run(id, at: now)
            emit(.begin(id, isStored: true))
        } else {
            store(.takeBack(id, attempts: number - 1))
            emit(.begin(id, isStored: false))
            emit(.dropPayload(id))
        }
    }

    /// An attempt begins.
    mutating func run(_ id: ActionID, at now: Instant) {
        entries[id]?.state = .running
        company.began(id, at: now, &effects)
        tell(id) {
            if $0.progress.begunAt == nil { $0.progress.begunAt = now }
            $0.progress.told.attempts += 1
            $0.progress.state = .running
            $0.progress.told.retryAt = nil
            $0.progress.told.startedAt = now
        }
    }

    /// The attempt of a consumer's action is over.
    ///
    /// - Parameters:
    ///   - consumer: The consumer.
    ///   - outcome: What it came to.
    ///   - mayRetry: Whether the error that it threw allows another attempt.
    ///   - isLeftBehind: Whether its handler, which was given up, has yet to return.
    ///   - now: The instant.
    mutating func returned(
        _ consumer: Int,
        _ outcome: Outcome,
        mayRetry: Bool,
        isLeftBehind: Bool = false,
        at now: Instant
    ) {
        guard let id = company.consumers[consumer], let entry = entries[id] else { return }
        company.consumers[consumer] = nil
        if isLeftBehind { leaveHandlerBehind(id, on: consumer) }
        defer { company.makeRoom(id, &effects) }
        switch entry.state {
        case .beginning: notBegun(id, outcome, at: now)
        case .running:
            entries[id]?.progress.isSuspect = false
            if let reason = entry.progress.cancellation, let end = outcome.afterCancellation {
                finish(id, .cancelled(reason: "\(reason); \(end)"), at: now)
            } else {
                attemptEnded(id, outcome, mayRetry: mayRetry, at: now)
            }
        case .reserved, .waiting, .offered, .backingOff, .ending, .ended: return
        }
        // The next attempt gets its payload from the store.
        if entry.isStored, entries[id]?.isOpen == true { emit(.dropPayload(id)) }
        tellHandedOver()
        emit(.pull(entry.kind))
    }

    private mutating func attemptEnded(
        _ id: ActionID,
        _ outcome: Outcome,
        mayRetry: Bool,
        at now: Instant
    ) {
        switch outcome {
        case .succeeded, .degraded, .notNeeded: finish(id, .done, at: now)
        case .failed(let failure) where failure.isInterruption:
            interrupted(id, failure, at: now)
        case .failed(let failure):
            if mayRetry, backOff(id, after: failure, at: now) { break }
            finish(id, .failed(failure, operation: nil), at: now)
        case .cancelled(let reason): gaveUp(id, reason, at: now)
        case .skipped(let root):
            let failure = Failure(.error, "'\(root)' did not succeed")
            finish(id, .failed(failure, operation: root), at: now)
        }
    }

    /// The attempt did not begin: it could not be stored, or was cancelled before.
    private mutating func notBegun(_ id: ActionID, _ outcome: Outcome, at now: Instant) {
        if let reason = entries[id]?.progress.cancellation {
            return finish(id, .cancelled(reason: reason), at: now)
        }
        if let end = entries[id]?.progress.rejection { return finish(id, end, at: now) }
        guard closing == nil else { return stopWaiting(id, at: now) }
        backOff(id)
        if goOver(id) { return }
        emit(.arm(.retry(id), at: now.advanced(by: Self.storeBackoff)))
        if let expiry = entries[id]?.expiresAt, entries[id]?.attempts == 0 {
            emit(.arm(.expiry(id), at: expiry))
        }
    }

    /// Counts a failure, and arms the time of the next attempt, or leaves it to the next launch when
    /// this one ends.
    ///
    /// - Returns: `false` when there is no next attempt.
    private mutating func backOff(_ id: ActionID, after failure: Failure, at now: Instant) -> Bool {
        guard let entry = entries[id], let retry = kinds[entry.kind]?.policy.retry,
            entry.progress.told.failures + 1 < retry.attempts,
            closing == nil || entry.outlivesLaunch
        else { return false }
        let failures = entry.progress.told.failures + 1
        let backoff = retry.backoff(after: failures, random: random.fraction())
        let next = now.advanced(by: backoff)
        if let budget = kinds[entry.kind]?.policy.retryBudget, let begun = entry.progress.begunAt,
            next > begun.advanced(by: budget)
        {
            return false
        }
        entries[id]?.progress.told.failures = failures
        if entry.isStored { store(.backOff(id, failure, for: backoff)) }
        guard closing != nil else {
            waitForRetry(id, after: failure, at: next)
            return true
        }
        entries[id]?.progress.told.lastFailure = failure
        entries[id]?.progress.told.retryAt = next
        postpone(id)
        return true
    }

    /// The process that ran the handler ended, and nothing says how far the handler came.
    private mutating func interrupted(_ id: ActionID, _ failure: Failure, at now: Instant) {
        guard let entry = entries[id], let kind = kinds[entry.kind] else { return }
        if kind.policy.effect == .once {
            finish(id, .interrupted(reason: failure.message), at: now)
        } else if let reason = entry.progress.cancellation {
            finish(id, .cancelled(reason: reason), at: now)
        } else if closing != nil {
            // An end that a stop causes says nothing against the action.
            gaveUp(id, failure.message, at: now)
        } else {
            let isCause = !entry.progress.hadCompany
            let interruptions = entry.progress.interruptions + (isCause ? 1 : 0)
            entries[id]?.progress.interruptions = interruptions
            entries[id]?.progress.isSuspect = true
            if entry.isStored { store(.interrupted(id, counts: isCause)) }
            if let message = Self.refusalToRepeat(failure.message, interruptions) {
                finish(
                    id,
                    .failed(Failure(failure.kind, message).of(failure.errors), operation: nil),
                    at: now
                )
            } else {
                waitForRetry(id, after: failure, at: now.advanced(by: Self.storeBackoff))
            }
        }
    }

    /// Why an interrupted action does not run again; `nil` if it does.
    ///
    /// An action that ends the process, or the program that handles it, must not do so for ever.
    static func refusalToRepeat(_ message: String, _ interruptions: Int) -> String? {
        guard interruptions >= ActionPolicy.interruptionLimit else { return nil }
        return
            "\(message); the action was interrupted \(interruptions) times, and is not tried again"
    }

    /// The next attempt begins at an instant.
    private mutating func waitForRetry(
        _ id: ActionID,
        after failure: Failure,
        at next: Instant
    ) {
        backOff(id)
        let change = { (entry: inout ActionEntry) in
            entry.progress.state = .waiting(missing: [])
            entry.progress.told.retryAt = next
            entry.progress.told.lastFailure = failure
        }
        guard !isToBeHandedOver(id) else {
            // The launch that gets the action tells of its failure.
            if var entry = entries[id] {
                change(&entry)
                entries[id] = entry
            }
            goOver(id, isTold: false)
            return
        }
        tell(id, change)
        emit(.arm(.retry(id), at: next))
    }

    /// A handler gave up as it was asked to.
    private mutating func gaveUp(_ id: ActionID, _ reason: String, at now: Instant) {
        guard let entry = entries[id], let kind = kinds[entry.kind] else { return }
        guard closing != nil, entry.outlivesLaunch, entry.progress.cancellation == nil else {
            return finish(id, .cancelled(reason: reason), at: now)
        }
        switch kind.policy.effect {
        case .once: finish(id, .interrupted(reason: reason), at: now)
        // A handler that gives up as it was asked to has not ended the process.
        case .idempotent:
            store(.handOn(id))
            postpone(id)
        }
    }
}

extension Outcome {
    /// The words for a handler that a user asked to give up, and that ended with a result all the
    /// same.
    ///
    /// Only a stop of the service lets such a result count. `nil` if it gave up, or was
    /// interrupted.
    fileprivate var afterCancellation: String? {
        switch self {
        case .succeeded, .degraded, .notNeeded: "its handler succeeded all the same"
        case .failed(let failure):
            failure.isInterruption ? nil : "its handler failed: \(failure.message)"
        case .cancelled, .skipped: nil
        }
    }
}
