@testable import Slipway

/// The rules for what is undone: when a group is tried again, and at the end.
extension MachineDriver {
    /// What succeeded in a group that is to be tried again.
    private func checkMayUndo(_ node: Int) {
        if !seen.toTearDown.contains(node) { complain("\(name(node)) is undone for nothing") }
        let groups = Set(topology.groups(around: node)).intersection(machine.groups.undoing)
        if groups.isEmpty { complain("\(name(node)) is undone in no group") }
        for other in seen.toTearDown where other != node && !seen.tornDown.contains(other) {
            guard !groups.isDisjoint(with: topology.groups(around: other)) else { continue }
            if ended(other, after: node) {
                complain("\(name(node)) is undone before \(name(other))")
            }
        }
        for other in running where !groups.isDisjoint(with: topology.groups(around: other)) {
            complain("\(name(node)) is undone while \(name(other)) runs")
        }
        for other in tearingDown where other != node { checkLocks(of: node, beside: other) }
        if !machine.stays(node) { checkLocks(of: node) }
    }

    func checkMayTearDown(_ node: Int) {
        guard machine.course.isTearingDown else { return checkMayUndo(node) }
        let due = Set(seen.toTearDown + leftPrograms).union(machine.teardown.takenOver)
        if !due.contains(node) { complain("\(name(node)) is torn down for nothing") }
        let open = due.subtracting(seen.tornDown).subtracting([node])
        for other in open.intersection(dependents(of: node)).sorted()
        where ended(other, after: node) {
            complain("\(name(node)) is torn down before \(name(other)), which depends on it")
        }
        let queue = topology.operations[node].queue
        let others = machine.teardown.schedule?.running.filter {
            $0 != node && topology.operations[$0].queue == queue && takesSlot($0)
        }
        if takesSlot(node), (others?.count ?? 0) >= machine.slots.queues[queue].width {
            complain("\(name(node)) is torn down in a queue that is full")
        }
        for other in machine.teardown.schedule?.running.sorted() ?? [] where other != node {
            checkLocks(of: node, beside: other)
        }
        let live = running.filter { !machine.records[$0].isLeftBehind }
        if !live.isEmpty { complain("\(name(node)) is torn down while others run") }
    }

    /// Tells whether an operation ended after another one on which it depends: one that was added may
    /// depend on it by way of one that ended without having waited.
    private func ended(_ other: Int, after node: Int) -> Bool {
        guard let later = seen.toTearDown.firstIndex(of: other),
            let earlier = seen.toTearDown.firstIndex(of: node)
        else { return true }
        return later > earlier
    }

    func takesSlot(_ node: Int) -> Bool {
        let operation = topology.operations[node]
        return !(operation.options.endsProgram && operation.declaration.queue == .userInitiated)
    }

    private func checkLocks(of node: Int, beside other: Int) {
        let locks = claimedLocks(of: node)
        for lock in claimedLocks(of: other) where locks.contains(lock) {
            if owner(of: lock, for: node) != owner(of: lock, for: other) {
                complain("\(name(node)) is torn down beside \(name(other)), which takes '\(lock)'")
            }
        }
    }

    private func claimedLocks(of node: Int) -> [Lock] {
        ([node] + topology.groups(around: node)).flatMap { topology.operations[$0].options.locks }
    }

    /// Everything that depends on an operation, directly or through others and groups.
    private func dependents(of node: Int) -> Set<Int> {
        var found: Set<Int> = []
        var open = [node]
        while let next = open.popLast() {
            var others = topology.dependents[next].map(\.index)
            others += topology.operations[next].group.map { [$0] } ?? []
            // An operation in a group that depends on it depends on it, too.
            for other in others where found.insert(other).inserted {
                open.append(other)
                if topology.operations[next].group != other {
                    let inside = topology.everything(in: other).filter { found.insert($0).inserted }
                    open += inside
                }
            }
        }
        return found
    }

    /// Operations that did not succeed, and whose programs run.
    private var leftPrograms: [Int] {
        machine.parts.programs.all.filter(\.isThere).compactMap { topology.index(named: $0.name) }
            .filter { topology.operations[$0].options.endsProgram && !seen.toTearDown.contains($0) }
    }
}
