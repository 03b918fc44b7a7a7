/// The end of an action.
extension ActionBook {
    /// Cancels an action: one that has not begun ends, a running one is asked to give up.
    ///
    /// - Returns: `false` if the action is unknown, not accepted yet, or has ended.
    mutating func cancel(_ id: ActionID, reason: String, at now: Instant) -> Bool {
        guard let entry = entries[id] else { return false }
        switch entry.state {
        case .reserved, .ending, .ended: return false
        case .waiting, .offered, .backingOff:
            entries[id]?.progress.cancellation = reason
            // The action may be superseded instead: its successor is being stored.
            guard entry.successor == nil else { return true }
            finish(id, .cancelled(reason: reason), at: now)
            emit(.pull(entry.kind))
        case .beginning, .running:
            if entry.progress.cancellation == nil { entries[id]?.progress.cancellation = reason }
            if let consumer = consumer(of: id) { emit(.interrupt(consumer, reason: reason)) }
        }
        return true
    }

    /// Another action, which is stored, counts instead of this one, which is not stored and has not
    /// begun.
    mutating func supersede(_ id: ActionID, by successor: ActionID, at now: Instant) {
        guard let entry = entries[id], entry.isOpen, entry.state != .reserved else { return }
        finish(id, .superseded(by: successor), at: now)
        emit(.pull(entry.kind))
    }

    /// A timer that was armed has come; it may have lost its reason meanwhile.
    mutating func fired(_ timer: Timer, at now: Instant) {
        switch timer {
        case .expiry(let id): expire(id, at: now)
        case .retry(let id):
            guard let entry = entries[id], entry.state == .backingOff, closing == nil else {
                return
            }
            comeBack(id)
            emit(.pull(entry.kind))
        case .store(let id):
            guard entries[id]?.state == .ending, let end = entries[id]?.progress.end else {
                return storeAgain(id, at: now)
            }
            store(.end(id, end.state))
        case .sweep: sweep(at: now)
        case .seclusion: company.endSeclusion(&effects)
        }
    }

    /// An action's time has passed before an attempt began.
    mutating func expire(_ id: ActionID, at now: Instant) {
        guard let entry = entries[id], entry.successor == nil, entry.attempts == 0 else { return }
        switch entry.state {
        case .waiting, .offered, .backingOff:
            finish(id, .expired, at: now)
            emit(.pull(entry.kind))
        case .reserved, .beginning, .running, .ending, .ended: return
        }
    }

    /// An operation that a kind requires did not succeed: nothing of the kind runs in this launch.
    ///
    /// An operation that a stop asked to give up, or that this launch left out, did not fail:
    /// actions on disk wait for the next launch.
    mutating func cannotRun(
        _ kind: Int,
        _ operation: String,
        _ failure: Failure,
        isLeftOut: Bool,
        at now: Instant
    ) {
        guard closing == nil, kinds[kind]?.unmet == nil else { return }
        kinds[kind]?.unmet = (operation, failure, isLeftOut)
        beginSweep(at: now)
    }

    /// Fails an action whose requirements will not be there, unless it may wait for the next launch.
    mutating func failUnmet(_ id: ActionID, at now: Instant) {
        guard let entry = entries[id], entry.successor == nil, let kind = kinds[entry.kind],
            let unmet = kind.unmet
        else { return }
        if entry.outlivesLaunch, kind.waitsForNextLaunch { return postpone(id) }
        let failure = Failure(.error, unmet.failure.message).of(unmet.failure.errors)
        finish(id, .failed(failure, operation: unmet.operation), at: now)
    }

    /// The launch ends: actions on disk wait for the next one; all others end with the launch's
    /// cause.
    mutating func close(_ closing: LaunchEnd, at now: Instant) {
        guard self.closing == nil else { return }
        self.closing = closing
        beginSweep(at: now)
    }

    /// The accepted actions of a kind that have not begun, or wait for their next attempt.
    func accepted(of kind: Int) -> [ActionID] {
        guard let line = kinds[kind] else { return [] }
        if let keyed = line.keyed, keyed.isOrdered {
            return keyed.all.filter {
                entries[$0]?.isOpen == true && entries[$0]?.state != .reserved
            }
        }
        let restored = inheritance.restoring?.lines[kind] ?? Fifo()
        let ids =
            line.taken + (0..<restored.count).map { restored[$0] }
            + (0..<line.line.count).map { line.line[$0] }
        return ids.filter { entries[$0]?.isOpen == true && entries[$0]?.state != .reserved }
    }

    /// An action will not begin in this launch.
    mutating func stopWaiting(_ id: ActionID, at now: Instant) {
        guard let closing, let entry = entries[id], entry.successor == nil else { return }
        guard entry.outlivesLaunch else {
            let state: ActionStatus.State =
                closing.cause.map { .failed($0.failure, operation: $0.operation) }
                ?? .cancelled(reason: closing.reason)
            return finish(id, state, at: now)
        }
        postpone(id)
    }

    /// An action waits for the next launch.
    mutating func postpone(_ id: ActionID) {
        if closing != nil {
            disarmTimers(of: id)
        } else if entries[id]?.state == .backingOff {
            // The action still expires in this launch, which goes on.
            emit(.disarm(.retry(id)))
        }
        takeBack(id)
        company.standAside(id, &effects)
        if let entry = entries[id], !entry.isPostponed { kinds[entry.kind]?.postponed += 1 }
        tell(id) {
            if $0.toldState != .waiting(missing: []) { $0.progress.state = .waiting(missing: []) }
            $0.isPostponed = true
        }
    }

    /// Ends an action: the next of its kind may come, and its sender is told once this is stored.
    mutating func finish(_ id: ActionID, _ state: ActionStatus.State, at now: Instant) {
        guard let entry = entries[id] else { return }
        disarmTimers(of: id)
        if entry.state == .offered { takeBack(id) }
        if entry.state != .running, state.kind != .interrupted { forgetAttempt(of: id) }
        guard entry.isStored else { return tellEnd(of: id, state, at: now) }
        tellUniqueEnd(id)
        leaveLine(id)
        storing.ends += 1
        entries[id]?.state = .ending
        entries[id]?.progress.end = (state, now)
        store(.end(id, state))
    }

    /// Forgets when the last attempt of an action began, if no attempt runs: its end is not known,
    /// and it would be taken for an attempt that ran until now.
    mutating func forgetAttempt(of id: ActionID) {
        guard entries[id]?.told?.startedAt != nil else { return }
        entries[id]?.progress.told.startedAt = nil
    }

    /// The end of an action is told.
    mutating func tellEnd(of id: ActionID, _ state: ActionStatus.State, at now: Instant) {
        guard let entry = entries[id] else { return }
        var endedAt = now
        if let end = entry.progress.end {
            endedAt = end.at
            storing.ends -= 1
        } else {
            tellUniqueEnd(id)
            leaveLine(id)
        }
        entries[id]?.state = .ended
        tell(id) {
            $0.progress.state = state
            $0.progress.told.endedAt = endedAt
            $0.progress.end = nil
            $0.progress.told.retryAt = nil
            $0.isPostponed = false
        }
        count(EndedActions([EndedActions.Key(kinds[entry.kind]?.name ?? "", state.kind): 1]))
        retire(id)
    }

    /// Arms every timer again: there was no clock before.
    mutating func armAll(at now: Instant) {
        if entries.swept != nil { emit(.arm(.sweep, at: now)) }
        for id in entries.order {
            guard let entry = entries[id] else { continue }
            switch entry.state {
            case .waiting, .offered:
                guard entry.attempts == 0, let expiry = entry.expiresAt else { continue }
                emit(.arm(.expiry(id), at: expiry))
            case .backingOff: emit(.arm(.retry(id), at: entry.progress.told.retryAt ?? now))
            case .ending: emit(.arm(.store(id), at: now))
            case .reserved, .beginning, .running, .ended: continue
            }
        }
    }

    mutating func disarmTimers(of id: ActionID) {
        guard let entry = entries[id] else { return }
        if entry.expiresAt != nil, entry.attempts == 0 { emit(.disarm(.expiry(id))) }
        if entry.state == .backingOff { emit(.disarm(.retry(id))) }
    }
}
