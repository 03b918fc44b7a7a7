/// What the end of a node means for everything that depends on it.
extension LaunchMachine {
    /// Ends an operation with its value: the short way, which nearly all go.
    @inline(__always)
    mutating func succeed(_ node: Int, at now: Instant) {
        countEnd(of: node, at: now)
        log.append(.ended, node, at: now)
        release(dependentsOf: node, at: now)
        if !agenda.isEmpty { settleAgenda(at: now) }
    }

    @inline(__always)
    private mutating func countEnd(of node: Int, at now: Instant) {
        nodes[node].state = .ended
        nodes[node].endedAt = now
        if nodes[node].flags.contains(.background) {
            unendedBackground -= 1
        } else {
            unended -= 1
        }
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
        countEnd(of: node, at: now)
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
