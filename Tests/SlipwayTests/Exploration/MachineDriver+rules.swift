@testable import Slipway

/// The rules.
extension MachineDriver {
    var topology: Topology { machine.topology }

    /// Operations that were declared with a fallback, which is released at their end.
    private var hasFallback: Set<Int> { seen.withFallback }

    /// Checks that an operation may start; `before` are the operations that were ready before, and
    /// `hasLockWait` says whether one of these began to wait for a lock.
    func checkStart(of node: Int, _ before: [Int], hasLockWait: Bool) {
        if seen.isPaused { complain("\(name(node)) starts while the launch is paused") }
        let queue = machine.topology.operations[node].queue
        if seen.pausedQueues.contains(queue) { complain("\(name(node)) starts in a paused queue") }
        if seen.isStopping, !isLeftAlone(node) {
            complain("\(name(node)) starts while the launch stops")
        }
        checkWidth(of: queue, with: node)
        // An operation that left its lock to another queue's and was offered it again is not the
        // next one.
        checkOrder(of: node, before.filter { !hasLockWait || !namesLocks($0) })
        guard !isAction(node) else { return checkDependencies(of: node) }
        if seen.ended[node] != nil { complain("\(name(node)) starts after its end") }
        if machine.records[node].stage == .background, !seen.isReady, !seen.isStopping,
            addedBy[node] == nil
        {
            complain("\(name(node)) of the background starts before the launch is ready")
        }
        if topology.operations[node].options.condition != nil, !seen.holds.contains(node) {
            complain("\(name(node)) starts although its condition does not hold")
        }
        checkDependencies(of: node)
        checkGroups(around: node)
        checkLocks(of: node)
        checkAttempt(of: node)
    }

    /// The handler that has added it still runs, and the drain is not over.
    private func isLeftAlone(_ node: Int) -> Bool {
        guard let handler = addedBy[node], running.contains(handler) else { return false }
        return machine.course.drainEnd != nil
    }

    private func namesLocks(_ node: Int) -> Bool {
        !isAction(node) && !topology.operations[node].locks.isEmpty
    }

    /// Its locks are free by then.
    private func isFallingBack(_ group: Int) -> Bool {
        if case .fallingBack = machine.records[state: group] { true } else { false }
    }

    func checkDependencies(of node: Int) {
        for link in topology.dependencies[node] {
            if !machine.records[link.index].hasEnded {
                complain("\(name(node)) starts before \(name(link.index)) has ended")
            } else if link.kind == .requires, !isUsable(link.index) {
                complain("\(name(node)) starts without \(name(link.index)), which it requires")
            }
        }
    }

    private func isUsable(_ node: Int) -> Bool {
        (machine.records[outcome: node] ?? .succeeded).isUsable
    }

    func checkGroups(around node: Int) {
        for group in topology.groups(around: node) {
            if !seen.openGroups.contains(group) {
                complain("\(name(node)) starts outside of its group \(name(group))")
            }
            if seen.closedGroups.contains(group) {
                complain("\(name(node)) starts in the group \(name(group)), which is ending")
            }
        }
    }

    /// No other operation holds its locks: a lock belongs to the outermost of the operation and the
    /// groups around it that name it.
    func checkLocks(of node: Int) {
        let holders =
            running.filter { $0 != node && !isAction($0) }
            + seen.openGroups.filter { !isFallingBack($0) }
        for lock in topology.operations[node].options.locks {
            let owner = owner(of: lock, for: node)
            for holder in holders where topology.operations[holder].options.locks.contains(lock) {
                let other = self.owner(of: lock, for: holder)
                if other != owner {
                    complain("\(name(node)) takes '\(lock)' while \(name(holder)) holds it")
                }
            }
        }
    }

    func owner(of lock: Lock, for node: Int) -> Int {
        topology.groups(around: node).reduce(node) { owner, group in
            topology.operations[group].options.locks.contains(lock) ? group : owner
        }
    }

    private func checkWidth(of queue: Int, with node: Int) {
        if bodies(in: queue) >= machine.slots.queues[queue].width {
            complain("\(name(node)) starts in a full queue")
        }
    }

    /// What is being undone.
    private var undoing: [Int] {
        machine.groups.undoing.compactMap { group in
            guard case .undoing(let node)? = machine.groups[group]?.failedAttempt?.state else {
                return nil
            }
            return node
        }
    }

    /// The number of bodies that take a slot in a queue, and of what is undone there.
    private func bodies(in queue: Int) -> Int {
        let undone = undoing + machine.groups.leftUndoing
        return running.count {
            machine.topology.operations[$0].queue == queue
                && !machine.records[$0].waitsOutsideQueue
        }
            + undone.count {
                machine.topology.operations[$0].queue == queue && !machine.stays($0)
                    && takesSlot($0)
            }
    }

    /// The place of an operation among the declarations; the numbers of additions are used again.
    private func declarationOrder(_ node: Int) -> UInt64 {
        machine.topology.isAddition(node)
            ? machine.topology.operations[node].declaration.number.value | 1 << 63 : UInt64(node)
    }

    /// The operation that starts is the first of its queue: by priority, longest remaining path,
    /// and declaration.
    private func checkOrder(of node: Int, _ before: [Int]) {
        for other in before where other != node {
            guard machine.records[other].isReady,
                machine.topology.operations[other].queue == machine.topology.operations[node].queue
            else { continue }
            let levels = (seen.levels[node, default: 0], seen.levels[other, default: 0])
            if levels.0 < levels.1 {
                complain("\(name(node)) starts before \(name(other)), which is more urgent")
            }
            guard levels.0 == levels.1 else { continue }
            let paths = (seen.paths[node, default: 0], seen.paths[other, default: 0])
            if paths.0 < paths.1 {
                complain("\(name(node)) starts before \(name(other)), on which more depends")
            } else if paths.0 == paths.1, declarationOrder(other) < declarationOrder(node) {
                complain("\(name(node)) starts before \(name(other)), which was declared earlier")
            }
        }
    }

    private func checkAttempt(of node: Int) {
        let attempt = seen.attempts[node, default: 0] + 1
        seen.attempts[node] = attempt
        let options = topology.operations[node].options
        if attempt > options.retry?.attempts ?? 1 { complain("\(name(node)) is tried too often") }
        if attempt > 1, !seen.failed.contains(node) {
            complain("\(name(node)) is tried for nothing")
        }
        if let due = seen.nextAttempt[node], now < due {
            complain("\(name(node)) is tried again before its pause is over")
        }
        let first = seen.firstAttempt[node] ?? now
        seen.firstAttempt[node] = first
        if attempt > 1, let budget = options.budget, timers[.timeout(node)] == nil,
            first.advanced(by: budget) < now
        {
            complain("\(name(node)) is tried again past its budget")
        }
        seen.failed.remove(node)
        seen.succeeded.remove(node)
    }

    func checkMayEvaluate(_ node: Int) {
        // It was cancelled in the same step.
        guard machine.records[call: node]?.isUnwanted != true else { return }
        if seen.isStopping, !isLeftAlone(node) {
            complain("\(name(node)) is asked about while the launch stops")
        }
        if seen.holds.contains(node) { complain("\(name(node)) is asked about twice") }
        checkDependencies(of: node)
        checkGroups(around: node)
    }

    func checkMayFallBack(_ node: Int) {
        guard machine.records[call: node]?.isUnwanted != true else { return }
        guard !machine.isGroup(node) else { return checkMayFallBack(group: node) }
        let isSkipped = topology.dependencies[node].contains { link in
            link.kind == .requires && machine.records[link.index].hasEnded
                && !isUsable(link.index)
        }
        let isBudgetUsedUp = machine.records[details: node].budgetEnd.map { $0 <= now } ?? false
        var before: Outcome?
        if case .fallingBack(_, let outcome) = machine.records[state: node] { before = outcome }
        let isGivenUp = wasGivenUp(before)
        let isLeftOut = machine.records[node].traits.contains(.isLeftOut)
        if !isSkipped, !isLeftOut, !isBudgetUsedUp, !isGivenUp, !seen.doesNotHold.contains(node),
            !seen.failed.contains(node),
            !asked.contains(node)
        {
            complain("\(name(node)) falls back for nothing")
        }
        if topology.groups(around: node).contains(where: { seen.closedGroups.contains($0) }) {
            complain("\(name(node)) falls back in a group that is ending")
        }
    }

    private func checkMayFallBack(group: Int) {
        for child in topology.everything(in: group) where !machine.records[child].hasEnded {
            complain("\(name(group)) falls back before \(name(child)) has ended")
        }
        guard case .fallingBack(_, let before) = machine.records[state: group] else { return }
        switch before {
        case .failed, .skipped, .notNeeded: return
        case .succeeded, .degraded, .cancelled: complain("\(name(group)) falls back for nothing")
        }
    }

    func checkOutcome(of node: Int, _ outcome: Outcome) {
        guard !topology.operations[node].isGroup else { return }
        let isRight =
            switch outcome {
            case .succeeded: seen.succeeded.contains(node)
            case .degraded: seen.fellBack.contains(node)
            case .failed:
                // A fallback may come to nothing when what kept it from its start has ended.
                seen.failed.contains(node) || asked.contains(node) || usedUpBudget(node)
                    || hasFallback.contains(node)
                    || wasGivenUp(outcome)
            case .cancelled, .skipped: true
            case .notNeeded: seen.doesNotHold.contains(node) || isInGroupNotNeeded(node)
            }
        if !isRight { complain("\(name(node)) \(outcome.word) for nothing: \(outcome)") }
        if !running.contains(node), seen.attempts[node] == nil, outcome == .succeeded {
            complain("\(name(node)) succeeded without having run")
        }
    }

    /// Tells whether it could never start any more; see ``checkStall()``.
    private func wasGivenUp(_ outcome: Outcome?) -> Bool {
        guard outcome?.message?.hasPrefix("can never start") == true else { return false }
        if !seen.isReady { complain("something is given up before the launch is ready") }
        if running.isEmpty, machine.groups.leftUndoing.isEmpty {
            complain("something is given up for nothing")
        }
        return true
    }

    private func usedUpBudget(_ node: Int) -> Bool {
        machine.records[details: node].budgetEnd.map { $0 <= now } ?? false
    }

    private func isInGroupNotNeeded(_ node: Int) -> Bool {
        topology.groups(around: node).contains {
            seen.doesNotHold.contains($0) || machine.records[$0].traits.contains(.isLeftOut)
        }
    }

    /// The machine's counts match its records.
    func checkState() {
        var active = 0
        var unended = 0
        var unendedBackground = 0
        var ready = [Int](repeating: 0, count: machine.slots.queues.count)
        for node in machine.indices {
            switch machine.records[state: node] {
            case .open:
                if machine.groups[node]?.failedAttempt?.state.isActive == true { active += 1 }
            case .pending, .doomed, .waitingForLock, .ended: break
            case .ready: ready[machine.topology.operations[node].queue] += 1
            case .running, .checkingCondition, .fallingBack, .backingOff: active += 1
            }
            guard !machine.records[node].hasEnded, !isAction(node) else { continue }
            if machine.records[node].stage == .background {
                unendedBackground += 1
            } else {
                unended += 1
            }
        }
        expect(machine.remaining.active, active, "active")
        expect(machine.remaining.unended, unended, "unended")
        expect(machine.remaining.unendedBackground, unendedBackground, "unended of the background")
        for queue in machine.slots.queues.indices {
            expect(machine.slots.queues[queue].ready, ready[queue], "ready in queue \(queue)")
            let bodies = bodies(in: queue)
            expect(machine.slots.queues[queue].held, bodies, "running in queue \(queue)")
        }
        checkEndedGroups()
        checkFreeLocks()
        checkStall()
        checkNames()
    }

    /// A shown name is unique at each instant.
    private func checkNames() {
        let names = machine.topology.inOrder.map { machine.name(of: $0) }
        expect(Set(names).count, names.count, "names")
    }

    private func expect(_ counted: Int, _ actual: Int, _ what: String) {
        if counted != actual { complain("\(what): counts \(counted), and there are \(actual)") }
    }

    private func checkEndedGroups() {
        for group in seen.endedGroups {
            for child in topology.everything(in: group) where !machine.records[child].hasEnded {
                complain("\(name(child)) goes on after its group \(name(group))")
            }
        }
        seen.endedGroups = []
    }
}
