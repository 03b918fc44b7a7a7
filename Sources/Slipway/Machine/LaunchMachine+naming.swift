/// The names of operations that were added, which others may have after them.
extension LaunchMachine {
    /// Counts what an operation that was added waits for among what is awaited.
    mutating func noteAwaited(by index: Int) {
        records[index].traits.insert(.awaits)
        for link in topology.dependencies[index] where topology.isAddition(link.index) {
            awaited[link.index, default: 0] += 1
            topology.additionNames.keep(link.index)
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

    /// The names come free of an operation, of what is in it, and of the groups around it, as far as nothing needs
    /// them.
    mutating func freeNames(in index: Int) {
        if topology.operations[index].isGroup {
            for inside in topology.everything(in: index) { freeName(of: inside) }
        }
        freeName(of: index)
        for group in Array(topology.groups(around: index)) { freeName(of: group) }
    }

    private mutating func freeName(of index: Int) {
        guard topology.isAddition(index), records[index].hasEnded, !mayStillBeRead(index) else {
            return
        }
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
