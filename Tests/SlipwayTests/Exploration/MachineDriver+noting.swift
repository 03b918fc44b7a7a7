@testable import Slipway

/// What a driver remembers of what it sees, and what must hold at each of these moments.
extension MachineDriver {
    func note(_ record: EventLog.Record) {
        noteTime(record.nanoseconds)
        let node = Int(record.node)
        switch record.step {
        case .ready:
            if seen.ended[node] != nil { complain("\(name(node)) becomes ready after its end") }
        case .started:
            if let group = self.group(endingAt: node) { groupBegins(group) }
        case .ended:
            noteEnd(of: node, machine.outcomes[node] ?? .succeeded)
        case .other:
            complain("an event without its kind")
        }
    }

    func note(_ event: Event.Kind) {
        switch event {
        case .launchReady:
            seen.isReady = true
            for node in machine.topology.operations
            where !machine.nodes[node].flags.contains(.background) && seen.ended[node] == nil {
                complain("the launch is ready before \(name(node)) has ended")
            }
        case .launchStopping(let reason, _):
            seen.isStopping = true
            if reason.hasPrefix("nothing can run any more"), running.isEmpty, !mayDeadlock {
                complain("the launch stalls although no body is left behind")
            }
        case .operationRetrying(let status, _, _, let delay):
            guard let node = machine.topology.node(named: status.name) else { return }
            seen.nextAttempt[node] = now.advanced(by: delay)
        case .operationStuck(let status, _):
            guard let node = machine.topology.node(named: status.name) else { return }
            let due = seen.askedAt[node]?.advanced(by: graph.plan.grace)
            let isGraceOver = due.map { $0 <= now } ?? false
            if !isGraceOver, !seen.isStopping { complain("\(name(node)) is stuck too early") }
        case .launchStarted, .operationsAdded, .operationReady, .operationStarted, .operationEnded,
            .actionChanged, .paused, .resumed, .operationTornDown, .launchEnded, .eventsLost:
            return
        }
    }

    /// Whether groups may wait for each other's locks where no check sees it.
    ///
    /// Through what was added to another group, past what somebody cancelled, or along several
    /// groups; the stall is the net under it.
    var mayDeadlock: Bool {
        let isAlone =
            machine.topology.groups.count { group in
                !machine.topology.lockNumbers(of: group.entry).isEmpty
            } == 1
        if isAlone, !seen.isCancelledByHand, machine.topology.nodeCount == machine.topology.base {
            return false
        }
        return machine.topology.groups.contains {
            !machine.topology.lockNumbers(of: $0.entry).isEmpty
        }
    }

    private func noteTime(_ nanoseconds: Int64) {
        if nanoseconds < seen.lastEvent { complain("an event is earlier than the one before") }
        seen.lastEvent = nanoseconds
    }

    private func noteEnd(of node: Int, _ outcome: Outcome) {
        if let before = seen.ended[node] {
            complain("\(name(node)) ends twice: \(before) and \(outcome)")
        }
        seen.ended[node] = outcome
        if evaluating.contains(node) { seen.given.insert(node) }
        checkOutcome(of: node, outcome)
        if outcome == .succeeded, machine.topology.policies(of: node)?.stop != nil {
            seen.toTearDown.append(node)
        }
        if let group = self.group(endingAt: node) {
            seen.openGroups.remove(group)
            seen.endedGroups.append(group)
        } else {
            noteChildEnd(of: node, outcome)
        }
    }

    /// A failed child closes the group around it if that fails fast.
    private func noteChildEnd(of node: Int, _ outcome: Outcome) {
        let group = machine.topology.group(of: node)
        guard group >= 0, !outcome.isUsable, machine.topology.groups[group].failsFast,
            !machine.nodes[node].flags.contains(.optional)
        else { return }
        seen.closedGroups.insert(group)
    }

    private func groupBegins(_ group: Int) {
        let entry = machine.topology.groups[group].entry
        checkDependencies(of: entry)
        checkGroups(around: entry)
        checkLocks(of: entry)
        seen.openGroups.insert(group)
    }

    /// An attempt ended.
    func noteResult(of node: Int, _ result: LaunchMachine.Result) {
        switch result {
        case .succeeded:
            seen.succeeded.insert(node)
            if machine.detail(of: node).timedOut { seen.failed.insert(node) }
        case .failed: seen.failed.insert(node)
        case .cancelled: seen.failed.insert(node)
        }
    }

    func noteCancel(of node: Int) {
        guard let group = self.group(endingAt: node), machine.stage != .idle else { return }
        seen.closedGroups.insert(group)
        // Whether it begins at all is still being found out.
        guard machine.nodes[machine.topology.groups[group].entry].state != .evaluating else {
            return
        }
        for child in machine.groupChildren(group) where self.group(endingAt: child) == nil {
            switch machine.nodes[child].state {
            case .running, .evaluating, .fallingBack, .ended: continue
            case .pending, .ready, .lockWaiting, .backingOff:
                complain("\(name(child)) goes on in the cancelled group \(name(node))")
            }
        }
    }

    /// The group that ends at a node.
    func group(endingAt node: Int) -> Int? {
        guard let group = machine.topology.groupAt[node],
            machine.topology.groups[group].exit == node
        else { return nil }
        return group
    }
}

extension LaunchMachine {
    /// Everything in a group, found from the inside.
    func groupChildren(_ group: Int) -> [Int] {
        (0..<topology.nodeCount).filter { isNode($0, inside: group) }
    }

    /// Whether a node is in a group, or in one that is in it.
    func isNode(_ node: Int, inside group: Int) -> Bool {
        var around = topology.group(of: node)
        while around >= 0, around != group { around = Int(topology.groups[around].parent) }
        return around == group
    }
}
