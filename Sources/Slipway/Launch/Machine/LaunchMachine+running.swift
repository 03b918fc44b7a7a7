extension LaunchMachine {
    /// The launch begins.
    ///
    /// - Precondition: It has not begun or been stopped before.
    mutating func start(at now: Instant) {
        guard stage == .idle else { return tellWhatWasMissed(at: now) }
        stage = .starting
        launchedAt = now
        tell(at: now) { .launchStarted($0.report(withOperations: false)) }
        if let deadline { emit(.arm(.deadline, at: deadline)) }
        for (node, reason) in earlyCancels { cancelNow(node, reason: reason, at: now) }
        for node in nodes.indices where nodes[node].waiting == 0 && nodes[node].state == .pending {
            if !isAction(node) { satisfied(node, at: now) }
        }
        settleAgenda(at: now)
        armExpiries()
        for kind in kinds.indices { startNextAction(of: kind, at: now) }
        advance(at: now)
    }

    /// The launch was stopped before it began, when nobody could watch.
    private mutating func tellWhatWasMissed(at now: Instant) {
        guard stage == .ended else { return }
        tell(at: now) { .launchStarted($0.report(withOperations: false)) }
        let reason = stopReason
        tell(at: now) { .launchStopping(reason: reason, rootCauses: $0.rootCauses) }
        tell(at: now) { .launchEnded($0.report(withOperations: false)) }
    }

    /// The node's body is to begin.
    @inline(__always)
    mutating func begin(_ node: Int, at now: Instant) {
        nodes[node].state = .running
        if !nodes[node].hasStarted { nodes[node].startedAt = now }
        active += 1
        if nodes[node].flags.contains(.special) { beginAttempt(node, at: now) }
        if nodes[node].flags.contains(.action) {
            actionStarted(node, at: now)
        } else {
            log.append(.started, node, at: now)
        }
    }

    /// The node's body returned or threw.
    ///
    /// - Returns: Whether its value counts: `false` when it came too late, or not at all.
    @discardableResult
    mutating func ended(_ node: Int, _ result: Result, at now: Instant) -> Bool {
        if case .succeeded = result { return succeeded(node, at: now) }
        giveBackPlace(of: node)
        return endedUnusually(node, result, at: now)
    }

    /// The node's body returned: ``ended(_:_:at:)`` the short way, which nearly all go.
    @inline(__always)
    mutating func succeeded(_ node: Int, at now: Instant) -> Bool {
        giveBackPlace(of: node)
        guard nodes[node].flags.isDisjoint(with: .unusual) else {
            return endedUnusually(node, .succeeded, at: now)
        }
        active -= 1
        succeed(node, at: now)
        // Where something else can start, or runs, the launch as a whole has come no further.
        let lane = Int(nodes[node].lane)
        let goesOn = unended > 0 && (active > 0 || lanes[lane].startable > 0)
        if !goesOn || stage != .starting || !offeredGroups.isEmpty { advance(at: now) }
        return true
    }

    @inline(__always)
    private mutating func giveBackPlace(of node: Int) {
        let lane = Int(nodes[node].lane)
        lanes[lane].held -= 1
        lanes[lane].freedBy = Int32(truncatingIfNeeded: node)
    }

    /// A timer that was armed has come.
    ///
    /// A timer may come at the very moment at which it is disarmed, so each looks again whether
    /// it still has a reason.
    mutating func fired(_ timer: Timer, at now: Instant) {
        switch timer {
        case .deadline: deadlinePassed(at: now)
        case .timeout(let node): timeoutPassed(node, at: now)
        case .retry(let node): pausePassed(node, at: now)
        case .stuck(let node): gracePassed(of: node, at: now)
        case .grace: gracePassed(at: now)
        case .teardown: teardownTimePassed(at: now)
        case .expiry(let id): expire(id, at: now)
        }
    }

    // MARK: Becoming ready

    /// Everything that the node waits for has ended as it should.
    @inline(__always)
    mutating func satisfied(_ node: Int, at now: Instant) {
        guard nodes[node].flags.isDisjoint(with: .unusual) else {
            return satisfiedUnusually(node, at: now)
        }
        becomeReady(node, at: now)
    }

    private mutating func satisfiedUnusually(_ node: Int, at now: Instant) {
        if nodes[node].flags.contains(.groupExit) {
            return agenda.append((node, groupOutcome(endingAt: node)))
        }
        if nodes[node].flags.contains(.special), topology.policies(of: node)?.condition != nil {
            nodes[node].state = .evaluating
            active += 1
            return emit(.evaluate(node))
        }
        becomeReady(node, at: now)
    }

    /// The node may run: it has what it requires, and its condition holds.
    @inline(__always)
    mutating func becomeReady(_ node: Int, at now: Instant) {
        if nodes[node].flags.contains(.groupEntry) { return groupMayBegin(node, at: now) }
        nodes[node].readyAt = now
        log.append(.ready, node, at: now)
        enqueue(node)
    }

    /// The node's condition was evaluated.
    mutating func conditionEnded(
        _ node: Int,
        _ answer: Swift.Result<Bool, Failure>,
        at now: Instant
    ) {
        guard nodes[node].state == .evaluating else { return }
        active -= 1
        if detail(of: node).cancelRequested {
            emit(.disarm(.stuck(node)))
            settle(node, .cancelled(reason: detail(of: node).cancelReason), at: now)
        } else {
            switch answer {
            case .success(true):
                nodes[node].state = .pending
                becomeReady(node, at: now)
                settleAgenda(at: now)
            case .success(false):
                let condition = topology.policies(of: node)?.condition?.description ?? ""
                settle(node, .notNeeded(condition: condition), at: now)
            case .failure(let failure):
                fail(node, failure, at: now)
            }
        }
        advance(at: now)
    }

    // MARK: Ending

    /// Ends an operation with its value: the short way, which nearly all go.
    @inline(__always)
    mutating func succeed(_ node: Int, at now: Instant) {
        nodes[node].state = .ended
        nodes[node].endedAt = now
        if nodes[node].flags.contains(.background) {
            unendedBackground -= 1
        } else {
            unended -= 1
        }
        log.append(.ended, node, at: now)
        release(dependentsOf: node, at: now)
        if !agenda.isEmpty { settleAgenda(at: now) }
    }

    /// Counts the node's end for everything that depends on it, of which nothing is skipped.
    mutating func release(dependentsOf node: Int, at now: Instant) {
        if node < topology.base {
            let range = topology.graph.dependents.range(of: node)
            for position in range {
                let dependent = topology.graph.dependents.links[position].node
                dependencyEnded(of: dependent, node, at: now)
            }
        }
        guard nodes[node].flags.contains(.hasLateDependents) else { return }
        for link in topology.lateDependents(of: node) {
            dependencyEnded(of: link.node, node, at: now)
        }
    }

    @inline(__always)
    mutating func dependencyEnded(of dependent: Int, _ node: Int, at now: Instant) {
        nodes[dependent].waiting -= 1
        if nodes[dependent].flags.contains(.action) {
            requirementEnded(ofKind: dependent, node, usable: true, at: now)
        } else if nodes[dependent].waiting == 0, nodes[dependent].state == .pending, isOpen {
            satisfied(dependent, at: now)
        }
    }

    /// Ends a node, and with it everything that now can never run.
    mutating func settle(_ node: Int, _ outcome: Outcome, at now: Instant) {
        if isAction(node) { return actionEnded(node, outcome, at: now) }
        agenda.append((node, outcome))
        settleAgenda(at: now)
    }

    /// Ends what is on the agenda, and what that puts there: a list instead of a recursion, so that
    /// a chain of a million is no deeper than one of two.
    mutating func settleAgenda(at now: Instant) {
        while true {
            if let (node, outcome) = agenda.popLast() {
                if nodes[node].state != .ended { settleNow(node, outcome, at: now) }
            } else if let node = takeOfferedGroup() {
                beginGroup(node, at: now)
            } else {
                return
            }
        }
    }

    private mutating func settleNow(_ node: Int, _ outcome: Outcome, at now: Instant) {
        end(node, outcome, at: now)
        if nodes[node].flags.contains(.groupEntry) {
            groupBegun(node, outcome, at: now)
        } else if outcome.isUsable {
            release(dependentsOf: node, at: now)
        } else if nodes[node].flags.contains(.optional) {
            endDependents(of: node, outcome, at: now)
            childDegraded(node)
        } else if topology.group(of: node) >= 0 {
            // First, so that what merely comes after the node does not begin in a group that ends.
            childFailed(node, outcome, at: now)
            endDependents(of: node, outcome, at: now)
        } else {
            requiredOperationFailed(node, outcome, at: now)
        }
    }

    /// Marks the end of one node; what that means for others is the caller's business.
    mutating func end(_ node: Int, _ outcome: Outcome, at now: Instant) {
        let state = nodes[node].state
        if state == .ready { dequeue(node) }
        if state == .lockWaiting || state == .ready { stopWaitingForLock(node, at: now) }
        nodes[node].state = .ended
        nodes[node].endedAt = now
        if nodes[node].flags.contains(.background) {
            unendedBackground -= 1
        } else {
            unended -= 1
        }
        if outcome == .succeeded {
            if topology.policies(of: node)?.stop != nil { toTearDown.append(node) }
        } else {
            outcomes[node] = outcome
            if !outcome.isPlain { isDegraded = true }
        }
        if nodes[node].flags.contains(.groupExit) { closeGroup(endingAt: node, at: now) }
        if !nodes[node].flags.contains(.groupEntry) { log.append(.ended, node, at: now) }
        if outcome.isDegraded { childDegraded(node) }
    }

    /// Skips what requires the node, and releases what merely runs after it.
    mutating func endDependents(of node: Int, _ outcome: Outcome, at now: Instant) {
        if node < topology.base {
            for position in topology.graph.dependents.range(of: node) {
                let link = topology.graph.dependents.links[position]
                endDependent(link, of: node, outcome, at: now)
            }
        }
        for link in topology.lateDependents(of: node) {
            endDependent(link, of: node, outcome, at: now)
        }
    }

    private mutating func endDependent(
        _ link: Adjacency.Link,
        of node: Int,
        _ outcome: Outcome,
        at now: Instant
    ) {
        let dependent = link.node
        guard link.kind == .requires else { return dependencyEnded(of: dependent, node, at: now) }
        nodes[dependent].waiting -= 1
        if isAction(dependent) {
            requirementEnded(ofKind: dependent, node, usable: false, at: now)
        } else if nodes[dependent].state == .pending {
            skip(dependent, root: root(of: node, outcome), at: now)
        }
    }

    /// What a node requires did not succeed: a fallback stands in, or it is skipped.
    mutating func skip(_ node: Int, root: String, at now: Instant) {
        let outcome = Outcome.skipped(root: root)
        if nodes[node].flags.contains(.special), mayFallBack(node) {
            fallBack(node, insteadOf: outcome)
        } else {
            doom(node, outcome)
        }
    }

    /// Puts a node that has not begun on the agenda; whatever else ends before its turn does not let
    /// it begin.
    mutating func doom(_ node: Int, _ outcome: Outcome) {
        nodes[node].waiting = Node.never
        agenda.append((node, outcome))
    }

    func root(of node: Int, _ outcome: Outcome) -> String {
        if case .skipped(let root) = outcome { root } else { topology.name(of: node) }
    }
}
