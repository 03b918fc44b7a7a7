/// Lets go of names and values that nothing reads any more: the names of operations that were
/// added, which others may have after them, and the values whose operations are not to keep them.
extension LaunchMachine {
    /// Counts an operation as one that may read the values of what it waits for.
    mutating func noteAwaited(by index: Int) {
        records[index].traits.insert(.awaits)
        for link in topology.dependencies[index] where countsReaders(of: link.index) {
            additions.addReader(of: link.index)
        }
    }

    private func countsReaders(of index: Int) -> Bool {
        topology.letsValuesGo || topology.isAddition(index)
    }

    /// An operation has ended for good.
    mutating func letGoOfUnread(after index: Int) {
        letGoOfUnread(in: index)
        endAwaiting(index)
    }

    /// An operation does not read any more of what it waited for.
    mutating func endAwaiting(_ index: Int) {
        guard records[index].traits.contains(.awaits) else { return }
        records[index].traits.remove(.awaits)
        for link in topology.dependencies[index] where countsReaders(of: link.index) {
            if additions.removeReader(of: link.index) { letGoOfUnread(in: link.index) }
        }
    }

    /// Lets go of an operation, of what is in it and of the groups around it, unless something needs them.
    mutating func letGoOfUnread(in index: Int) {
        var found = [index]
        var next = 0
        while next < found.count {
            found += topology.operations[found[next]].children
            next += 1
        }
        // The operations inside come first: a group needs its name as long as they need theirs.
        for inside in found.reversed() { letGoIfUnread(inside) }
        for group in Array(topology.groups(around: index)) { letGoIfUnread(group) }
    }

    private mutating func letGoIfUnread(_ index: Int) {
        guard records[index].hasEnded, !mayRunAgain(index), !mayStillBeRead(index) else { return }
        if !topology.operations[index].options.keepsValue { emit(.renew(index)) }
        if topology.isAddition(index) { topology.additionNames.free(index) }
    }

    /// Tells whether something depends on an operation that has ended, or it has something left to do.
    private func mayStillBeRead(_ index: Int) -> Bool {
        stays(index) || records[index].isLeftBehind || remaining.leftCalls.contains(index)
            || isToBeTornDown(index) || isNeededByItsGroup(index) || additions.hasReaders(index)
            || topology.groups(around: index).contains { additions.hasReaders($0) }
            || topology.operations[index].children.contains { !topology.additionNames.isFree($0) }
    }
}
