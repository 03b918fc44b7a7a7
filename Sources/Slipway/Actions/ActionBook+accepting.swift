/// How an action comes into the book.
extension ActionBook {
    /// A valid action takes its place in the line of its kind.
    ///
    /// - Throws: Why it does not; nothing has changed then.
    mutating func reserve(_ status: ActionStatus, of kind: Int, at now: Instant)
        throws(SubmitRefusal)
    {
        guard let line = kinds[kind] else { throw .foreignKind(status.kind) }
        guard entries[status.id] == nil else { throw .duplicateID(status.id) }
        if let closing {
            guard let cause = closing.cause else { throw .stopping }
            throw .launchFailed(operation: cause.operation, message: cause.failure.message)
        }
        let isKept = hasStore && line.policy.durability == .disk
        if let unmet = line.unmet, !(isKept && line.policy.unmet == .wait) {
            throw .launchFailed(operation: unmet.operation, message: unmet.message)
        }
        let superseded = line.policy.coalescing == .latest ? waiting(of: kind) : []
        guard line.waiting - superseded.count < line.policy.limit else {
            throw .queueFull(limit: line.policy.limit)
        }
        let entry = ActionEntry(
            kind: kind,
            status: status,
            isKept: isKept,
            stage: .reserved,
            expiresAt: line.policy.expires.map { now.advanced(by: $0) }
        )
        add(entry)
        for id in superseded { hold(id, for: status.id) }
        if isKept {
            emit(.store(.accept(status.id, superseding: superseded)))
        } else {
            accept(status.id, superseding: superseded, at: now)
        }
    }

    /// Those of a kind that have not begun, or wait for their next attempt.
    private func waiting(of kind: Int) -> [ActionID] {
        guard let line = kinds[kind] else { return [] }
        let ids = [line.head].compactMap(\.self) + (0..<line.line.count).map { line.line[$0] }
        return ids.filter { id in
            guard let entry = entries[id], entry.successor == nil else { return false }
            return entry.isOpen && entry.stage != .reserved
        }
    }

    /// Keeps an action from beginning until it is known whether its successor is accepted.
    private mutating func hold(_ id: ActionID, for successor: ActionID) {
        entries[id]?.successor = successor
        if entries[id]?.stage == .offered { takeBack(id) }
    }

    /// An action waits again; the engine gives it back if it has it.
    mutating func takeBack(_ id: ActionID) {
        guard let entry = entries[id] else { return }
        entries[id]?.stage = .waiting
        if entry.stage == .offered { emit(.withdraw(entry.kind)) }
    }

    /// An action is accepted: it will not be lost.
    mutating func accept(_ id: ActionID, superseding superseded: [ActionID], at now: Instant) {
        guard let entry = entries[id], entry.stage == .reserved else { return }
        entries[id]?.stage = .waiting
        for old in superseded where entries[old]?.isOpen == true {
            disarmTimers(of: old)
            settle(old, .superseded(by: id), at: now)
        }
        if let expiresAt = entry.expiresAt { emit(.arm(.expiry(id), at: expiresAt)) }
        emit(.pull(entry.kind))
        emit(.tellWaiting(id))
        settleFate(of: id, at: now)
    }

    /// An action is not accepted: everything is as it was before.
    private mutating func refuse(
        _ id: ActionID,
        superseding superseded: [ActionID],
        at now: Instant
    ) {
        release(id)
        for old in superseded {
            entries[old]?.successor = nil
            settleFate(of: old, at: now)
        }
    }

    /// Does to a waiting action what happened while it could not be done.
    private mutating func settleFate(of id: ActionID, at now: Instant) {
        guard let entry = entries[id], entry.isOpen else { return }
        if let reason = entry.cancellation {
            _ = cancel(id, reason: reason, at: now)
        } else if closing != nil {
            stopWaiting(id, at: now)
        } else if let unmet = kinds[entry.kind]?.unmet {
            failUnmet(id, unmet, at: now)
        } else if let expiry = entry.expiresAt, expiry <= now {
            expire(id, at: now)
        }
    }

    /// A change was stored, or could not be.
    mutating func stored(_ change: ActionChange, _ answer: Answer, at now: Instant) {
        switch (change, answer) {
        case (.accept(let id, let superseded), .stored):
            accept(id, superseding: superseded, at: now)
        case (.accept(let id, let superseded), .refused),
            (.accept(let id, let superseded), .rejected):
            refuse(id, superseding: superseded, at: now)
        case (.attempt(let id, _, _), .stored):
            guard entries[id]?.stage == .beginning else { return }
            run(id, at: now)
            emit(.begin(id, isStored: true))
        case (.attempt(let id, _, _), .refused): emit(.begin(id, isStored: false))
        case (.attempt(let id, _, _), .rejected(let end)):
            entries[id]?.rejection = end
            emit(.begin(id, isStored: false))
        // The number of attempts is stored with the next one.
        case (.pause, _): return
        case (.end(let id, let state), .stored):
            guard case .ending = entries[id]?.stage else { return }
            settle(id, state, at: now)
        case (.end(let id, _), .refused), (.end(let id, _), .rejected):
            emit(.arm(.store(id), at: now.advanced(by: Self.storePause)))
        }
    }
}
