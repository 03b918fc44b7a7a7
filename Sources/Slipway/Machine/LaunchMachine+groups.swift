/// Groups: sub-graphs that begin together, and hold no slot in a queue.
///
/// A child's failure is the group's business, not the launch's; the group ends when the last of its
/// children has.
extension LaunchMachine {
    /// The group has what it requires.
    ///
    /// If it needs locks, others that become ready at the same moment may need them more.
    mutating func groupMayBegin(_ group: Int) {
        if topology.operations[group].locks.isEmpty { return agenda.append(.beginGroup(group)) }
        records[state: group] = .waitingForLock(nil)
        locks.offeredGroups.insert(claim(of: group))
        if records[group].readyAt == nil { records[group].readyAt = now }
    }

    /// The first of the groups that may take their locks; `nil` for none.
    mutating func takeOfferedGroup() -> Int? {
        while let group = locks.offeredGroups.popFirst()?.index {
            if case .waitingForLock(nil) = records[state: group] { return group }
        }
        return nil
    }

    /// The group may begin: takes its locks, which it holds until it ends.
    mutating func beginGroup(_ group: Int) {
        switch records[state: group] {
        case .pending, .waitingForLock(nil): break
        // The call came again before a lock was free, or after the group's end.
        case .waitingForLock(_?), .doomed, .checkingCondition, .ready, .running, .backingOff,
            .fallingBack, .open, .ended:
            return
        }
        guard mayBegin(group), takeLocks(group) else { return }
        if records[group].readyAt == nil { records[group].readyAt = now }
        records[group].begin(at: now)
        records[state: group] = .open
        groups[group]?.hasBegun = true
        tell(.started, group)
        armAttempt(group)
        for child in topology.operations[group].children {
            records[child].inDegree -= 1
            if records[child].inDegree == 0, records[child].isPending { satisfied(child) }
        }
        endGroupIfDone(group)
    }

    /// A group is to end: with its children, if some of them have not ended.
    ///
    /// - Returns: Whether all of its children have ended.
    mutating func mayGroupEnd(_ group: Int, _ outcome: Outcome) -> Bool {
        guard let progress = groups[group], progress.unended > 0 else { return true }
        let name = name(of: group)
        if records[group].waitsForLock { stopWaitingForLock(group) }
        records[state: group] = .open
        groups[group]?.decided = outcome
        switch outcome {
        case .notNeeded:
            endChildren(of: group, outcome, "'\(name)' is not needed")
        case .succeeded, .degraded, .failed, .cancelled, .skipped:
            let root = root(of: group, outcome)
            endChildren(of: group, .skipped(root: root), "'\(name)' does not begin")
        }
        return false
    }

    /// A child has ended, whatever it came to.
    mutating func childEnded(_ index: Int) {
        guard records[index].traits.contains(.isInGroup),
            let group = topology.operations[index].group
        else { return }
        groups[group]?.unended -= 1
        endGroupIfDone(group)
    }

    private mutating func endGroupIfDone(_ group: Int) {
        guard case .open = records[state: group], groups[group]?.unended == 0 else { return }
        agenda.append(.endGroup(group))
    }

    /// A required child failed, was cancelled, or was skipped.
    mutating func childFailed(_ index: Int, _ outcome: Outcome) {
        guard let group = topology.operations[index].group, let progress = groups[group],
            progress.decided == nil
        else { return }
        let isFirst = progress.failed.isEmpty && progress.cutOff == nil
        if !isFirst {
            // The end of a child that was cancelled or skipped because of the first is a
            // consequence.
            if case .skipped = outcome { return }
            if case .cancelled = outcome { return }
        }
        groups[group]?.failed.append(index)
        guard isFirst, topology.operations[group].declaration.options.failsFast else { return }
        cutOff(group, because: index, outcome)
    }

    /// Ends a group because of a child: what requires that child, directly or not, is skipped with it,
    /// the rest is cancelled.
    private mutating func cutOff(
        _ group: Int,
        because index: Int,
        _ outcome: Outcome
    ) {
        let root = root(of: index, outcome)
        let culprits = [index, topology.index(named: root) ?? index]
        var roots: [Int: String] = [:]
        note(root, ofWhatRequires: culprits, in: &roots)
        let reason = "'\(name(of: index))' \(outcome.isCancelled ? outcome.predicate : "failed")"
        endChildren(of: group, .cancelled(reason: reason), skipped: roots, reason)
    }

    mutating func childDegraded(_ index: Int) {
        guard let group = topology.operations[index].group else { return }
        groups[group]?.isDegraded = true
    }

    /// A group is to be cancelled as a whole.
    mutating func cancelGroup(_ group: Int, reason: String) {
        guard case .open = records[state: group] else {
            return cancelOne(group, reason: reason)
        }
        guard groups[group]?.decided == nil else {
            groups[group]?.isUnwanted = true
            return
        }
        let outcome = Outcome.cancelled(reason: reason)
        groups[group]?.decided = outcome
        endChildren(of: group, outcome, reason)
        followAgenda()
    }

    /// The group's time has passed.
    mutating func groupTimeoutPassed(_ group: Int) {
        let options = topology.operations[group].options
        let budgetEnd = records[details: group].budgetEnd
        let timeoutEnd = options.timeout.flatMap { timeout in
            records[group].calledAt?.advanced(by: timeout)
        }
        guard groups[group]?.decided == nil, groups[group]?.unended != 0,
            let end = [timeoutEnd, budgetEnd].compactMap(\.self).min(), end <= now
        else { return }
        let message =
            end == timeoutEnd
            ? "timed out after \((options.timeout ?? .zero).timespan)"
            : "used up its budget of \((options.budget ?? .zero).timespan)"
        groups[group]?.decided = .failed(Failure(.timedOut, message))
        let reason = "'\(name(of: group))' \(message)"
        endChildren(of: group, .cancelled(reason: reason), reason)
        advance()
    }

    /// Ends everything in a group that has not begun and asks the rest to give up; the group ends
    /// with the last of them.
    ///
    /// - Parameters:
    ///   - group: The group.
    ///   - outcome: The outcome of what has not begun.
    ///   - roots: The operations that are skipped instead, each with its root.
    ///   - reason: The reason for what is asked to give up.
    private mutating func endChildren(
        of group: Int,
        _ outcome: Outcome,
        skipped roots: [Int: String] = [:],
        _ reason: String
    ) {
        close(group)
        for index in topology.everything(in: group) where !topology.operations[index].isGroup {
            switch records[state: index] {
            case .pending, .ready, .waitingForLock:
                doom(index, roots[index].map { .skipped(root: $0) } ?? outcome)
            case .backingOff:
                let failed = giveUpBackoff(index, reason: reason)
                doom(index, failed)
            case .running, .checkingCondition, .fallingBack:
                requestCancel(index, reason: reason)
            case .doomed, .open, .ended: continue
            }
        }
        endInnerGroups(of: group, outcome, skipped: roots, reason)
    }

    /// Ends the groups inside: one that has not begun ends as its children do, one that has begun
    /// ends with its children.
    private mutating func endInnerGroups(
        of group: Int,
        _ outcome: Outcome,
        skipped roots: [Int: String],
        _ reason: String
    ) {
        for inner in topology.everything(in: group) where topology.operations[inner].isGroup {
            close(inner)
            let outcome = roots[inner].map { Outcome.skipped(root: $0) } ?? outcome
            switch records[state: inner] {
            case .pending, .waitingForLock:
                stopWaitingForLock(inner)
                records[state: inner] = .open
                groups[inner]?.decided = outcome
                endGroupIfDone(inner)
            case .open: groups[inner]?.cutOff = outcome
            case .backingOff: agenda.append(.end(inner, giveUpBackoff(inner, reason: reason)))
            case .checkingCondition, .fallingBack: requestCancel(inner, reason: reason)
            case .ready, .running, .doomed, .ended: continue
            }
        }
        if case .pending = records[state: group] { records[state: group] = .open }
        endGroupIfDone(group)
    }

    private mutating func close(_ group: Int) { groups[group]?.isClosed = true }

    /// Tells whether a group around an operation lets nothing begin any more.
    func isInClosedGroup(_ index: Int) -> Bool {
        topology.groups(around: index).contains { groups[$0]?.isClosed == true }
    }

    /// The outcome of a group whose children have all ended.
    func groupOutcome(_ group: Int) -> Outcome {
        guard let progress = groups[group] else { return .succeeded }
        if let decided = progress.decided { return decided }
        if !progress.failed.isEmpty { return .failed(failure(of: progress)) }
        if let cutOff = progress.cutOff { return cutOff }
        if progress.isDegraded { return .degraded(reason: degradation(of: group)) }
        return .succeeded
    }

    /// `not all of it succeeded: 'a' failed, 'b' skipped`.
    private func degradation(of group: Int) -> String {
        let words = topology.operations[group].children.compactMap { child -> String? in
            guard let outcome = records[outcome: child], !outcome.isPlain else { return nil }
            return "'\(name(of: child))' \(outcome.word)"
        }
        return "not all of it succeeded" + (words.isEmpty ? "" : ": \(words.firstOnes())")
    }

    private func failure(of group: GroupProgress) -> Failure {
        var words: [String] = []
        var errors: [any Error] = []
        for index in group.failed {
            let outcome = records[outcome: index] ?? .succeeded
            words.append("'\(name(of: index))' \(outcome.word): \(outcome.message ?? "")")
            errors += failure(of: index, outcome).errors
        }
        return Failure(.error, words.joined(separator: "; ")).of(errors)
    }

    /// A group has ended: its locks are free, unless a body that was left behind still uses what they
    /// stand for.
    mutating func closeGroup(_ group: Int) {
        giveGroupLocksBack(group)
        if hasTimeLimit(group) { emit(.disarm(.timeout(group))) }
        if records[group].traits.contains(.mayRepeat) { noteForRelease(everythingIn: group) }
    }

    /// Gives back the locks of a group, of which nothing runs any more.
    mutating func giveGroupLocksBack(_ group: Int) {
        if !isHeldOpen(group) { giveLocksBack(group) }
    }

    private func isHeldOpen(_ group: Int) -> Bool {
        records[group].holdsLocks
            && topology.everything(in: group).contains {
                records[$0].isLeftBehind || groups.leftUndoing.contains($0)
            }
    }

    /// A body that was left behind has returned: the groups around it that have ended let go of
    /// their locks.
    mutating func giveGroupLocksBack(around index: Int) {
        for group in topology.groups(around: index) where records[group].hasEnded {
            giveGroupLocksBack(group)
        }
    }
}
