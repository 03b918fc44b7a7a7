/// Groups as a whole: after all that is in one has ended, it ends, is tried again, or falls back.
///
/// Before it is tried again, what succeeded in it is undone: one after the other, the last that ended
/// first, each in its queue and under its locks, as it ran. The group keeps its own locks meanwhile.
extension LaunchMachine {
    /// All that is in a group has ended.
    mutating func endGroup(_ group: Int, at now: Instant) {
        guard case .open = records[state: group], let progress = groups[group],
            progress.unended == 0, progress.failedAttempt == nil
        else { return }
        let outcome = groupOutcome(group)
        guard case .failed(let failure) = outcome, progress.hasBegun, mayBeTriedAgain(group) else {
            return endGroup(group, outcome, at: now)
        }
        if let obstacle = leftBehind(in: group) {
            let failure = failure.saying { "\($0); not tried again: \(obstacle)" }
            return endGroup(group, .failed(failure), at: now)
        }
        groups[group]?.failedAttempt = FailedAttempt(failure: failure)
        active += 1
        if hasTimeLimit(group) { emit(.disarm(.timeout(group))) }
        // A timeout says nothing against another attempt.
        if failure.kind == .timedOut { return beginUndoing(group, at: now) }
        emit(.judge(group, failure))
    }

    /// The errors of a group were judged: it may be tried again, or not.
    mutating func judged(_ group: Int, mayRetry: Bool, at now: Instant) {
        guard let attempt = groups[group]?.failedAttempt, !attempt.isBeingUndone else { return }
        if mayRetry, mayGoOn(group) {
            beginUndoing(group, at: now)
        } else {
            attemptIsOver(group, mayRetry: false, at: now)
        }
        advance(at: now)
    }

    /// What may still run of an attempt, in words; `nil` for nothing.
    private func leftBehind(in group: Int) -> String? {
        let left = topology.everything(in: group).first { index in
            records[index].isLeftBehind || leftCalls.contains(index)
        }
        if let left { return "'\(name(of: left))' has not returned" }
        return hasLeftTeardown ? "a teardown was left behind" : nil
    }

    /// A group ends, if nothing can stand in for its value.
    private mutating func endGroup(_ group: Int, _ outcome: Outcome, at now: Instant) {
        if groups[group]?.hasBegun ?? false { noteAttempt(ofGroup: group, outcome, at: now) }
        giveGroupLocksBack(group, at: now)
        switch outcome {
        case .failed, .skipped, .notNeeded:
            guard mayFallBack(group) else { break }
            if hasTimeLimit(group) { emit(.disarm(.timeout(group))) }
            return fallBack(group, insteadOf: outcome, at: now)
        case .succeeded, .degraded, .cancelled: break
        }
        agenda.append(.end(group, outcome))
    }

    // MARK: Undoing an attempt

    private mutating func beginUndoing(_ group: Int, at now: Instant) {
        let inside = Set(topology.everything(in: group))
        groups[group]?.failedAttempt?.isBeingUndone = true
        groups[group]?.failedAttempt?.left = toTearDown.filter { inside.contains($0) }
        toTearDown.removeAll { inside.contains($0) }
        undoing.append(group)
        continueUndoing(group, at: now)
    }

    /// Begins what may be undone now that was not before.
    mutating func continueUndoing(at now: Instant) {
        for group in undoing { continueUndoing(group, at: now) }
    }

    private mutating func continueUndoing(_ group: Int, at now: Instant) {
        while let attempt = groups[group]?.failedAttempt, attempt.running == nil {
            guard attempt.problem == nil, mayGoOn(group), let index = attempt.left.last else {
                return attemptIsOver(group, mayRetry: attempt.problem == nil, at: now)
            }
            guard takePlace(toUndo: index, at: now) else { return }
            groups[group]?.failedAttempt?.left.removeLast()
            groups[group]?.failedAttempt?.running = index
            if beginTeardown(of: index, at: now) { undone(index, nil, at: now) }
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

    /// What succeeded in an attempt of a group was undone, or was not.
    mutating func undone(_ index: Int, _ failure: Failure?, at now: Instant) {
        guard let group = undoing.first(where: { groups[$0]?.failedAttempt?.running == index })
        else { return }
        noteEndOfTeardown(of: index, failure, at: now)
        if needsPlace(toUndo: index) {
            queues[Int(records[index].queue)].giveBack(by: index, at: now)
        }
        giveLocksBack(index, at: now)
        groups[group]?.failedAttempt?.running = nil
        if let failure {
            let words = "the teardown of '\(name(of: index))' failed: \(failure.message)"
            groups[group]?.failedAttempt?.problem = words
        }
        continueUndoing(group, at: now)
        advance(at: now)
    }

    /// The attempt is undone, or is not to be: the next one follows, or the end.
    private mutating func attemptIsOver(_ group: Int, mayRetry: Bool, at now: Instant) {
        guard let attempt = groups[group]?.failedAttempt else { return }
        groups[group]?.failedAttempt = nil
        undoing.removeAll { $0 == group }
        toTearDown += attempt.left
        active -= 1
        var failure = attempt.failure
        if let problem = attempt.problem {
            failure = failure.saying { "\($0); not tried again: \(problem)" }
        }
        guard mayGoOn(group) else {
            // A stop, or the cancellation of the group, says how it ends.
            if isOpen { agenda.append(.end(group, groupOutcome(group))) }
            return
        }
        let call = Call(startedAt: records[group].calledAt ?? now)
        giveGroupLocksBack(group, at: now)
        attemptFailed(group, failure, call, mayRetry: mayRetry, at: now)
    }

    /// What is being undone in a group, or is next; `nil` for nothing.
    func undone(in group: Int) -> Int? {
        groups[group]?.failedAttempt.flatMap { $0.running ?? $0.left.last }
    }

    /// The grace is over: what is being undone is left behind.
    mutating func giveUpUndoing(at now: Instant) {
        for group in undoing {
            guard let index = groups[group]?.failedAttempt?.running else { continue }
            hasLeftTeardown = true
            undone(index, Failure(.timedOut, Self.graceEnded), at: now)
        }
    }

    /// Neither the launch is ending, nor the group, nor one around it.
    private func mayGoOn(_ group: Int) -> Bool {
        guard isOpen, !isInClosedGroup(group) else { return false }
        if case .cancelled? = groups[group]?.decided { return false }
        return true
    }

    // MARK: The next attempt

    /// A group may run more than once, and all that is in it, until the group has ended.
    func mayRunAgain(_ index: Int) -> Bool {
        records[index].traits.contains(.isRepeatable)
            && topology.groups(around: index).contains { group in
                records[group].traits.contains(.mayRepeat) && !records[group].hasEnded
            }
    }

    /// The pause is over: all that is in the group begins anew.
    mutating func beginAgain(_ group: Int, at now: Instant) {
        let inside = renew(group)
        records[state: group] = .pending
        tell(at: now) { machine in .operationsRenewed(inside.map { machine.status(of: $0) }) }
        for index in inside where records[index].isPending {
            if let root = lostRequirement(of: index) { skip(index, root: root, at: now) }
        }
        groupMayBegin(group, at: now)
    }

    /// Forgets the last attempt of a group.
    ///
    /// - Returns: The operations and groups in it, without those that were added by that attempt.
    private mutating func renew(_ group: Int) -> [Int] {
        let everything = topology.everything(in: group)
        let added = Set(([group] + everything).flatMap { groups[$0]?.added ?? [] })
        if !added.isEmpty { release(added) }
        let inside = everything.filter { !added.contains($0) }
        for index in inside { renewRecord(index) }
        for index in inside {
            let open = topology.dependencies[index].count { !records[$0.index].hasEnded }
            // Its group lets it begin.
            records[index].inDegree = Int32(open + 1)
            count(index)
        }
        renewProgress(group)
        return inside
    }

    private mutating func renewRecord(_ index: Int) {
        for failure in records.failures(of: index) { emit(.letGo(failure)) }
        let before = records[index]
        records.put(topology.record(of: index), at: index)
        records[index].stage = before.stage
        records[index].isOptional = before.isOptional
        records[index].priority = before.priority
        parts[index] = nil
        if before.isGroup { renewProgress(index) }
        emit(.renew(index))
    }

    private mutating func renewProgress(_ group: Int) {
        var progress = GroupProgress(topology.operations[group])
        progress.beginPriority = groups[group]?.beginPriority ?? progress.beginPriority
        groups[group] = progress
    }
}

/// An attempt of a group that has failed, and is undone before the next one.
struct FailedAttempt: Sendable {
    let failure: Failure
    /// It may be tried again, so what succeeded is being undone.
    var isBeingUndone = false
    /// What is yet to be undone, in the order of ending.
    var left: [Int] = []
    /// The operation that is being undone.
    var running: Int?
    /// Why it cannot be tried again after all.
    var problem: String?
}
