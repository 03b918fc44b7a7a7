/// How a launch ends: a required operation fails, the deadline passes, nothing moves, or somebody
/// asks for it. Running operations are asked to give up and get a grace; what succeeded is torn
/// down in reverse.
extension LaunchMachine {
    /// Somebody asks the launch to end: an ordinary way to end, also during startup.
    mutating func stop(reason: String, at now: Instant) {
        switch stage {
        case .idle, .starting, .ready: beginStopping(reason: reason, at: now)
        case .stopping, .tearingDown, .ended: return
        }
    }

    /// The operation was torn down; `failure` is what went wrong.
    mutating func tornDown(_ node: Int, _ failure: Failure?, at now: Instant) {
        guard stage == .tearingDown, toTearDown.last == node else { return }
        toTearDown.removeLast()
        tell(at: now) { .operationTornDown(name: $0.topology.name(of: node), failure: failure) }
        tearDownNext(at: now)
    }

    mutating func requiredOperationFailed(_ node: Int, _ outcome: Outcome, at now: Instant) {
        let causes = rootCauses(of: node, outcome)
        switch stage {
        case .idle, .starting, .ready:
            let first = causes.first
            let name = first?.operation ?? topology.name(of: node)
            let message = first?.failure.message ?? outcome.word
            beginStopping(reason: "'\(name)' failed: \(message)", causes: causes, at: now)
        case .stopping:
            let detail = detail(of: node)
            // Who was asked to give up says whatever it says as a consequence.
            if !detail.cancelRequested || detail.timedOut { rootCauses += causes }
        case .tearingDown, .ended:
            return
        }
    }

    /// Why a node failed: for a group every child that did, for what was skipped its root.
    private func rootCauses(of node: Int, _ outcome: Outcome) -> [RootCause] {
        var nodes = roots(of: node)
        if case .skipped(let root) = outcome, let root = topology.node(named: root) {
            nodes = roots(of: root)
        }
        return nodes.map { node in
            let outcome = outcomes[node] ?? outcome
            let failure: Failure =
                if case .failed(let failure) = outcome { failure } else {
                    Failure(.error, outcome.message ?? outcome.word)
                }
            return RootCause(operation: topology.name(of: node), failure: failure)
        }
    }

    mutating func deadlinePassed(at now: Instant) {
        guard stage == .starting, let duration = graph.plan.deadline else { return }
        let message = "not ready within \(duration.timespan); \(unfinishedBusiness(at: now))"
        failAsAWhole(Failure(.timedOut, message), at: now)
    }

    /// The launch fails, and no operation is the cause.
    mutating func failAsAWhole(_ failure: Failure, at now: Instant) {
        let cause = RootCause(operation: nil, failure: failure)
        beginStopping(reason: failure.message, causes: [cause], at: now)
    }

    /// Looks whether the launch as a whole has come further.
    mutating func advance(at now: Instant) {
        if !agenda.isEmpty || !offeredGroups.isEmpty { settleAgenda(at: now) }
        switch stage {
        case .starting where unended == 0: launchBecameReady(at: now)
        case .starting where active == 0: if isStalled() { stalled(at: now) }
        case .ready where unendedBackground == 0 && !isComplete:
            isComplete = true
            emit(.reached(.complete))
        case .ready where active == 0 && unendedBackground > 0 && !endsWhenReady:
            if isStalled() { giveUpStalled(at: now) }
        case .stopping where active == 0: beginTeardown(at: now)
        case .idle, .starting, .ready, .stopping, .tearingDown, .ended: return
        }
    }

    private mutating func launchBecameReady(at now: Instant) {
        stage = .ready
        readyAt = now
        emit(.disarm(.deadline))
        tell(at: now) { .launchReady(degraded: $0.isDegraded) }
        emit(.reached(.ready))
        if !endsWhenReady {
            for node in background { dependencyEnded(of: node, node, at: now) }
        }
        advance(at: now)
    }

    /// Who is running and since when; if nobody is, who waits.
    private func unfinishedBusiness(at now: Instant) -> String {
        var waiting: [String] = []
        for node in topology.operations where !nodes[node].flags.contains(.groupExit) {
            if isWaiting(node), waiting.count < 5 { waiting.append("'\(topology.name(of: node))'") }
        }
        return runningAndWaiting(waiting, at: now).joined(separator: "; ")
    }

    private func isWaiting(_ node: Int) -> Bool {
        switch nodes[node].state {
        case .pending, .ready, .lockWaiting: true
        case .running, .evaluating, .fallingBack, .backingOff, .ended: false
        }
    }

    mutating func beginStopping(
        reason: String,
        causes: [RootCause] = [],
        at now: Instant
    ) {
        stage = .stopping
        stopReason = reason
        emit(.disarm(.deadline))
        agenda = []
        offeredGroups.removeAll()
        endUnstarted(root: causes.first?.operation, reason: reason, at: now)
        rootCauses += causes.map { cause in
            var cause = cause
            cause.skipped = skipped(because: cause.operation)
            return cause
        }
        tell(at: now) { .launchStopping(reason: reason, rootCauses: $0.rootCauses) }
        stopActions(cause: rootCauses.first, reason: reason, at: now)
        if active > 0 {
            emit(.arm(.grace, at: now.advanced(by: graph.plan.grace)))
            for node in nodes.indices { requestCancel(node, reason: reason, at: now) }
        }
        advance(at: now)
    }

    private mutating func endUnstarted(root: String?, reason: String, at now: Instant) {
        guard unended + unendedBackground > 0 else { return }
        for node in nodes.indices where !isAction(node) {
            switch nodes[node].state {
            case .pending, .ready, .lockWaiting: break
            case .backingOff:
                active -= 1
                emit(.disarm(.retry(node)))
            case .running, .evaluating, .fallingBack, .ended: continue
            }
            // It ends with its running children.
            if nodes[node].flags.contains(.groupExit), isOpenGroup(endingAt: node) { continue }
            end(node, root.map { .skipped(root: $0) } ?? .cancelled(reason: reason), at: now)
        }
    }

    /// Whether a group has begun, or a fallback of something in it is being looked for.
    private func isOpenGroup(endingAt exit: Int) -> Bool {
        guard nodes[exit].waiting > 0, let group = topology.groupAt[exit] else { return false }
        return nodes[exit].startedAt != nil
            || children(of: group).contains { nodes[$0].state == .fallingBack }
    }

    /// The names of the operations that were skipped because of one, in declaration order.
    private func skipped(because root: String?) -> [String] {
        guard let root else { return [] }
        return topology.operations
            .filter { outcomes[$0] == .skipped(root: root) }
            .map { topology.name(of: $0) }
    }

    mutating func gracePassed(at now: Instant) {
        guard stage == .stopping else { return }
        for node in nodes.indices where nodes[node].state != .ended { abandon(node, at: now) }
    }

    /// Somebody asks a second time: nobody waits for the grace any more.
    mutating func endGrace(at now: Instant) {
        switch stage {
        case .idle, .starting, .ready, .ended: return
        case .stopping:
            isGraceOver = true
            gracePassed(at: now)
        case .tearingDown:
            isGraceOver = true
            teardownTimePassed(at: now)
        }
    }

    // MARK: Teardown

    private mutating func beginTeardown(at now: Instant) {
        endOpenGroups(at: now)
        stage = .tearingDown
        emit(.disarm(.grace))
        guard !isGraceOver else { return teardownTimePassed(at: now) }
        if !toTearDown.isEmpty {
            emit(.arm(.teardown, at: now.advanced(by: graph.plan.grace)))
        }
        tearDownNext(at: now)
    }

    /// Groups that were begun when the launch stopped: their children have all ended by now.
    private mutating func endOpenGroups(at now: Instant) {
        for group in groups where nodes[group.declaration.exit].state != .ended {
            let exit = group.declaration.exit
            let outcome = groupOutcome(endingAt: exit)
            end(exit, outcome.isUsable ? .cancelled(reason: stopReason) : outcome, at: now)
        }
    }

    private mutating func tearDownNext(at now: Instant) {
        if let node = toTearDown.last { emit(.tearDown(node)) } else { finish(at: now) }
    }

    mutating func teardownTimePassed(at now: Instant) {
        guard stage == .tearingDown else { return }
        let words = isGraceOver ? "the grace was ended" : "within \(graph.plan.grace.timespan)"
        let late = Failure(.timedOut, "not done \(isGraceOver ? "before " : "")\(words)")
        for node in toTearDown.reversed() {
            tell(at: now) { .operationTornDown(name: $0.topology.name(of: node), failure: late) }
        }
        toTearDown = []
        hasLeftTeardown = true
        finish(at: now)
    }

    private mutating func finish(at now: Instant) {
        stage = .ended
        endedAt = now
        emit(.disarm(.teardown))
        tell(at: now) { .launchEnded($0.report(withOperations: false)) }
        emit(.finish)
    }
}
