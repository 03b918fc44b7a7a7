@testable import Slipway

/// The events that come from outside of the launch: actions are sent, operations are added, queues are paused.
extension MachineDriver {
    func submit(
        _ id: String,
        kind: Int? = nil,
        keys: ActionKeys? = nil
    ) throws(SubmitRefusal) {
        guard let kind = kind ?? machine.book.kinds.keys.min() else { return }
        let ended = endedNodes
        try machine.submit(
            .value(ActionID(id), kind: machine.name(of: kind), keys: keys),
            of: kind
        )
        let missing = machine.topology.dependencies[kind].map(\.index)
        let level = machine.topology.operations[kind].options.rank.rawValue
        if machine.records[kind].inDegree > 0 {
            seen.raise(
                missing,
                to: level,
                machine.topology,
                { ended.contains($0) },
                { self.machine.records[$0].startedAt != nil }
            )
        }
        perform()
    }

    func pause(_ queue: Int? = nil, by owner: PauseOwners = .operators) {
        trace?("pause \(queue ?? -1)")
        if let queue {
            _ = machine.pause(queue, by: owner)
            seen.pausedQueues.insert(queue)
        } else {
            _ = machine.pause(by: owner)
            seen.isPaused = true
        }
        perform()
    }

    func resume(_ queue: Int? = nil, by owner: PauseOwners = .operators) {
        trace?("resume \(queue ?? -1)")
        if let queue {
            seen.pausedQueues.remove(queue)
            _ = machine.resume(queue, by: owner)
        } else {
            seen.isPaused = false
            _ = machine.resume(by: owner)
        }
        perform()
    }

    /// Adds operations, as ``Launch/add(toGroup:_:)`` does.
    ///
    /// - Returns: The names under which they are shown.
    @discardableResult
    func add(
        _ plan: Plan,
        toGroup group: Int? = nil,
        by adder: Int? = nil
    ) throws(AddingRefusal) -> [String] {
        trace?("add to \(group ?? -1)\n\(plot)")
        let before = machine.topology
        let ended = endedNodes
        let added = try machine.add(plan, toGroup: group, by: adder).map {
            machine.name(of: $0)
        }
        let slots = machine.topology.inOrder.filter { index in
            index >= before.count
                || before.operations[index].declaration.number
                    != machine.topology.operations[index].declaration.number
        }
        // An index may have belonged to another operation before.
        let handler = adder.flatMap { isAction($0) ? $0 : addedBy[$0] }
        for place in slots {
            seen.forget(place)
            addedBy[place] = handler
        }
        seen.add(
            slots,
            machine.topology,
            ended: { ended.contains($0) && !slots.contains($0) },
            begun: {
                before.count > $0 && !slots.contains($0)
                    && self.machine.records[$0].startedAt != nil
            }
        )
        perform()
        return added
    }

    private var endedNodes: Set<Int> {
        Set(machine.indices.filter { machine.records[$0].hasEnded })
    }
}
