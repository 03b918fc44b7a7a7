/// The names of operations that were added, which others may have after them.
extension LaunchMachine {
    /// Counts what an operation that was added waits for as awaited.
    mutating func noteAwaited(by index: Int) {
        records[index].traits.insert(.awaits)
        for link in topology.dependencies[index] where topology.isAddition(link.index) {
            awaited[link.index, default: 0] += 1
        }
    }

    /// An operation that was added has ended for good.
    mutating func freeNames(after index: Int) {
        freeNames(in: index)
        endAwaiting(index)
    }

    /// An operation does not read any more of what it waited for.
    mutating func endAwaiting(_ index: Int) {
        guard records[index].traits.contains(.awaits) else { return }
        records[index].traits.remove(.awaits)
        for link in topology.dependencies[index] where topology.isAddition(link.index) {
            let count = (awaited[link.index] ?? 1) - 1
            awaited[link.index] = count > 0 ? count : nil
            if count == 0 { freeNames(in: link.index) }
        }
    }

    /// Frees the names of an operation, of what is in it and of the groups around it, unless something needs them.
    mutating func freeNames(in index: Int) {
        var found = [index]
        var next = 0
        while next < found.count {
            found += topology.operations[found[next]].children
            next += 1
        }
        // What is inside comes first: a group needs its name as long as that does.
        for inside in found.reversed() { freeName(of: inside) }
        for group in Array(topology.groups(around: index)) { freeName(of: group) }
    }

    private mutating func freeName(of index: Int) {
        guard topology.isAddition(index), records[index].hasEnded, !mayRunAgain(index),
            !mayStillBeRead(index)
        else { return }
        topology.additionNames.free(index)
    }

    /// Tells whether something depends on an operation that has ended, or it has something left to do.
    private func mayStillBeRead(_ index: Int) -> Bool {
        stays(index) || records[index].isLeftBehind || leftCalls.contains(index)
            || isToBeTornDown(index) || isNeededByItsGroup(index) || awaited[index] != nil
            || topology.groups(around: index).contains { awaited[$0] != nil }
            || topology.operations[index].children.contains { !topology.additionNames.isFree($0) }
    }
}
