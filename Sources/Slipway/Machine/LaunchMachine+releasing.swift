/// Lets go of what has ended: the closures of every operation, and in the end the operations that were
/// added.
extension LaunchMachine {
    /// Notes an operation that has ended for good: its closures are let go of.
    mutating func noteForRelease(_ index: Int) {
        guard !records[index].isAction, !records[index].isLeftBehind, !mayRunAgain(index) else {
            return
        }
        outbox.noteEnded(index)
        let isAddition = records[index].traits.contains(.isAddition)
        if isAddition { additions.noteEnd(of: index) }
        // The end of a large group frees what was needed as long as the group, such as the items of
        // a map.
        additions.noteEnd(ofOneWith: topology.operations[index].children.count)
        if isAddition || topology.letsValuesGo {
            if !stays(index) { letGoOfUnread(after: index) }
        } else if records[index].isGroup, topology.count > topology.graphCount {
            letGoOfUnread(in: index)
        }
    }

    /// Notes all that is in a group that is not tried again any more.
    mutating func noteForRelease(everythingIn group: Int) {
        for index in topology.everything(in: group) where records[index].hasEnded {
            noteForRelease(index)
        }
    }

    /// Releases operations that were added and have ended, the oldest first, unless they are needed.
    ///
    /// To be called between events, since an event refers to operations by their numbers. Does
    /// nothing until there are many, so that the work for each stays small.
    mutating func releaseAdditions() {
        guard additions.areMany, !course.hasEnded else { return }
        let releasers = Set(slots.queues.flatMap(\.releasers))
        let oldest = additions.oldest.filter { !isNeeded($0) && !releasers.contains($0) }
        additions.release(Set(oldest))
        release(Set(oldest))
    }

    /// Releases operations that were added and have ended: that they are not needed any more is the
    /// caller's business.
    mutating func release(_ released: Set<Int>) {
        let names = released.map { ($0, name(of: $0)) }
        records.keepReleasers(
            Dictionary(uniqueKeysWithValues: names),
            from: topology.graphCount
        )
        remaining.background.removeAll { released.contains($0) }
        for index in released {
            endAwaiting(index)
            noteEndToTell(index)
        }
        for queue in slots.queues.indices {
            slots.queues[queue].freed.removeAll { released.contains($0.by) }
        }
        for lock in topology.release(released) { locks[lock] = LockState() }
        groups.undoneInVain.subtract(released)
        for index in released {
            additions.forget(index)
            for failure in records.failures(of: index) { emit(.letGo(failure)) }
            records.put(topology.record(of: index), at: index)
            records[state: index] = .ended(.succeeded)
            groups[index] = nil
            parts[index] = nil
            emit(.forget(index))
        }
    }

    /// Tells whether something still refers to an operation that has ended.
    private func isNeeded(_ index: Int) -> Bool {
        if isToBeTornDown(index) || parts[index]?.isThere ?? false { return true }
        return !topology.operations[index].children.isEmpty || remaining.leftCalls.contains(index)
            || isAwaited(index)
            || isNeededByItsGroup(index)
            || topology.groups(around: index).contains { isAwaited($0) }
    }

    /// Tells whether the end of the launch will undo an operation.
    func isToBeTornDown(_ index: Int) -> Bool {
        guard topology.operations[index].options.hasTeardown else { return false }
        return if case .succeeded? = records[outcome: index] { true } else { false }
    }

    /// Tells whether something that depends on an operation has not ended: that may read the
    /// operation's value.
    private func isAwaited(_ index: Int) -> Bool {
        topology.dependents[index].contains {
            !records[$0.index].hasEnded || parts[$0.index]?.isThere ?? false
        }
    }

    /// Tells whether the end of a group will tell of an operation in it, or take its value.
    func isNeededByItsGroup(_ index: Int) -> Bool {
        guard let group = topology.operations[index].group, !records[group].hasEnded else {
            return false
        }
        return records[outcome: index]?.isUsable == false
            || topology.operations[group].valueChild == index
    }
}
