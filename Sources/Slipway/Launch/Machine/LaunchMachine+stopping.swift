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
        tell(at: now) { .operationTornDown(name: $0.graph.name(of: node), failure: failure) }
        tearDownNext(at: now)
    }

    mutating func requiredOperationFailed(_ node: Int, _ outcome: Outcome, at now: Instant) {
        let name = graph.name(of: node)
        let failure: Failure =
            if case .failed(let failure) = outcome { failure } else {
                Failure(.error, outcome.message ?? outcome.word)
            }
        let cause = RootCause(operation: name, failure: failure)
        switch stage {
        case .idle, .starting, .ready:
            beginStopping(reason: "'\(name)' failed: \(failure.message)", cause: cause, at: now)
        case .stopping where !nodes[node].cancelRequested || nodes[node].timedOut:
            rootCauses.append(cause)
        case .stopping, .tearingDown, .ended:
            // It was asked to give up; whatever it says now is a consequence.
            return
        }
    }

    mutating func deadlinePassed(at now: Instant) {
        guard stage == .starting, let duration = graph.plan.deadline else { return }
        let message = "not ready within \(duration.timespan); \(unfinishedBusiness(at: now))"
        beginStopping(
            reason: message,
            cause: RootCause(operation: nil, failure: Failure(.timedOut, message)),
            at: now
        )
    }

    /// Looks whether the launch as a whole has come further.
    mutating func advance(at now: Instant) {
        switch stage {
        case .starting where unended == 0:
            stage = .ready
            readyAt = now
            emit(.disarm(.deadline))
            tell(at: now) { .launchReady(degraded: $0.isDegraded) }
        case .starting where active == 0:
            // The graph has no cycle, so only a queue held by a body that never returns leads
            // here.
            let message = "nothing can run any more; \(unfinishedBusiness(at: now))"
            beginStopping(
                reason: message,
                cause: RootCause(operation: nil, failure: Failure(.error, message)),
                at: now
            )
        case .stopping where active == 0:
            beginTeardown(at: now)
        case .idle, .starting, .ready, .stopping, .tearingDown, .ended:
            return
        }
    }

    /// Who is running and since when; if nobody is, who waits.
    private func unfinishedBusiness(at now: Instant) -> String {
        let operations = 0..<graph.operationCount
        let running = operations.filter { nodes[$0].state == .running || nodes[$0].abandoned }
        let named = running.prefix(5).map { node in
            let elapsed = (nodes[node].startedAt ?? now).duration(to: now)
            return "'\(graph.name(of: node))' (\(elapsed.timespan))"
        }
        let waiting = operations.filter { [.pending, .ready].contains(nodes[$0].state) }
        let first = waiting.prefix(5).map { "'\(graph.name(of: $0))'" }
        return [
            named.isEmpty ? "" : "running: " + named.joined(separator: ", "),
            first.isEmpty ? "" : "waiting: " + first.joined(separator: ", "),
        ].filter { !$0.isEmpty }.joined(separator: "; ")
    }

    private mutating func beginStopping(
        reason: String,
        cause: RootCause? = nil,
        at now: Instant
    ) {
        stage = .stopping
        stopReason = reason
        emit(.disarm(.deadline))
        emit(.arm(.grace, at: now.advanced(by: graph.plan.grace)))
        let skipped = endUnstarted(cause: cause, reason: reason, at: now)
        if var cause {
            cause.skipped = skipped
            rootCauses.append(cause)
        }
        tell(at: now) { .launchStopping(reason: reason, rootCauses: $0.rootCauses) }
        stopActions(cause: cause, reason: reason, at: now)
        for node in nodes.indices where nodes[node].state == .running {
            requestCancel(node, reason: reason, at: now)
        }
        advance(at: now)
    }

    /// - Returns: The names of the operations that were skipped because of the cause, in
    ///   declaration order.
    private mutating func endUnstarted(
        cause: RootCause?,
        reason: String,
        at now: Instant
    ) -> [String] {
        for node in 0..<graph.operationCount {
            switch nodes[node].state {
            case .pending, .ready:
                end(
                    node,
                    cause?.operation.map { .skipped(root: $0) } ?? .cancelled(reason: reason),
                    at: now
                )
            case .running, .ended:
                continue
            }
        }
        guard let root = cause?.operation else { return [] }
        return (0..<graph.operationCount)
            .filter { outcomes[$0] == .skipped(root: root) }
            .map { graph.name(of: $0) }
    }

    mutating func gracePassed(at now: Instant) {
        guard stage == .stopping else { return }
        for node in nodes.indices where nodes[node].state == .running { abandon(node, at: now) }
    }

    // MARK: Teardown

    private mutating func beginTeardown(at now: Instant) {
        stage = .tearingDown
        emit(.disarm(.grace))
        toTearDown = succeeded.filter { graph.plan.declarations[$0].stop != nil }
        if !toTearDown.isEmpty {
            emit(.arm(.teardown, at: now.advanced(by: graph.plan.grace)))
        }
        tearDownNext(at: now)
    }

    private mutating func tearDownNext(at now: Instant) {
        if let node = toTearDown.last { emit(.tearDown(node)) } else { finish(at: now) }
    }

    mutating func teardownTimePassed(at now: Instant) {
        guard stage == .tearingDown else { return }
        let late = Failure(.timedOut, "not done within \(graph.plan.grace.timespan)")
        for node in toTearDown.reversed() {
            tell(at: now) { .operationTornDown(name: $0.graph.name(of: node), failure: late) }
        }
        toTearDown = []
        finish(at: now)
    }

    private mutating func finish(at now: Instant) {
        stage = .ended
        endedAt = now
        emit(.disarm(.teardown))
        tell(at: now) { .launchEnded($0.report()) }
        emit(.finish)
    }
}
