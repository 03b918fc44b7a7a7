@testable import Slipway

/// The rules.
extension MachineDriver {
    private var topology: Topology { machine.topology }

    // MARK: Starting

    /// What starts may start; `before` is what waited for its queue before, and `hasLockWait` whether
    /// something had to wait for a lock when its turn came.
    func checkStart(of node: Int, _ before: [Int], hasLockWait: Bool) {
        if seen.isPaused { complain("\(name(node)) starts while the launch is paused") }
        let lane = Int(machine.nodes[node].lane)
        if seen.pausedLanes.contains(lane) { complain("\(name(node)) starts in a paused queue") }
        if seen.isStopping { complain("\(name(node)) starts while the launch stops") }
        checkWidth(of: lane, with: node)
        // Who left its lock to another queue's, and was offered it again, has missed its turn.
        checkOrder(of: node, before.filter { !hasLockWait || !namesLocks($0) })
        guard !machine.isAction(node) else { return checkDependencies(of: node) }
        if seen.ended[node] != nil { complain("\(name(node)) starts after its end") }
        if machine.nodes[node].flags.contains(.background), !seen.isReady {
            complain("\(name(node)) of the background starts before the launch is ready")
        }
        if topology.policies(of: node)?.condition != nil, !seen.holds.contains(node) {
            complain("\(name(node)) starts although its condition does not hold")
        }
        checkDependencies(of: node)
        checkGroups(around: node)
        checkLocks(of: node)
        checkAttempt(of: node)
    }

    private func namesLocks(_ node: Int) -> Bool {
        !machine.isAction(node) && !topology.lockNumbers(of: node).isEmpty
    }

    func checkDependencies(of node: Int) {
        for link in topology.dependencies(of: node) {
            if machine.nodes[link.node].state != .ended {
                complain("\(name(node)) starts before \(name(link.node)) has ended")
            } else if link.kind == .requires, !isUsable(link.node) {
                complain("\(name(node)) starts without \(name(link.node)), which it requires")
            }
        }
    }

    private func isUsable(_ node: Int) -> Bool {
        (machine.outcomes[node] ?? .succeeded).isUsable
    }

    func checkGroups(around node: Int) {
        var group = topology.group(of: node)
        while group >= 0 {
            let declaration = topology.groups[group]
            if !seen.openGroups.contains(group) {
                complain("\(name(node)) starts outside of its group '\(declaration.name)'")
            }
            if seen.closedGroups.contains(group) {
                complain("\(name(node)) starts in the group '\(declaration.name)', which is ending")
            }
            group = Int(declaration.parent)
        }
    }

    /// Nobody else holds what it takes: a lock belongs to the outermost of the operation and the
    /// groups around it that name it.
    func checkLocks(of node: Int) {
        let holders =
            running.filter { $0 != node && !machine.isAction($0) }
            + seen.openGroups.map { topology.groups[$0].entry }
        for lock in topology.policies(of: node)?.locks ?? [] {
            let owner = owner(of: lock, for: node)
            for holder in holders where topology.policies(of: holder)?.locks.contains(lock) == true
            {
                let other = self.owner(of: lock, for: holder)
                if other != owner {
                    complain("\(name(node)) takes '\(lock)' while \(name(holder)) holds it")
                }
            }
        }
    }

    private func owner(of lock: Lock, for node: Int) -> Int {
        var owner = node
        var group = topology.group(of: node)
        while group >= 0 {
            let declaration = topology.groups[group]
            if topology.policies(of: declaration.entry)?.locks.contains(lock) == true {
                owner = declaration.entry
            }
            group = Int(declaration.parent)
        }
        return owner
    }

    private func checkWidth(of lane: Int, with node: Int) {
        let bodies = running.count { Int(machine.nodes[$0].lane) == lane }
        if bodies >= machine.lanes[lane].width {
            complain("\(name(node)) starts in a full queue")
        }
    }

    /// The one that starts is the first of its queue: by priority, longest remaining path, and
    /// declaration.
    private func checkOrder(of node: Int, _ before: [Int]) {
        for other in before where other != node {
            guard machine.nodes[other].state == .ready,
                machine.nodes[other].lane == machine.nodes[node].lane
            else { continue }
            let levels = (seen.levels[node], seen.levels[other])
            if levels.0 < levels.1 {
                complain("\(name(node)) starts before \(name(other)), which is more urgent")
            }
            guard levels.0 == levels.1 else { continue }
            if (seen.paths[node], -node) < (seen.paths[other], -other) {
                complain("\(name(node)) starts before \(name(other)), on which more depends")
            }
        }
    }

    private func checkAttempt(of node: Int) {
        let attempt = seen.attempts[node, default: 0] + 1
        seen.attempts[node] = attempt
        let policies = topology.policies(of: node)
        if attempt > policies?.retry?.attempts ?? 1 { complain("\(name(node)) is tried too often") }
        if attempt > 1, !seen.failed.contains(node) {
            complain("\(name(node)) is tried for nothing")
        }
        if let due = seen.nextAttempt[node], now < due {
            complain("\(name(node)) is tried again before its pause is over")
        }
        let first = seen.firstAttempt[node] ?? now
        seen.firstAttempt[node] = first
        if attempt > 1, let budget = policies?.budget, timers[.timeout(node)] == nil,
            first.advanced(by: budget) < now
        {
            complain("\(name(node)) is tried again past its budget")
        }
        seen.failed.remove(node)
        seen.succeeded.remove(node)
    }

    // MARK: Conditions, fallbacks, teardown

    func checkMayEvaluate(_ node: Int) {
        // In the same step it was asked to give up.
        guard !machine.detail(of: node).isUnwanted else { return }
        if seen.isStopping { complain("\(name(node)) is asked about while the launch stops") }
        if seen.holds.contains(node) { complain("\(name(node)) is asked about twice") }
        checkDependencies(of: node)
        checkGroups(around: node)
    }

    func checkMayFallBack(_ node: Int) {
        guard !machine.detail(of: node).isUnwanted else { return }
        let isSkipped = topology.dependencies(of: node).contains { link in
            link.kind == .requires && machine.nodes[link.node].state == .ended
                && !isUsable(link.node)
        }
        let isBudgetUsedUp = machine.detail(of: node).budgetEnd.map { $0 <= now } ?? false
        let isGivenUp = wasGivenUp(machine.detail(of: node).beforeFallback)
        if !isSkipped, !isBudgetUsedUp, !isGivenUp, !seen.failed.contains(node),
            !asked.contains(node)
        {
            complain("\(name(node)) falls back for nothing")
        }
        var group = topology.group(of: node)
        while group >= 0 {
            if seen.closedGroups.contains(group) {
                complain("\(name(node)) falls back in a group that is ending")
            }
            group = Int(topology.groups[group].parent)
        }
    }

    func checkMayTearDown(_ node: Int) {
        if seen.toTearDown.dropLast(tornDown.count).last != node {
            complain("\(name(node)) is torn down out of order")
        }
        let live = running.filter { !machine.detail(of: $0).abandoned }
        if !live.isEmpty { complain("\(name(node)) is torn down while others run") }
    }

    // MARK: Ending

    func checkOutcome(of node: Int, _ outcome: Outcome) {
        guard group(endingAt: node) == nil else { return }
        let isRight =
            switch outcome {
            case .succeeded: seen.succeeded.contains(node)
            case .degraded: seen.fellBack.contains(node)
            case .failed:
                seen.failed.contains(node) || asked.contains(node) || usedUpBudget(node)
                    || wasGivenUp(outcome)
                    || topology.policies(of: node)?.fallback != nil
            case .cancelled, .skipped: true
            case .notNeeded: seen.doesNotHold.contains(node) || isInGroupNotNeeded(node)
            }
        if !isRight { complain("\(name(node)) \(outcome.word) for nothing: \(outcome)") }
        if !running.contains(node), seen.attempts[node] == nil, outcome == .succeeded {
            complain("\(name(node)) succeeded without having run")
        }
    }

    /// Whether it could never start any more; see ``checkStall()``.
    private func wasGivenUp(_ outcome: Outcome?) -> Bool {
        guard outcome?.message?.hasPrefix("can never start") == true else { return false }
        if !seen.isReady { complain("something is given up before the launch is ready") }
        if running.isEmpty, !mayDeadlock { complain("something is given up for nothing") }
        return true
    }

    private func usedUpBudget(_ node: Int) -> Bool {
        machine.detail(of: node).budgetEnd.map { $0 <= now } ?? false
    }

    private func isInGroupNotNeeded(_ node: Int) -> Bool {
        var group = topology.group(of: node)
        while group >= 0 {
            if seen.doesNotHold.contains(topology.groups[group].entry) { return true }
            group = Int(topology.groups[group].parent)
        }
        return false
    }

    // MARK: At any time

    /// What the machine counts is what there is.
    func checkState() {
        var active = 0
        var unended = 0
        var unendedBackground = 0
        var ready = [Int](repeating: 0, count: machine.lanes.count)
        for node in machine.nodes.indices {
            switch machine.nodes[node].state {
            case .pending, .lockWaiting, .ended: break
            case .ready: ready[Int(machine.nodes[node].lane)] += 1
            case .running, .evaluating, .fallingBack, .backingOff: active += 1
            }
            guard machine.nodes[node].state != .ended, !machine.isAction(node) else { continue }
            if machine.nodes[node].flags.contains(.background) {
                unendedBackground += 1
            } else {
                unended += 1
            }
        }
        expect(machine.active, active, "active")
        expect(machine.unended, unended, "unended")
        expect(machine.unendedBackground, unendedBackground, "unended of the background")
        for lane in machine.lanes.indices {
            expect(machine.lanes[lane].ready, ready[lane], "ready in queue \(lane)")
            let bodies = running.count { Int(machine.nodes[$0].lane) == lane }
            expect(machine.lanes[lane].held, bodies, "running in queue \(lane)")
        }
        checkEndedGroups()
        checkFreeLocks()
        checkStall()
    }

    private func expect(_ counted: Int, _ actual: Int, _ what: String) {
        if counted != actual { complain("\(what): counts \(counted), and there are \(actual)") }
    }

    private func checkEndedGroups() {
        for group in seen.endedGroups {
            for child in machine.groupChildren(group) where machine.nodes[child].state != .ended {
                complain("\(name(child)) goes on after its group '\(topology.groups[group].name)'")
            }
        }
        seen.endedGroups = []
    }
}
