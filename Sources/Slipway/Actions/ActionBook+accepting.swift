/// The submissions that the book takes.
enum Submission: Sendable {
    /// An action that can be stored.
    case stored(NewAction)
    /// An action whose payload is a value of this process, which cannot be stored.
    case value(ActionID, kind: String, keys: ActionKeys? = nil)

    var id: ActionID {
        switch self {
        case .stored(let action): action.id
        case .value(let id, _, _): id
        }
    }

    var kind: String {
        switch self {
        case .stored(let action): action.kind
        case .value(_, let kind, _): kind
        }
    }

    var keys: ActionKeys? {
        switch self {
        case .stored(let action): action.keys
        case .value(_, _, let keys): keys
        }
    }
}

/// The way of an action into the book.
extension ActionBook {
    /// Gives a valid action its position in the line of its kind.
    ///
    /// - Parameters:
    ///   - submission: The action.
    ///   - kind: The number of its kind.
    ///   - owner: The user whose share of the line it takes; `nil` for none.
    ///   - now: The instant.
    /// - Throws: The reason why the action is not taken; nothing has changed then.
    mutating func reserve(
        _ submission: Submission,
        of kind: Int,
        owner: UInt32? = nil,
        at now: Instant
    ) throws(SubmitRefusal) {
        let id = submission.id
        // Only the policy is read: with a second copy of the kind, a change of its line copies the
        // line.
        guard let policy = kinds[kind]?.policy else { throw .foreignKind(submission.kind) }
        guard entries[id] == nil else { throw .duplicateID(id) }
        guard !isHandingOver else { throw .stopping }
        if let closing {
            guard let cause = closing.cause else { throw .stopping }
            throw .launchFailed(operation: cause.operation, message: cause.failure.message)
        }
        if let open = open(like: submission.keys, of: kind) { throw .alreadyOpen(open) }
        let durability = durability(of: submission, policy)
        if let unmet = kinds[kind]?.unmet,
            durability != .disk || kinds[kind]?.waitsForNextLaunch == false
        {
            throw .launchFailed(operation: unmet.operation, message: unmet.failure.message)
        }
        let superseded =
            policy.coalescing == .latest ? waiting(of: kind, submission.keys?.coalescing) : []
        guard (kinds[kind]?.waiting ?? 0) - superseded.count < policy.limit else {
            throw .queueFull(limit: policy.limit)
        }
        if let owner, let count = kinds[kind]?.owned[owner] {
            let own = superseded.count { entries[$0]?.owner == owner }
            guard count - own < policy.share else {
                throw .shareFull(share: policy.share, limit: policy.limit)
            }
        }
        add(
            id,
            ActionEntry(
                kind: kind,
                owner: owner,
                durability: durability,
                state: .reserved,
                acceptedAt: now,
                expiresAt: policy.expires.map { now.advanced(by: $0) }
            ),
            submission.keys
        )
        for old in superseded { hold(old, for: id) }
        if case .stored(let action) = submission, let durability {
            store(.accept(action, in: durability, expires: policy.expires, superseding: superseded))
        } else {
            accept(id, superseding: superseded, at: now)
        }
    }

    private func durability(
        of submission: Submission,
        _ policy: ActionPolicy
    ) -> ActionPolicy.Durability? {
        switch submission {
        case .value: nil
        case .stored: storing.isDurable ? policy.durability : .memory
        }
    }

    /// The accepted actions of a kind that have not begun, or wait for their next attempt, in order;
    /// without those that another one is about to supersede.
    ///
    /// If the kind has a coalescing key, only those with the same key.
    private func waiting(of kind: Int, _ key: ExactText?) -> [ActionID] {
        guard let keyed = kinds[kind]?.keyed, keyed.names.coalescing != nil else {
            return accepted(of: kind).filter { entries[$0]?.successor == nil }
        }
        return keyed.gathered(with: key).filter { id in
            guard let entry = entries[id], entry.isOpen else { return false }
            return entry.state != .reserved && entry.successor == nil
        }
    }

    /// For a kind of which only the latest action runs: ends the actions that wait before an
    /// accepted one.
    ///
    /// They were not known, or not accepted, when that one got its position.
    mutating func supersede(before id: ActionID, at now: Instant) {
        guard let entry = entries[id], entry.isOpen,
            kinds[entry.kind]?.policy.coalescing == .latest
        else { return }
        let key = kinds[entry.kind]?.keyed?.members[id]?.keys.coalescing
        for old in waiting(of: entry.kind, key).prefix(while: { $0 != id }) {
            finish(old, .superseded(by: id), at: now)
        }
    }

    /// Keeps an action from beginning until it is known whether its successor is accepted.
    private mutating func hold(_ id: ActionID, for successor: ActionID) {
        entries[id]?.progress.successor = successor
        if entries[id]?.state == .offered { takeBack(id) }
    }

    /// An action waits again; if the engine has the action, the engine gives it back.
    mutating func takeBack(_ id: ActionID) {
        guard let entry = entries[id] else { return }
        entries[id]?.state = .waiting
        guard entry.state == .offered, let consumer = consumer(of: id) else { return }
        company.consumers[consumer] = nil
        emit(.withdraw(consumer))
        company.makeRoom(id, &effects)
    }

    /// An action is accepted: it will not be lost.
    mutating func accept(_ id: ActionID, superseding superseded: [ActionID], at now: Instant) {
        guard let entry = entries[id], entry.state == .reserved else { return }
        entries[id]?.state = .waiting
        for old in superseded where entries[old]?.isOpen == true {
            // The store has ended the old action with the acceptance only if both have the same
            // durability.
            guard entries[old]?.durability == entry.durability else {
                entries[old]?.progress.successor = nil
                finish(old, .superseded(by: id), at: now)
                continue
            }
            disarmTimers(of: old)
            forgetAttempt(of: old)
            tellEnd(of: old, .superseded(by: id), at: now)
        }
        supersede(before: id, at: now)
        if let expiresAt = entry.expiresAt { emit(.arm(.expiry(id), at: expiresAt)) }
        company.note(entry.kind)
        emit(.pull(entry.kind))
        emit(.tellWaiting(id))
        giveWay(id, at: now)
        doPostponed(of: id, at: now)
    }

    /// An action is not accepted: everything is as it was before.
    private mutating func refuse(
        _ id: ActionID,
        superseding superseded: [ActionID],
        at now: Instant
    ) {
        release(id)
        for old in superseded {
            entries[old]?.progress.successor = nil
            doPostponed(of: old, at: now)
        }
    }

    /// Carries out on a waiting action what could not be done when it was due: its cancellation,
    /// handover, failure or expiry.
    mutating func doPostponed(of id: ActionID, at now: Instant) {
        guard let entry = entries[id], entry.isOpen else { return }
        if let reason = entry.progress.cancellation {
            _ = cancel(id, reason: reason, at: now)
        } else if goOver(id) {
            return
        } else if kinds[entry.kind]?.unmet != nil {
            failUnmet(id, at: now)
        } else if closing != nil {
            stopWaiting(id, at: now)
        } else if let expiry = entry.expiresAt, expiry <= now {
            expire(id, at: now)
        }
    }

    /// A change was stored, or could not be.
    mutating func stored(_ change: ActionChange, _ answer: KeepingAnswer, at now: Instant) {
        switch (change, answer) {
        case (.accept(let action, _, _, let superseded), .stored):
            accept(action.id, superseding: superseded, at: now)
        case (.accept(let action, _, _, let superseded), _):
            refuse(action.id, superseding: superseded, at: now)
        case (.attempt(let id, let number, _, _, _), .stored):
            // What the store refused before was stored with the attempt.
            storing.forget(id)
            attemptStored(id, number, at: now)
        case (.attempt(let id, _, _, _, _), .rejected(let end)):
            entries[id]?.progress.rejection = end
            emit(.begin(id, isStored: false))
        case (.attempt(let id, _, _, _, _), _):
            if case .refused(let error) = answer { storing.refusals[id] = error.description }
            emit(.begin(id, isStored: false))
        case (.backOff, _), (.handOn, _), (.interrupted, _), (.takeBack, _):
            storing.answered(change, isStored: answer == .stored)
            if answer != .stored { keepLater(change, at: now) }
        case (.end(let id, let state), .stored):
            guard entries[id]?.state == .ending else { return }
            tellEnd(of: id, state, at: now)
        case (.end(let id, _), _):
            emit(.arm(.store(id), at: now.advanced(by: Self.storeBackoff)))
        }
    }

    /// Stores the end of an attempt again later: without it the next launch would take the attempt
    /// for one that runs.
    ///
    /// The launch that has the action by now tries again until the action has ended or begun again.
    mutating func keepLater(_ change: ActionChange, at now: Instant) {
        let id = change.action
        switch entries[id]?.state {
        case .waiting, .offered, .beginning, .backingOff:
            storing.unkept[id] = change
            emit(.arm(.store(id), at: now.advanced(by: Self.storeBackoff)))
        case .reserved, .running, .ending, .ended: return
        case nil: if isHandingOver { emit(.handOver(.unkept(change))) }
        }
    }

    /// A change that could not be stored is stored again, unless it does not matter any more.
    mutating func storeAgain(_ id: ActionID, at now: Instant) {
        guard let change = storing.unkept[id] else { return }
        switch entries[id]?.state {
        case .waiting, .offered, .backingOff: store(change)
        // If the attempt cannot be stored either, the change still matters.
        case .beginning: emit(.arm(.store(id), at: now.advanced(by: Self.storeBackoff)))
        case .reserved, .running, .ending, .ended, nil: storing.unkept[id] = nil
        }
    }
}
