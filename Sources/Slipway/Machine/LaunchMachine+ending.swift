/// The effect of the end of an operation on everything that depends on it.
extension LaunchMachine {
    /// Ends an operation, and with it everything that now can never run.
    mutating func resolve(_ index: Int, _ outcome: Outcome) {
        if records[index].isAction { return actionEnded(index, outcome) }
        agenda.append(.end(index, outcome))
        followAgenda()
    }

    /// Does what is on the agenda, and what that puts there: a list instead of a recursion, so that
    /// a chain of a million is no deeper than one of two.
    mutating func followAgenda() {
        while true {
            switch agenda.popLast() {
            case .end(let index, let outcome)?:
                if !records[index].hasEnded { resolveNow(index, outcome) }
            case .beginGroup(let index)?: beginGroup(index)
            case .endGroup(let index)?: endGroup(index)
            case nil:
                guard let group = takeOfferedGroup() else { return }
                beginGroup(group)
            }
        }
    }

    private mutating func resolveNow(_ index: Int, _ outcome: Outcome) {
        if records[index].isGroup, !mayGroupEnd(index, outcome) { return }
        end(index, outcome)
        if outcome.isUsable {
            release(dependentsOf: index)
        } else if records[index].isOptional {
            endDependents(of: index, outcome)
            childDegraded(index)
        } else if records[index].traits.contains(.isInGroup) {
            // The group is told first, so that what merely comes after the operation does not begin
            // in a group that ends.
            childFailed(index, outcome)
            endDependents(of: index, outcome)
        } else {
            requiredOperationFailed(index, outcome)
            goOnAlone()
        }
        childEnded(index)
    }

    /// Tells whether a body that succeeds now ends its operation, and nothing else is to be seen to.
    @inline(__always)
    func isPlain(_ index: Int) -> Bool {
        let record = records[index]
        return record.isRunning && !record.hasDetailedState && !record.isLeftBehind
            && record.traits.isDisjoint(with: .unplain)
    }

    /// The short way of most operations: the same as ``resolve(_:_:)``, without the steps that only
    /// others need.
    mutating func endPlainly(_ index: Int) {
        giveBackSlot(of: index)
        remaining.active -= 1
        records.enter(.succeeded, index)
        records[index].endedAt = now
        remaining.count(records[index].stage, -1)
        tell(.ended, index)
        noteEndToTell(index)
        outbox.noteEnded(index)
        release(dependentsOf: index)
        advance()
    }

    /// Marks the end of one operation; what that means for others is the caller's business.
    mutating func end(_ index: Int, _ outcome: Outcome) {
        if records[index].isReady { dequeue(index) }
        // An operation may have been told to end after a lock was offered to it.
        if records[index].traits.contains(.hasLocks) { stopWaitingForLock(index) }
        records[state: index] = .ended(outcome)
        records[index].endedAt = now
        remaining.count(records[index].stage, -1)
        if records[index].traits.contains(.hasTeardown), case .succeeded = outcome {
            teardown.due.append(index)
        }
        // An operation that may run again is the business of its group, which ends later.
        // Nor does the launch lack what was added on demand.
        if !outcome.isPlain, !mayRunAgain(index), !topology.declared[index].value.isOnDemand {
            course.isLacking = true
        }
        if records[index].isGroup { closeGroup(index) }
        tell(.ended, index)
        noteEndToTell(index)
        if outcome.isDegraded { childDegraded(index) }
        noteForRelease(index)
    }

    /// Counts an operation's end for everything that depends on it, of which nothing is skipped.
    private mutating func release(dependentsOf index: Int) {
        for position in topology.dependents.positions(of: index) {
            dependencyEnded(of: topology.dependents[link: position].index, index)
        }
    }

    /// Something that an operation waits for has ended.
    mutating func dependencyEnded(of dependent: Int, _ index: Int) {
        records[dependent].inDegree -= 1
        if records[dependent].isAction {
            requirementEnded(ofKind: dependent, index, usable: true)
        } else if records[dependent].inDegree == 0, records[dependent].isPending,
            mayBegin(dependent)
        {
            satisfied(dependent)
        }
    }

    /// Skips what requires the operation, and releases what merely runs after it.
    private mutating func endDependents(of index: Int, _ outcome: Outcome) {
        for link in topology.dependents[index] {
            let dependent = link.index
            guard link.kind == .requires else {
                dependencyEnded(of: dependent, index)
                continue
            }
            // If another launch has replaced this one, actions neither fail for that nor begin:
            // they are handed over.
            if records[dependent].isAction, course.isSuperseded { continue }
            records[dependent].inDegree -= 1
            if records[dependent].isAction {
                requirementEnded(ofKind: dependent, index, usable: false)
            } else if records[dependent].isPending {
                skip(dependent, root: root(of: index, outcome))
            }
        }
    }

    /// An operation that this one requires did not succeed: a fallback stands in, or it is skipped.
    mutating func skip(_ index: Int, root: String) {
        if mayFallBack(index) {
            fallBack(index, insteadOf: .skipped(root: root))
        } else {
            doom(index, .skipped(root: root))
        }
    }

    /// Puts the end of an operation that has not begun on the agenda; whatever else ends before does
    /// not let it begin.
    mutating func doom(_ index: Int, _ outcome: Outcome) {
        if records[index].isReady { dequeue(index) }
        records[state: index] = records[index].waitsForLock ? records[state: index] : .doomed
        agenda.append(.end(index, outcome))
    }

    /// The operation that an outcome goes back to: if a group cut the operation off, the one whose
    /// failure made the group do so.
    func root(of index: Int, _ outcome: Outcome) -> String {
        switch outcome {
        case .skipped(let root): return root
        case .cancelled:
            for group in topology.groups(around: index) {
                guard let progress = groups[group], progress.isClosed,
                    progress.decided == nil,
                    let culprit = progress.failed.first
                else { continue }
                if culprit == index { break }
                return root(of: culprit, records[outcome: culprit] ?? outcome)
            }
            return name(of: index)
        case .succeeded, .degraded, .failed, .notNeeded: return name(of: index)
        }
    }
}
