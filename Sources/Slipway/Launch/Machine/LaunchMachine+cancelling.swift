/// Cancelling: what has not begun ends at once; what runs is asked, keeps its place in the queue and
/// its locks until it returns, and is left behind past the grace.
extension LaunchMachine {
    /// Somebody asks that an operation, or a whole group, be cancelled.
    ///
    /// - Returns: Whether it had not ended.
    mutating func cancel(_ node: Int, reason: String, at now: Instant) -> Bool {
        guard nodes[node].state != .ended else { return false }
        guard stage != .idle else {
            earlyCancels.append((node, reason))
            return true
        }
        cancelNow(node, reason: reason, at: now)
        advance(at: now)
        return true
    }

    mutating func cancelNow(_ node: Int, reason: String, at now: Instant) {
        if nodes[node].flags.contains(.groupExit) {
            cancelGroup(endingAt: node, reason: reason, at: now)
        } else {
            cancelOne(node, reason: reason, at: now)
        }
    }

    mutating func cancelOne(_ node: Int, reason: String, at now: Instant) {
        switch nodes[node].state {
        case .pending, .ready, .lockWaiting:
            settle(node, .cancelled(reason: reason), at: now)
        case .backingOff:
            active -= 1
            emit(.disarm(.retry(node)))
            settle(node, .cancelled(reason: reason), at: now)
        case .running, .evaluating, .fallingBack:
            requestCancel(node, reason: reason, at: now)
        case .ended:
            return
        }
    }

    mutating func requestCancel(_ node: Int, reason: String, at now: Instant) {
        switch nodes[node].state {
        case .running, .evaluating, .fallingBack: break
        case .pending, .ready, .lockWaiting, .backingOff, .ended: return
        }
        let wasAsked = detail(of: node).cancelRequested
        change(node) { $0.isUnwanted = true }
        if !wasAsked { askToEnd(node, reason: reason, at: now) }
    }

    /// Asks what runs to give up.
    mutating func askToEnd(_ node: Int, reason: String, at now: Instant) {
        change(node) { detail in
            detail.cancelRequestedAt = now
            detail.cancelReason = reason
        }
        emit(.requestCancel(node))
        emit(.arm(.stuck(node), at: now.advanced(by: graph.plan.grace)))
    }

    /// Whether the node's body was asked to give up.
    func isCancelled(_ node: Int) -> Bool {
        nodes[node].flags.contains(.special) && (details[node]?.cancelRequested ?? false)
    }

    /// The timer may have been armed for an action that ended meanwhile, and the node be another's.
    mutating func gracePassed(of node: Int, at now: Instant) {
        guard let requestedAt = detail(of: node).cancelRequestedAt,
            requestedAt.advanced(by: graph.plan.grace) <= now
        else { return }
        abandon(node, at: now)
    }

    /// Goes on without a body that does not return: the node ends, but keeps its place in the queue
    /// and its locks, since the body still uses whatever they stand for.
    mutating func abandon(_ node: Int, at now: Instant) {
        let detail = detail(of: node)
        guard detail.cancelRequested else { return }
        let words = "did not return when asked to"
        switch nodes[node].state {
        case .pending, .ready, .lockWaiting, .backingOff, .ended:
            return
        case .evaluating, .fallingBack:
            active -= 1
            settle(node, .cancelled(reason: "\(detail.cancelReason); \(words)"), at: now)
        case .running:
            guard !detail.abandoned else { return }
            if !isAction(node) {
                let since = nodes[node].startedAt ?? now
                tell(at: now) { .operationStuck($0.status(of: node), since: since) }
            }
            change(node) { $0.abandoned = true }
            active -= 1
            if detail.timedOut {
                let limit =
                    topology.policies(of: node)?.timeout ?? topology.policies(of: node)?.budget
                let message = "timed out after \((limit ?? .zero).timespan): \(words)"
                fail(node, Failure(.timedOut, message), at: now)
            } else {
                settle(node, .cancelled(reason: "\(detail.cancelReason); \(words)"), at: now)
            }
        }
        advance(at: now)
    }
}
