/// An action that an earlier launch left in the store.
package struct RestoredAction: Hashable, Sendable {
    /// Its identity.
    package var id: ActionID
    /// The kind under which it was sent.
    package var kind: String
    /// The user who sent it; `nil` if its sender has no share.
    package var owner: UInt32?
    /// The place where it is kept.
    package var place: ActionPolicy.Durability = .disk
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
    /// The number of attempts that were interrupted while nothing else ran: nothing says how they
    /// ended, and they were the cause.
    package var interruptions: Int = 0
    /// The last attempt was interrupted, alone or beside others.
    package var isInterrupted: Bool = false
    /// When the next attempt is due; `nil` for as soon as possible.
    package var retryAt: Instant?
    /// Why the last attempt failed that did.
    package var lastFailure: Failure?
    /// The launch that it comes from has told of that, and of the pause that it is in.
    package var isTold: Bool = false
    /// The end of its last attempt, if that could not be stored yet.
    package var unkept: ActionChange?
    /// Its keys, with which it was accepted; `nil` for none.
    package var keys: ActionKeys?
}

extension RestoredAction {
    /// Creates a record of one that has only waited, on disk.
    package init(id: ActionID, kind: String, acceptedAt: Instant) {
        (self.id, self.kind, self.acceptedAt) = (id, kind, acceptedAt)
    }
}

extension ActionBook {
    /// A part of what earlier launches left is known: it comes before all that was sent since.
    ///
    /// Nothing that is kept begins before the last part has come.
    ///
    /// - Parameters:
    ///   - actions: In the order in which they were accepted.
    ///   - isLast: Whether that is all.
    ///   - now: The instant.
    mutating func restore(_ actions: [RestoredAction], isLast: Bool = true, at now: Instant) {
        guard !inheritance.isKnown else { return }
        inheritance.expect(kinds)
        for action in actions where entries[action.id] == nil { add(action, at: now) }
        if isLast { completeRestoring(at: now) }
    }

    /// So many will come.
    ///
    /// - Returns: `false` if this launch does not take them: another one has taken over all that there was.
    mutating func expect(_ count: Int) -> Bool {
        guard !isHandedOver else { return false }
        entries.expect(count)
        inheritance.expect(kinds)
        return true
    }

    /// Those that have come take their places.
    ///
    /// - Parameters:
    ///   - now: The instant.
    ///   - areAll: Whether these are all that earlier launches left; otherwise nothing that is kept begins yet.
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
        // Those that came before that happened were in no line yet.
        if isHandingOver || closing != nil || kinds.values.contains(where: { $0.unmet != nil }) {
            beginSweep(at: now)
        }
    }

    /// One that was being accepted when its launch handed over comes after others that were accepted later.
    func inOrderOfAcceptance(_ ids: [ActionID]) -> [ActionID] {
        let times = ids.map { acceptedAt($0) }
        // Most are in order.
        guard zip(times, times.dropFirst()).contains(where: >) else { return ids }
        // It is stable: those of one instant keep their order.
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
        // The kind itself is not held: to change a line that is held twice copies it.
        let policy = kinds[number]?.policy
        // One that failed in the launch before while this one took its place is told here, with its next attempt.
        let isDue = action.retryAt.map { $0 <= now && !inheritance.isSuccessor } ?? true
        var entry = ActionEntry(
            kind: number,
            owner: action.owner,
            place: action.place,
            stage: isDue ? .waiting : .pausing,
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

    /// The number of what is not a kind of this launch.
    private static var undeclared: Int { -1 }
}
