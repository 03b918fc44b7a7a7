extension LaunchMachine {
    /// The launch begins.
    ///
    /// - Precondition: It has not begun or been stopped before.
    mutating func start(at now: Instant) {
        guard stage == .idle else { return }
        stage = .starting
        launchedAt = now
        tell(at: now) { .launchStarted($0.report()) }
        if let deadline { emit(.arm(.deadline, at: deadline)) }
        // One that was cancelled before the start has ended already.
        for node in 0..<graph.operationCount
        where nodes[node].waiting == 0 && nodes[node].state == .pending {
            makeReady(node, at: now)
        }
        armExpiries()
        for kind in kinds.indices { startNextAction(of: kind, at: now) }
        for lane in lanes.indices { fill(lane, at: now) }
        advance(at: now)
    }

    /// The node's body is about to begin, on its queue.
    ///
    /// - Returns: `false` when it was cancelled in between: the body must not run, and
    ///   ``ended(_:_:at:)`` must not be called.
    mutating func started(_ node: Int, at now: Instant) -> Bool {
        guard nodes[node].startedAt == nil else { return false }
        if nodes[node].cancelRequested || nodes[node].abandoned {
            ended(node, .cancelled(nil), at: now)
            return false
        }
        nodes[node].startedAt = now
        if let timeout = timeout(of: node) {
            emit(.arm(.timeout(node), at: now.advanced(by: timeout)))
        }
        if isOperation(node) {
            tell(at: now) { .operationStarted($0.status(of: node)) }
        } else {
            actionStarted(node, at: now)
        }
        return true
    }

    /// The node's body returned or threw.
    ///
    /// - Returns: Whether its value counts: `false` when it came too late, or not at all.
    @discardableResult
    mutating func ended(_ node: Int, _ result: Result, at now: Instant) -> Bool {
        guard nodes[node].state == .running || nodes[node].abandoned else { return false }
        if timeout(of: node) != nil { emit(.disarm(.timeout(node))) }
        if nodes[node].cancelRequested { emit(.disarm(.stuck(node))) }
        let lane = Int(graph.laneOf[node])
        lanes[lane].held -= 1
        releasing = node
        if nodes[node].abandoned {
            nodes[node].abandoned = false
        } else {
            active -= 1
            settle(node, outcome(of: node, result), at: now)
        }
        fill(lane, at: now)
        if !isOperation(node) { startNextAction(of: node - graph.operationCount, at: now) }
        releasing = nil
        advance(at: now)
        guard isOperation(node) else { return false }
        return outcomes[node]?.isUsable ?? false
    }

    /// A timer that was armed has come.
    ///
    /// A timer may come at the very moment at which it is disarmed, so each looks again whether
    /// it still has a reason.
    mutating func fired(_ timer: Timer, at now: Instant) {
        switch timer {
        case .deadline: deadlinePassed(at: now)
        case .timeout(let node): timeoutPassed(node, at: now)
        case .stuck(let node): gracePassed(of: node, at: now)
        case .grace: gracePassed(at: now)
        case .teardown: teardownTimePassed(at: now)
        case .expiry(let id): expire(id, at: now)
        }
    }

    /// Somebody asks that an operation be cancelled: a pending one ends at once, a running one is
    /// asked to.
    ///
    /// - Returns: Whether the operation had not ended.
    mutating func cancel(_ node: Int, reason: String, at now: Instant) -> Bool {
        switch nodes[node].state {
        case .pending, .ready:
            settle(node, .cancelled(reason: reason), at: now)
            advance(at: now)
            return true
        case .running:
            requestCancel(node, reason: reason, at: now)
            return true
        case .ended:
            return false
        }
    }

    // MARK: Steps

    mutating func makeReady(_ node: Int, at now: Instant) {
        nodes[node].state = .ready
        nodes[node].readyAt = now
        lanes[Int(graph.laneOf[node])].ready.append(node)
        if isOperation(node) { tell(at: now) { .operationReady($0.status(of: node)) } }
    }

    /// Starts what is ready in a queue while there is room.
    mutating func fill(_ lane: Int, at now: Instant) {
        while lanes[lane].held < lanes[lane].width, let node = lanes[lane].ready.popFirst() {
            guard nodes[node].state == .ready else { continue }
            nodes[node].state = .running
            if let releasing, nodes[node].readyAt != now, isOperation(releasing),
                graph.laneOf[releasing] == lane
            {
                nodes[node].releasedBy = Int32(truncatingIfNeeded: releasing)
            }
            lanes[lane].held += 1
            active += 1
            emit(.start(node))
        }
    }

    mutating func requestCancel(_ node: Int, reason: String, at now: Instant) {
        guard nodes[node].state == .running, !nodes[node].cancelRequested else { return }
        nodes[node].cancelRequestedAt = now
        cancelReasons[node] = reason
        emit(.requestCancel(node))
        emit(.arm(.stuck(node), at: now.advanced(by: graph.plan.grace)))
    }

    private mutating func timeoutPassed(_ node: Int, at now: Instant) {
        guard nodes[node].state == .running, !nodes[node].timedOut,
            let timeout = timeout(of: node), let startedAt = nodes[node].startedAt,
            startedAt.advanced(by: timeout) <= now
        else { return }
        nodes[node].timedOut = true
        requestCancel(node, reason: "timed out", at: now)
    }

    /// The timer may have been armed for an action that ended meanwhile, and the node be another's.
    private mutating func gracePassed(of node: Int, at now: Instant) {
        guard let requestedAt = nodes[node].cancelRequestedAt,
            requestedAt.advanced(by: graph.plan.grace) <= now
        else { return }
        abandon(node, at: now)
    }

    /// Goes on without a body that does not return: the node ends, but keeps its place in the
    /// queue, since the body still uses whatever the place stands for.
    mutating func abandon(_ node: Int, at now: Instant) {
        guard nodes[node].state == .running, nodes[node].cancelRequested else { return }
        if isOperation(node) {
            tell(at: now) {
                .operationStuck($0.status(of: node), since: $0.nodes[node].startedAt ?? now)
            }
        }
        nodes[node].abandoned = true
        active -= 1
        settle(node, outcome(of: node, .cancelled("did not return when asked to")), at: now)
        advance(at: now)
    }

    private func outcome(of node: Int, _ result: Result) -> Outcome {
        if nodes[node].timedOut { return .failed(Failure(.timedOut, timeoutMessage(node, result))) }
        switch result {
        case .succeeded:
            return .succeeded
        case .failed(let message):
            return .failed(Failure(.error, message))
        case .cancelled(let detail) where nodes[node].cancelRequested:
            let reason = cancelReasons[node] ?? "cancelled"
            return .cancelled(reason: detail.map { "\(reason); \($0)" } ?? reason)
        case .cancelled:
            return .failed(Failure(.error, "cancelled itself without having been asked to"))
        }
    }

    private func timeoutMessage(_ node: Int, _ result: Result) -> String {
        let message = "timed out after \((timeout(of: node) ?? .zero).timespan)"
        switch result {
        case .failed(let detail), .cancelled(.some(let detail)): return "\(message): \(detail)"
        case .succeeded, .cancelled(.none): return message
        }
    }

    // MARK: Ending

    /// Ends a node, and with it everything that now can never run.
    mutating func settle(_ node: Int, _ outcome: Outcome, at now: Instant) {
        guard isOperation(node) else { return actionEnded(node, outcome, at: now) }
        if outcome.isUsable || graph.plan.declarations[node].isOptional {
            endAndPropagate(node, outcome, at: now)
        } else {
            end(node, outcome, at: now)
            requiredOperationFailed(node, outcome, at: now)
        }
    }

    /// Ends one operation; what that means for others is the caller's business.
    mutating func end(_ node: Int, _ outcome: Outcome, at now: Instant) {
        nodes[node].state = .ended
        nodes[node].endedAt = now
        outcomes[node] = outcome
        unended -= 1
        if outcome == .succeeded { succeeded.append(node) } else { isDegraded = true }
        tell(at: now) { .operationEnded($0.status(of: node)) }
    }

    private mutating func endAndPropagate(_ first: Int, _ outcome: Outcome, at now: Instant) {
        var ending = [(node: first, outcome: outcome)]
        while let (node, outcome) = ending.popLast() {
            guard nodes[node].state != .ended else { continue }
            end(node, outcome, at: now)
            for link in graph.dependents[node] {
                let usable = link.kind == .after || outcome.isUsable
                if !isOperation(link.node) {
                    requirementEnded(ofKind: link.node, node, usable: usable, at: now)
                } else if nodes[link.node].state == .pending, !usable {
                    ending.append((link.node, .skipped(root: root(of: node, outcome))))
                } else if nodes[link.node].state == .pending {
                    dependencyEnded(of: link.node, at: now)
                }
            }
        }
    }

    private mutating func dependencyEnded(of node: Int, at now: Instant) {
        nodes[node].waiting -= 1
        guard nodes[node].waiting == 0, stage == .starting else { return }
        makeReady(node, at: now)
        fill(Int(graph.laneOf[node]), at: now)
    }

    private func root(of node: Int, _ outcome: Outcome) -> String {
        if case .skipped(let root) = outcome { root } else { graph.name(of: node) }
    }
}
