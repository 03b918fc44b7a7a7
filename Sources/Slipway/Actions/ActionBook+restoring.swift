/// An action that an earlier launch left in the store.
package struct RestoredAction: Hashable, Sendable {
    /// The action's identity.
    package var id: ActionID
    /// The kind under which it was sent.
    package var kind: String
    /// The user who sent it; `nil` if its sender has no share.
    package var owner: UInt32?
    /// The durability with which it is stored.
    package var durability: ActionPolicy.Durability = .disk
    /// When it was accepted; may be before this process started.
    package var acceptedAt: Instant
    /// When it expires unless an attempt has begun; `nil` for never.
    package var expiresAt: Instant?
    /// When it was ready for its last attempt, by this launch's clock; `nil` if none has begun, or
    /// that is unknown.
    package var readyAt: Instant?
    /// When the last attempt began, by this launch's clock; `nil` if none has, or that is unknown.
    package var startedAt: Instant?
    /// When the first attempt began, by this launch's clock; `nil` if none has, or that is unknown.
    package var begunAt: Instant?
    /// The number of attempts that have begun.
    package var attempts: Int = 0
    /// The number of attempts that failed.
    package var failures: Int = 0
    /// The number of attempts that were interrupted while nothing else ran: the action was the
    /// cause, and nothing says how the attempts ended.
    package var interruptions: Int = 0
    /// The last attempt was interrupted, alone or beside others.
    package var isInterrupted: Bool = false
    /// When the next attempt is due; `nil` for as soon as possible.
    package var retryAt: Instant?
    /// The failure of the last attempt that failed; `nil` if none did.
    package var lastFailure: Failure?
    /// The launch that handed it over has told its last failure, and the backoff that it is in.
    package var isTold: Bool = false
    /// The end of its last attempt, if that could not be stored yet.
    package var unkept: ActionChange?
    /// The keys with which it was accepted; `nil` for none.
    package var keys: ActionKeys?
}

extension RestoredAction {
    /// Creates a record of an action on disk that has only waited.
    package init(id: ActionID, kind: String, acceptedAt: Instant) {
        (self.id, self.kind, self.acceptedAt) = (id, kind, acceptedAt)
    }
}

extension ActionBook {
    /// Takes in a part of the actions that earlier launches left: they come before all that was
    /// sent since.
    ///
    /// No action on disk begins before the last part has come.
    ///
    /// - Parameters:
    ///   - actions: In the order in which they were accepted.
    ///   - isLast: Whether this is the last part.
    ///   - now: The instant.
    mutating func restore(_ actions: [RestoredAction], isLast: Bool = true, at now: Instant) {
        guard !inheritance.isKnown else { return }
        inheritance.expect(kinds)
        for action in actions where entries[action.id] == nil { add(action, at: now) }
        if isLast { completeRestoring(at: now) }
    }

    /// Prepares for so many actions of earlier launches.
    ///
    /// - Returns: `false` if this launch does not take them: another one has taken over all that there was.
    mutating func expect(_ count: Int) -> Bool {
        guard !isHandedOver else { return false }
        entries.expect(count)
        inheritance.expect(kinds)
        return true
    }

    /// Puts the actions that have come into their lines.
    ///
    /// - Parameters:
    ///   - now: The instant.
    ///   - areAll: Whether these are all that earlier launches left; otherwise no action on disk
    ///     begins yet.
    mutating func completeRestoring(at now: Instant, areAll: Bool = true) {
        guard let restored = inheritance.takeRestored(areAll: areAll) else { return }
        entries.putFirst(restored.order)
        for (number, line) in restored.lines where kinds[number] != nil {
            guard !isOrdered(number) else { continue }
            var line = line
            let later = kinds[number]?.line ?? Fifo()
            for index in 0..<later.count { line.append(later[index]) }
            if inheritance.isSuccessor {
                let ids = (0..<line.count).map { line[$0] }.filter { entries[$0] != nil }
                line = Fifo()
                for id in inOrderOfAcceptance(ids) { line.append(id) }
            }
            kinds[number]?.line = line
        }
        for number in restored.lines.keys.sorted() where kinds[number] != nil {
            if kinds[number]?.keyed != nil { lineUpRestored(number, at: now) }
            if kinds[number]?.policy.coalescing == .latest {
                for last in lastToCoalesce(of: number) { supersede(before: last, at: now) }
            }
        }
        for number in kinds.keys.sorted() { emit(.pull(number)) }
        // An earlier sweep did not reach the actions that have come: they were in no line yet.
        if isHandingOver || closing != nil || kinds.values.contains(where: { $0.unmet != nil }) {
            beginSweep(at: now)
        }
    }

    /// Sorts actions by acceptance: an action that was being accepted when its launch handed over
    /// comes after others that were accepted later.
    func inOrderOfAcceptance(_ ids: [ActionID]) -> [ActionID] {
        let times = ids.map { acceptedAt($0) }
        // Most lists are in order.
        guard zip(times, times.dropFirst()).contains(where: >) else { return ids }
        // The sort is stable: actions of one instant keep their order.
        return zip(ids, times).sorted { $0.1 < $1.1 }.map(\.0)
    }

    /// The last accepted action of a kind, or of each of its coalescing keys.
    private func lastToCoalesce(of kind: Int) -> [ActionID] {
        let accepted = accepted(of: kind)
        guard let keyed = kinds[kind]?.keyed, keyed.names.coalescing != nil else {
            return accepted.suffix(1)
        }
        var seen: Set<ExactText> = []
        return accepted.reversed().filter { id in
            keyed.members[id]?.keys.coalescing.map { seen.insert($0).inserted } ?? false
        }
    }

    private func acceptedAt(_ id: ActionID) -> Instant {
        entries[id]?.acceptedAt ?? Instant(nanoseconds: 0)
    }

    private mutating func add(_ action: RestoredAction, at now: Instant) {
        let number = inheritance.restoring?.kinds[action.kind] ?? Self.undeclared
        // Only the policy is read: with a second copy of the kind, a change of its line copies the
        // line.
        let policy = kinds[number]?.policy
        // An action that failed in the launch before during the handover is not due at once: this
        // launch first tells of the failure, with the next attempt.
        let isDue = action.retryAt.map { $0 <= now && !inheritance.isSuccessor } ?? true
        var entry = ActionEntry(
            kind: number,
            owner: action.owner,
            durability: action.durability,
            state: isDue ? .waiting : .backingOff,
            acceptedAt: action.acceptedAt,
            expiresAt: action.expiresAt
        )
        if action.attempts > 0 || policy == nil {
            entry.progress = ActionProgress(
                undeclaredKind: policy == nil ? action.kind : nil,
                told: ActionStatus.Further(
                    readyAt: action.readyAt,
                    startedAt: action.startedAt,
                    attempts: action.attempts,
                    failures: action.failures,
                    retryAt: isDue ? nil : action.retryAt,
                    lastFailure: action.lastFailure
                ),
                begunAt: action.begunAt,
                wasReadyEarlier: action.readyAt != nil,
                interruptions: action.interruptions,
                isSuspect: action.isInterrupted
            )
        }
        entries.add(action.id, entry)
        kinds[number]?.keyed?.join(action.id, action.keys, isRestored: true)
        inheritance.join(action.id, of: number)
        kinds[number]?.beganWaiting(ownedBy: entry.owner)
        if !action.isTold { emit(.tellWaiting(action.id)) }
        if let state = endOfRestored(action, policy, at: now) {
            return finish(action.id, state, at: now)
        }
        if let change = action.unkept { keepLater(change, at: now) }
        if !isDue, let retryAt = action.retryAt { emit(.arm(.retry(action.id), at: retryAt)) }
        if action.attempts == 0, let expiresAt = action.expiresAt {
            emit(.arm(.expiry(action.id), at: expiresAt))
        }
        // The launch may have ended, or a requirement failed, while the store was read.
        doPostponed(of: action.id, at: now)
    }

    /// The state with which an action of an earlier launch ends at once; `nil` for one that runs in
    /// this launch.
    private func endOfRestored(
        _ action: RestoredAction,
        _ policy: ActionPolicy?,
        at now: Instant
    ) -> ActionStatus.State? {
        guard let policy else {
            let message = "kind '\(action.kind)' is no longer declared"
            return .failed(Failure(.error, message), operation: nil)
        }
        let ended = "the service ended while attempt \(action.attempts) ran"
        if action.isInterrupted, policy.effect == .once { return .interrupted(reason: ended) }
        // The last interruption may have been stored, and the end that followed from it not.
        let last = action.isInterrupted ? ended : action.lastFailure?.message ?? ended
        if let message = Self.refusalToRepeat(last, action.interruptions) {
            return .failed(Failure(.error, message), operation: nil)
        }
        if action.attempts == 0, let expiresAt = action.expiresAt, expiresAt <= now {
            return .expired
        }
        return nil
    }

    /// The number for a kind that this launch does not declare.
    private static var undeclared: Int { -1 }
}
