/// Before a group is tried again, what succeeded in it is undone: one after the other, the last
/// that ended first, each in its queue and under its locks, as it ran. The group holds its own
/// locks meanwhile.
extension LaunchMachine {
    mutating func beginUndoing(_ group: Int) {
        enter(.waiting, group)
        let inside = Set(topology.everything(in: group))
        groups[group]?.failedAttempt?.inside = inside
        teardown.due += operationsOfLeftPrograms.filter { inside.contains($0) }
        groups.undoing.append(group)
        continueUndoing(group)
    }

    /// Begins to undo what may be undone now and could not before.
    mutating func continueUndoing() {
        for group in groups.undoing { continueUndoing(group) }
    }

    private mutating func continueUndoing(_ group: Int) {
        while let attempt = groups[group]?.failedAttempt, case .waiting = attempt.state {
            guard attempt.problem == nil, mayGoOn(group), let index = undone(in: group) else {
                return attemptIsOver(group, mayRetry: attempt.problem == nil)
            }
            guard takeSlot(toUndo: index) else { return }
            teardown.due.removeAll { $0 == index }
            enter(.undoing(index), group)
            guard beginTeardown(of: index) else { return }
            endUndoing(index, nil, in: group, isLeft: false)
        }
    }

    /// The operation that is being undone in a group, or is next; `nil` for none.
    func undone(in group: Int) -> Int? {
        guard let attempt = groups[group]?.failedAttempt else { return nil }
        return groups.undone(in: group) ?? teardown.due.last { attempt.inside.contains($0) }
    }

    /// The operation is being undone, which its time will end.
    func isBeingUndone(_ index: Int) -> Bool {
        groups.group(undoing: index) != nil
    }

    /// The operations whose teardowns, of failed attempts, hold slots of a queue.
    func undone(on queue: Int) -> [Int] {
        guard !groups.undoing.isEmpty || !groups.leftUndoing.isEmpty else { return [] }
        return records.indices.filter { index in
            records[index].queue == queue && needsSlot(toUndo: index)
                && (groups.leftUndoing.contains(index) || isBeingUndone(index))
        }
    }

    /// Takes a slot in the queue and the locks of an operation that is to be undone, if they are
    /// free.
    private mutating func takeSlot(toUndo index: Int) -> Bool {
        let queue = slots.queues[Int(records[index].queue)]
        let needsSlot = needsSlot(toUndo: index)
        guard !slots.isPaused, !needsSlot || !queue.isPaused && queue.held < queue.width,
            takeFreeLocks(index)
        else { return false }
        if needsSlot { slots.queues[Int(records[index].queue)].held += 1 }
        return true
    }

    /// Tells whether it takes a slot to undo an operation: not for a part, which has none any
    /// more, nor for a program in the concurrent queue, for whose end a teardown only waits.
    private func needsSlot(toUndo index: Int) -> Bool {
        let waits = topology.operations[index].options.endsProgram
        let isConcurrent = slots.queues[Int(records[index].queue)].name == .userInitiated
        return !stays(index) && !(waits && isConcurrent)
    }

    private mutating func giveSlotBack(ofUndone index: Int) {
        if needsSlot(toUndo: index) {
            slots.queues[Int(records[index].queue)].giveBack(by: index, at: now)
        }
        giveLocksBack(index)
    }

    /// An operation that succeeded in an attempt of a group was undone, or was not.
    ///
    /// - Parameters:
    ///   - index: The operation.
    ///   - failure: What went wrong.
    ///   - isLeft: Whether its teardown still runs, and so holds its slot and its locks.
    mutating func undone(
        _ index: Int,
        _ failure: Failure?,
        isLeft: Bool = false
    ) {
        if groups.leftUndoing.remove(index) != nil {
            giveSlotBack(ofUndone: index)
            giveGroupLocksBack(around: index)
            return advance()
        }
        guard let group = groups.group(undoing: index) else { return }
        endUndoing(index, failure, in: group, isLeft: isLeft)
        continueUndoing(group)
        advance()
    }

    private mutating func endUndoing(
        _ index: Int,
        _ failure: Failure?,
        in group: Int,
        isLeft: Bool
    ) {
        noteEndOfTeardown(of: index, failure)
        if isLeft {
            groups.leftUndoing.insert(index)
        } else {
            giveSlotBack(ofUndone: index)
        }
        enter(.waiting, group)
        guard let failure else { return }
        groups.undoneInVain.insert(index)
        let words = "the teardown of '\(name(of: index))' failed: \(failure.message)"
        groups[group]?.failedAttempt?.problem = words
    }

    /// The grace is over: nothing waits any longer for a policy to judge.
    mutating func giveUpJudging() {
        for group in groups.all where !isLeftAlone(group) {
            guard case .judged? = groups[group]?.failedAttempt?.state else { continue }
            attemptIsOver(group, mayRetry: false)
            advance()
        }
    }

    /// The grace was ended: what is being undone is left behind.
    mutating func giveUpUndoing() {
        for group in groups.undoing {
            guard let index = groups.undone(in: group) else { continue }
            teardown.leave(index)
            undone(index, Failure(.timedOut, Self.graceEnded), isLeft: true)
        }
    }

    /// Nothing will free the slot or the lock for which the undoing of a group waits.
    mutating func giveUpWaitingToUndo(_ group: Int) {
        guard case .waiting? = groups[group]?.failedAttempt?.state, let index = undone(in: group)
        else { return }
        let words =
            "the teardown of '\(name(of: index))' can never begin: it waits \(undoWait(index))"
        groups[group]?.failedAttempt?.problem = words
        continueUndoing(group)
    }
}

/// An attempt of a group that has failed, and is undone before the next one.
struct FailedAttempt: Sendable {
    enum State: Sendable {
        /// The policy of the group is asked about the errors.
        case judged
        /// The next operation to be undone waits for a slot or a lock.
        case waiting
        /// An operation is being undone.
        case undoing(Int)

        /// Something runs, for which everything else can wait.
        var isActive: Bool { if case .waiting = self { false } else { true } }
    }

    let failure: Failure
    var state = State.waiting
    /// Everything in the group.
    var inside: Set<Int> = []
    /// Why the group cannot be tried again after all.
    var problem: String?

    init(failure: Failure) { self.failure = failure }
}
