extension LaunchMachine {
    /// The launch begins.
    ///
    /// - Precondition: It has not begun or been stopped before.
    mutating func start(at now: Instant) {
        nodesAtStart = nodes.count
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
        giveBackPlace(of: node, at: now)
        return endedUnusually(node, result, at: now)
    }

    /// The node's body returned: ``ended(_:_:at:)`` the short way, which nearly all go.
    @inline(__always)
    mutating func succeeded(_ node: Int, at now: Instant) -> Bool {
        giveBackPlace(of: node, at: now)
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
    private mutating func giveBackPlace(of node: Int, at now: Instant) {
        let lane = Int(nodes[node].lane)
        lanes[lane].held -= 1
        lanes[lane].freedBy = Int32(truncatingIfNeeded: node)
        lanes[lane].freedAt = now
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
}
