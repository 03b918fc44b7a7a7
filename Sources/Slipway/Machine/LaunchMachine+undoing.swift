/// Before a group is tried again, what succeeded in it is undone: one after the other, the last that ended
/// first, each in its queue and under its locks, as it ran. The group keeps its own locks meanwhile.
extension LaunchMachine {
    mutating func beginUndoing(_ group: Int, at now: Instant) {
        enter(.waiting, group)
        let inside = Set(topology.everything(in: group))
        groups[group]?.failedAttempt?.inside = inside
        toTearDown += operationsOfLeftPrograms.filter { inside.contains($0) }
        undoing.append(group)
        continueUndoing(group, at: now)
    }

    /// Begins what may be undone now and could not before.
    mutating func continueUndoing(at now: Instant) {
        for group in undoing { continueUndoing(group, at: now) }
    }

    private mutating func continueUndoing(_ group: Int, at now: Instant) {
        while let attempt = groups[group]?.failedAttempt, case .waiting = attempt.stage {
            guard attempt.problem == nil, mayGoOn(group), let index = undone(in: group) else {
                return attemptIsOver(group, mayRetry: attempt.problem == nil, at: now)
            }
            guard takePlace(toUndo: index, at: now) else { return }
            toTearDown.removeAll { $0 == index }
            enter(.undoing(index), group)
            guard beginTeardown(of: index, at: now) else { return }
            endUndoing(index, nil, in: group, isLeft: false, at: now)
        }
    }

    /// The operation that is being undone in a group, or is next; `nil` for none.
    func undone(in group: Int) -> Int? {
        guard let attempt = groups[group]?.failedAttempt else { return nil }
        if case .undoing(let index) = attempt.stage { return index }
        return toTearDown.last { attempt.inside.contains($0) }
    }

    /// It is being undone, which its time will end.
    func isBeingUndone(_ index: Int) -> Bool {
        undoing.contains { isUndoing($0, index) }
    }

    private func isUndoing(_ group: Int, _ index: Int) -> Bool {
        if case .undoing(index)? = groups[group]?.failedAttempt?.stage { true } else { false }
    }

    /// The operations whose teardowns, of failed attempts, hold places of a queue.
    func undone(on queue: Int) -> [Int] {
        guard !undoing.isEmpty || !leftUndoing.isEmpty else { return [] }
        return records.indices.filter { index in
            records[index].queue == queue && needsPlace(toUndo: index)
                && (leftUndoing.contains(index) || isBeingUndone(index))
        }
    }

    /// Takes a place in the queue and the locks of an operation that is to be undone, if they are free.
    private mutating func takePlace(toUndo index: Int, at now: Instant) -> Bool {
        let queue = queues[Int(records[index].queue)]
        let needsPlace = needsPlace(toUndo: index)
        guard !isPaused, !needsPlace || !queue.isPaused && queue.held < queue.width,
            takeFreeLocks(index, at: now)
        else { return false }
        if needsPlace { queues[Int(records[index].queue)].held += 1 }
        return true
    }

    /// A part that stays has no place any more, nor has a program in the concurrent queue: to end them is
    /// to wait for them.
    private func needsPlace(toUndo index: Int) -> Bool {
        let waits = topology.operations[index].options.endsProgram
        let isConcurrent = queues[Int(records[index].queue)].name == .userInitiated
        return !stays(index) && !(waits && isConcurrent)
    }

    private mutating func givePlaceBack(ofUndone index: Int, at now: Instant) {
        if needsPlace(toUndo: index) {
            queues[Int(records[index].queue)].giveBack(by: index, at: now)
        }
        giveLocksBack(index, at: now)
    }

    /// An operation that succeeded in an attempt of a group was undone, or was not.
    ///
    /// - Parameters:
    ///   - index: The operation.
    ///   - failure: What went wrong.
    ///   - isLeft: Whether its teardown still runs, and so keeps its place and its locks.
    ///   - now: The instant.
    mutating func undone(
        _ index: Int,
        _ failure: Failure?,
        isLeft: Bool = false,
        at now: Instant
    ) {
        if leftUndoing.remove(index) != nil {
            givePlaceBack(ofUndone: index, at: now)
            giveGroupLocksBack(around: index, at: now)
            return advance(at: now)
        }
        guard let group = undoing.first(where: { isUndoing($0, index) }) else { return }
        endUndoing(index, failure, in: group, isLeft: isLeft, at: now)
        continueUndoing(group, at: now)
        advance(at: now)
    }

    private mutating func endUndoing(
        _ index: Int,
        _ failure: Failure?,
        in group: Int,
        isLeft: Bool,
        at now: Instant
    ) {
        noteEndOfTeardown(of: index, failure, at: now)
        if isLeft {
            leftUndoing.insert(index)
        } else {
            givePlaceBack(ofUndone: index, at: now)
        }
        enter(.waiting, group)
        guard let failure else { return }
        undoneInVain.insert(index)
        let words = "the teardown of '\(name(of: index))' failed: \(failure.message)"
        groups[group]?.failedAttempt?.problem = words
    }

    /// The grace is over: nothing waits any longer for a policy to judge.
    mutating func giveUpJudging(at now: Instant) {
        for group in groups.keys.sorted() where !isLeftAlone(group) {
            guard case .judged? = groups[group]?.failedAttempt?.stage else { continue }
            attemptIsOver(group, mayRetry: false, at: now)
            advance(at: now)
        }
    }

    /// The grace was ended: what is being undone is left behind.
    mutating func giveUpUndoing(at now: Instant) {
        for group in undoing {
            guard case .undoing(let index)? = groups[group]?.failedAttempt?.stage else { continue }
            leftTeardowns.append((index, teardownsBegun[index] ?? now))
            undone(index, Failure(.timedOut, Self.graceEnded), isLeft: true, at: now)
        }
    }

    /// Nothing will free the place or the lock for which the undoing of a group waits.
    mutating func giveUpWaitingToUndo(_ group: Int, at now: Instant) {
        guard case .waiting? = groups[group]?.failedAttempt?.stage, let index = undone(in: group)
        else { return }
        let words =
            "the teardown of '\(name(of: index))' can never begin: it waits \(undoWait(index))"
        groups[group]?.failedAttempt?.problem = words
        continueUndoing(group, at: now)
    }
}

/// An attempt of a group that has failed, and is undone before the next one.
struct FailedAttempt: Sendable {
    enum Stage: Sendable {
        /// The policy of the group is asked about its errors.
        case judged
        /// The next one to be undone waits for a place or a lock.
        case waiting
        /// This operation is being undone.
        case undoing(Int)

        /// Something runs, for which everything else can wait.
        var isActive: Bool { if case .waiting = self { false } else { true } }
    }

    let failure: Failure
    var stage = Stage.waiting
    /// Everything in the group.
    var inside: Set<Int> = []
    /// Why it cannot be tried again after all.
    var problem: String?

    init(failure: Failure) { self.failure = failure }
}
