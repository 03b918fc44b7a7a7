@testable import Slipway

/// Records what the driver sees, and checks the rules of each moment.
extension MachineDriver {
    func note(_ event: Event.Kind) {
        switch event {
        // An operation that was let go meanwhile is told all the same.
        case .operationReady(let status):
            guard let index = machine.topology.index(named: status.name) else { return }
            if seen.ended[index] != nil { complain("\(name(index)) becomes ready after its end") }
        case .operationStarted(let status):
            guard let index = machine.topology.index(named: status.name) else { return }
            if machine.topology.operations[index].isGroup { groupBegins(index) }
        case .operationEnded(let status):
            guard let index = machine.topology.index(named: status.name) else { return }
            noteEnd(of: index, status.outcome ?? .succeeded)
        case .launchReady:
            seen.isReady = true
            for node in machine.topology.inOrder
            where machine.records[node].stage == .launch && seen.ended[node] == nil {
                complain("the launch is ready before \(name(node)) has ended")
            }
        case .launchStopping(let reason, _):
            seen.isStopping = true
            if reason.hasPrefix("nothing can run any more"), running.isEmpty,
                machine.groups.leftUndoing.isEmpty
            {
                complain("the launch stalls although no body is left behind")
            }
        case .operationRetrying(let status, _, _, let delay):
            guard let node = machine.topology.index(named: status.name) else { return }
            seen.nextAttempt[node] = now.advanced(by: delay)
            if status.isGroup {
                seen.openGroups.remove(node)
                seen.closedGroups.remove(node)
            }
        case .operationsRenewed(let statuses, _):
            for node in statuses.compactMap({ machine.topology.index(named: $0.name) }) {
                if seen.ended[node] == nil, !seen.putBack.contains(node) {
                    complain("\(name(node)) begins anew before its end")
                }
                if running.contains(node) { complain("\(name(node)) begins anew while it runs") }
                // One that was put back, and had not ended, is not asked again for its condition.
                let holds = seen.ended[node] == nil && seen.holds.contains(node)
                seen.renew(node)
                if holds { seen.holds.insert(node) }
            }
        case .operationStuck(let status, _):
            guard let node = machine.topology.index(named: status.name) else { return }
            let due = seen.askedAt[node]?.advanced(by: machine.plan.grace)
            let isGraceOver = due.map { $0 <= now } ?? false
            if !isGraceOver, !seen.isStopping { complain("\(name(node)) is stuck too early") }
        case .operationTornDown(let name, let failure):
            guard let node = machine.topology.index(named: name) else { return }
            // A part that did not end before its group was to be tried again is asked once more.
            let isSecond = !seen.tornDown.insert(node).inserted
            if isSecond, !seen.inVain.contains(node) { complain("'\(name)' is torn down twice") }
            if failure != nil, machine.stays(node) { seen.inVain.insert(node) }
        case .launchStarted, .launchDegraded, .operationsAdded, .operationWaitsInVain,
            .actionChanged, .programChanged, .storageChanged, .paused, .resumed,
            .operationTearingDown, .launchEnded,
            .eventsLost:
            return
        }
    }

    private func noteEnd(of node: Int, _ outcome: Outcome) {
        if let before = seen.ended[node] {
            complain("\(name(node)) ends twice: \(before) and \(outcome)")
        }
        seen.ended[node] = outcome
        if evaluating.contains(node) { seen.given.insert(node) }
        checkOutcome(of: node, outcome)
        if outcome == .succeeded, machine.topology.operations[node].options.hasTeardown {
            seen.toTearDown.append(node)
        }
        if machine.topology.operations[node].isGroup {
            seen.openGroups.remove(node)
            seen.endedGroups.append(node)
        }
        noteChildEnd(of: node, outcome)
    }

    /// A failed child closes its group if that fails fast.
    private func noteChildEnd(of node: Int, _ outcome: Outcome) {
        guard let group = machine.topology.operations[node].group, !outcome.isUsable,
            machine.topology.operations[group].options.failsFast, !machine.records[node].isOptional
        else { return }
        seen.closedGroups.insert(group)
    }

    private func groupBegins(_ group: Int) {
        checkDependencies(of: group)
        checkGroups(around: group)
        checkLocks(of: group)
        seen.openGroups.insert(group)
    }

    /// An attempt ended.
    func noteResult(of node: Int, _ result: LaunchMachine.Result) {
        switch result {
        case .succeeded:
            seen.succeeded.insert(node)
            if machine.records[call: node]?.hasTimedOut == true { seen.failed.insert(node) }
        case .failed: seen.failed.insert(node)
        case .cancelled: seen.failed.insert(node)
        }
    }

    func noteCancel(of index: Int) {
        guard machine.topology.operations[index].isGroup, !machine.course.isIdle else { return }
        seen.closedGroups.insert(index)
        // Its condition is still being evaluated.
        if case .checkingCondition = machine.records[state: index] { return }
        for child in machine.topology.everything(in: index) where machine.records[child].isUnstarted
        {
            complain("\(name(child)) goes on in the cancelled group \(name(index))")
        }
    }
}
