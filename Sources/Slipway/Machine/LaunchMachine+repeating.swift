/// Groups as a whole: once all that is in a group has ended, the group ends, is tried again, or
/// falls back.
extension LaunchMachine {
    /// All that is in a group has ended.
    mutating func endGroup(_ group: Int) {
        guard case .open = records[state: group], let progress = groups[group],
            progress.unended == 0, progress.failedAttempt == nil
        else { return }
        let outcome = groupOutcome(group)
        guard case .failed(let failure) = outcome, progress.hasBegun, mayGoOn(group),
            mayBeTriedAgain(group), !wasPartCancelled(of: progress)
        else { return endGroup(group, outcome) }
        if let obstacle = leftBehind(in: group) {
            let failure = failure.saying { "\($0); not tried again: \(obstacle)" }
            return endGroup(group, .failed(failure))
        }
        groups[group]?.failedAttempt = FailedAttempt(failure: failure)
        if hasTimeLimit(group) { emit(.disarm(.timeout(group))) }
        enter(.judged, group)
        emit(.judge(group, failure))
    }

    /// An operation that was cancelled by request is not tried again, neither alone nor with its group.
    private func wasPartCancelled(of group: GroupProgress) -> Bool {
        group.failed.contains { index in
            if case .cancelled? = records[outcome: index] { true } else { false }
        }
    }

    /// The remains that an attempt may have left, in words; `nil` for none.
    private func leftBehind(in group: Int) -> String? {
        for index in topology.everything(in: group) {
            if records[index].isLeftBehind || remaining.leftCalls.contains(index) {
                return "'\(name(of: index))' has not returned"
            }
            if groups.undoneInVain.contains(index) {
                return "the teardown of '\(name(of: index))' failed"
            }
        }
        return nil
    }

    /// The errors of a group were judged: it may be tried again, or not.
    mutating func judged(_ group: Int, mayRetry: Bool) {
        guard case .judged? = groups[group]?.failedAttempt?.state else { return }
        if mayRetry, mayGoOn(group) {
            beginUndoing(group)
        } else {
            attemptIsOver(group, mayRetry: false)
        }
        advance()
    }

    /// A group ends, if nothing can stand in for its value.
    private mutating func endGroup(_ group: Int, _ outcome: Outcome) {
        if groups[group]?.hasBegun ?? false { noteAttempt(ofGroup: group, outcome) }
        giveGroupLocksBack(group)
        switch outcome {
        case .failed, .skipped, .notNeeded:
            guard mayFallBack(group), mayGoOn(group) else { break }
            if hasTimeLimit(group) { emit(.disarm(.timeout(group))) }
            return fallBack(group, insteadOf: outcome)
        case .succeeded, .degraded, .cancelled: break
        }
        agenda.append(.end(group, outcome))
    }

    /// The attempt is undone, or is not to be: the next one follows, or the end.
    mutating func attemptIsOver(_ group: Int, mayRetry: Bool) {
        guard let attempt = groups[group]?.failedAttempt else { return }
        enter(.waiting, group)
        groups.endAttempt(of: group)
        guard mayGoOn(group) else {
            noteAttempt(ofGroup: group, .failed(attempt.failure))
            // A stop ends the group with all that is open.
            if mayBegin(group) { agenda.append(.end(group, groupOutcome(group))) }
            return
        }
        var failure = attempt.failure
        if let problem = attempt.problem {
            failure = failure.saying { "\($0); not tried again: \(problem)" }
        }
        let call = Call(startedAt: records[group].calledAt ?? now)
        giveGroupLocksBack(group)
        attemptFailed(group, failure, call, mayRetry: mayRetry)
    }

    mutating func enter(_ state: FailedAttempt.State, _ group: Int) {
        remaining.active += groups.enter(state, group)
    }

    /// Tells whether neither the launch, nor the group, nor a group around it is ending.
    func mayGoOn(_ group: Int) -> Bool {
        guard mayBegin(group), !isInClosedGroup(group), let progress = groups[group],
            !progress.isUnwanted
        else { return false }
        if case .cancelled? = progress.decided { return false }
        return true
    }

    // MARK: The next attempt

    /// Tells whether an operation may run again: a group around it may be tried again, and has not
    /// ended.
    func mayRunAgain(_ index: Int) -> Bool {
        records[index].traits.contains(.isRepeatable)
            && topology.groups(around: index).contains { group in
                records[group].traits.contains(.mayRepeat) && !records[group].hasEnded
            }
    }

    /// An attempt of a group around the operation has failed, and the next one has not begun.
    func isBetweenAttempts(_ index: Int) -> Bool {
        guard records[index].traits.contains(.isRepeatable) else { return false }
        return topology.groups(around: index).contains { group in
            if case .backingOff = records[state: group] { return true }
            return groups[group]?.failedAttempt != nil
        }
    }

    /// The backoff is over: all that is in the group begins anew.
    mutating func beginAgain(_ group: Int) {
        let (inside, gone) = renew(group)
        records[state: group] = .pending
        tell { machine in
            .operationsRenewed(inside.map { machine.status(of: $0) }, gone: gone)
        }
        for index in inside where records[index].isPending {
            if let root = lostRequirement(of: index) { skip(index, root: root) }
        }
        groupMayBegin(group)
    }

    /// The body of an operation that was put back has returned: the operation is as it was before
    /// the body began.
    mutating func beginAnew(_ index: Int) {
        log.keepSteps(of: index, records[index], topology.declared)
        renewRecord(index)
        records[index].inDegree = 0
        tell { .operationsRenewed([$0.status(of: index)], gone: []) }
        becomeReady(index)
    }

    /// Forgets the last attempt of a group.
    ///
    /// - Returns: The operations and groups in it, and the names of those that the attempt had added, which
    ///   are gone.
    private mutating func renew(_ group: Int) -> (inside: [Int], gone: [String]) {
        let everything = topology.everything(in: group)
        var added = Set(([group] + everything).flatMap { groups[$0]?.added ?? [] })
        // A group that was added goes with all that was added to it before it began.
        for index in added where isGroup(index) { added.formUnion(topology.everything(in: index)) }
        let gone = added.sorted().filter { topology.additionNames.row(of: $0) != nil }
            .map { name(of: $0) }
        if !added.isEmpty { release(added) }
        let inside = everything.filter { !added.contains($0) }
        for index in inside { renewRecord(index) }
        for index in inside {
            let open = topology.dependencies[index].count { !records[$0.index].hasEnded }
            // The group, which lets the operation begin, counts as one more.
            records[index].inDegree = Int32(open + 1)
            count(index)
        }
        renewProgress(group)
        return (inside, gone)
    }

    private mutating func renewRecord(_ index: Int) {
        for failure in records.failures(of: index) { emit(.letGo(failure)) }
        let before = records[index]
        records.put(topology.record(of: index), at: index)
        records[index].stage = before.stage
        records[index].isOptional = before.isOptional
        records[index].priority = before.priority
        if before.traits.contains(.awaits) { records[index].traits.insert(.awaits) }
        renewPart(index)
        if before.isGroup { renewProgress(index) }
        emit(.renew(index))
    }

    private mutating func renewProgress(_ group: Int) {
        var progress = GroupProgress(topology.operations[group])
        progress.beginPriority = groups[group]?.beginPriority ?? progress.beginPriority
        groups[group] = progress
    }
}
