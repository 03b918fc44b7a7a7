/// Groups: sub-graphs with one entry and one exit, which hold no place in a queue.
///
/// The entry is what every child requires, the exit comes after every child; so a group begins and
/// ends by the ordinary counting of dependencies. A child's failure is the group's business, not
/// the launch's; the exit's outcome is the group's.
extension LaunchMachine {
    struct GroupState: Sendable {
        let declaration: GroupDeclaration
        /// Required children that failed, in order of ending.
        var failed: [Int] = []
        /// Why it was cancelled whole.
        var cancelReason: String?
        /// Its own time passed.
        var timeout: Failure?
        var isDegraded = false
        /// Nothing in it begins any more.
        var isClosed = false
        /// Children that were added while it ran.
        var lateChildren: [Int] = []

        init(_ declaration: GroupDeclaration) {
            self.declaration = declaration
        }

        /// Whether its children are being ended: what they say from now on is a consequence.
        var isEnding: Bool { cancelReason != nil || timeout != nil }
    }

    /// The group has what it requires.
    ///
    /// If it needs locks, others that become ready at the same moment may need them more.
    mutating func groupMayBegin(_ entry: Int, at now: Instant) {
        guard !topology.lockNumbers(of: entry).isEmpty else { return beginGroup(entry, at: now) }
        nodes[entry].state = .lockWaiting
        offeredGroups.insert(claim(of: entry))
        if let number = topology.groupAt[entry] {
            nodes[groups[number].declaration.exit].readyAt = now
        }
    }

    /// The group, of those that may take their locks, that is to be the first; `nil` for none.
    mutating func takeOfferedGroup() -> Int? {
        while let entry = offeredGroups.popFirst()?.node {
            let isOffered = nodes[entry].state == .lockWaiting
            if isOffered, detail(of: entry).waitsForLock < 0 { return entry }
        }
        return nil
    }

    /// The group may begin: takes its locks, which it keeps until it ends.
    mutating func beginGroup(_ entry: Int, at now: Instant) {
        guard let number = topology.groupAt[entry], takeLocks(entry, at: now) else { return }
        let exit = groups[number].declaration.exit
        if nodes[exit].readyAt == nil { nodes[exit].readyAt = now }
        nodes[exit].startedAt = now
        log.append(.started, exit, at: now)
        if let timeout = topology.policies(of: entry)?.timeout {
            emit(.arm(.timeout(entry), at: now.advanced(by: timeout)))
        }
        agenda.append((entry, .succeeded))
    }

    /// The entry has ended: the children may run, or nothing of the group will.
    mutating func groupBegun(_ entry: Int, _ outcome: Outcome, at now: Instant) {
        guard let number = topology.groupAt[entry] else { return }
        if case .notNeeded = outcome {
            groups[number].isClosed = true
            for child in children(of: number) where !nodes[child].flags.contains(.groupExit) {
                if nodes[child].state == .pending { doom(child, outcome) }
            }
            stopFallbacks(in: number, at: now)
            dependencyEnded(of: groups[number].declaration.exit, entry, at: now)
        } else if outcome.isUsable {
            release(dependentsOf: entry, at: now)
        } else {
            groups[number].isClosed = true
            endDependents(of: entry, outcome, at: now)
            stopFallbacks(in: number, at: now)
        }
    }

    /// A child that lost what it requires may be looking for its fallback before its group begins.
    private mutating func stopFallbacks(in number: Int, at now: Instant) {
        let reason = "'\(groups[number].declaration.name)' does not begin"
        for child in children(of: number) where nodes[child].state == .fallingBack {
            requestCancel(child, reason: reason, at: now)
        }
    }

    /// Everything in a group, nested groups included, in declaration order.
    func children(of number: Int) -> [Int] {
        let group = groups[number].declaration
        let declared = group.entry + 1..<group.exit
        var children = Array(declared)
        for other in groups.indices where !groups[other].lateChildren.isEmpty {
            if isGroup(other, inside: number) { children += groups[other].lateChildren }
        }
        return children
    }

    private func isGroup(_ number: Int, inside outer: Int) -> Bool {
        var number = number
        while number >= 0, number != outer { number = Int(groups[number].declaration.parent) }
        return number == outer
    }

    /// Whether a group around a node lets nothing begin any more.
    func isInClosedGroup(_ node: Int) -> Bool {
        var number = topology.group(of: node)
        while number >= 0 {
            if groups[number].isClosed { return true }
            number = Int(groups[number].declaration.parent)
        }
        return false
    }

    /// A required child failed, was cancelled, or was skipped.
    mutating func childFailed(_ node: Int, _ outcome: Outcome, at now: Instant) {
        let number = topology.group(of: node)
        guard !groups[number].isEnding else { return }
        let isFirst = groups[number].failed.isEmpty
        if !isFirst {
            // What it was asked to do, or could not do because of the first, is a consequence.
            if case .skipped = outcome { return }
            if case .cancelled = outcome { return }
        }
        groups[number].failed.append(node)
        guard isFirst, groups[number].declaration.failsFast else { return }
        let name = topology.name(of: node)
        endChildren(
            of: number,
            .skipped(root: root(of: node, outcome)),
            "'\(name)' failed",
            at: now
        )
    }

    mutating func childDegraded(_ node: Int) {
        let number = topology.group(of: node)
        if number >= 0 { groups[number].isDegraded = true }
    }

    mutating func cancelGroup(endingAt exit: Int, reason: String, at now: Instant) {
        guard let number = topology.groupAt[exit], !groups[number].isEnding else { return }
        groups[number].cancelReason = reason
        let entry = groups[number].declaration.entry
        if nodes[entry].state == .ended {
            endChildren(of: number, .cancelled(reason: reason), reason, at: now)
        } else {
            cancelOne(entry, reason: reason, at: now)
        }
    }

    mutating func groupTimeoutPassed(_ entry: Int, at now: Instant) {
        guard let number = topology.groupAt[entry], !groups[number].isEnding,
            let startedAt = nodes[groups[number].declaration.exit].startedAt,
            nodes[groups[number].declaration.exit].state != .ended,
            let timeout = topology.policies(of: entry)?.timeout,
            startedAt.advanced(by: timeout) <= now
        else { return }
        let message = "timed out after \(timeout.timespan)"
        groups[number].timeout = Failure(.timedOut, message)
        let reason = "'\(groups[number].declaration.name)' \(message)"
        endChildren(of: number, .cancelled(reason: reason), reason, at: now)
        advance(at: now)
    }

    /// Ends the children that have not begun and asks the others to give up; the group ends with the
    /// last of them.
    private mutating func endChildren(
        of number: Int,
        _ outcome: Outcome,
        _ reason: String,
        at now: Instant
    ) {
        groups[number].isClosed = true
        for child in children(of: number) where !nodes[child].flags.contains(.groupExit) {
            switch nodes[child].state {
            case .pending, .ready, .lockWaiting: doom(child, outcome)
            case .backingOff:
                active -= 1
                nodes[child].state = .pending
                emit(.disarm(.retry(child)))
                doom(child, outcome)
            case .running, .evaluating, .fallingBack:
                requestCancel(child, reason: reason, at: now)
            case .ended: continue
            }
        }
        settleAgenda(at: now)
    }

    /// How a group ends whose children have all ended.
    func groupOutcome(endingAt exit: Int) -> Outcome {
        guard let number = topology.groupAt[exit] else { return .succeeded }
        let group = groups[number]
        if let outcome = outcomes[group.declaration.entry] { return outcome }
        if let reason = group.cancelReason { return .cancelled(reason: reason) }
        if let timeout = group.timeout { return .failed(timeout) }
        if !group.failed.isEmpty { return .failed(failure(of: group)) }
        if group.isDegraded { return .degraded(reason: "not all of it succeeded") }
        return .succeeded
    }

    private func failure(of group: GroupState) -> Failure {
        let words = group.failed.map { node in
            let outcome = outcomes[node] ?? .succeeded
            return "'\(topology.name(of: node))' \(outcome.word): \(outcome.message ?? "")"
        }
        return Failure(.error, words.joined(separator: "; "))
    }

    /// The operations whose failures made a node fail: itself, or, for a group, those inside.
    func roots(of node: Int) -> [Int] {
        guard nodes[node].flags.contains(.groupExit), let number = topology.groupAt[node],
            groups[number].timeout == nil, !groups[number].failed.isEmpty
        else { return [node] }
        // Nested no deeper than the declarations are.
        return groups[number].failed.flatMap { roots(of: $0) }
    }

    mutating func closeGroup(endingAt exit: Int, at now: Instant) {
        guard let number = topology.groupAt[exit] else { return }
        let entry = groups[number].declaration.entry
        if !isHeldOpen(number) { giveLocksBack(entry, at: now) }
        if nodes[entry].flags.contains(.special) { emit(.disarm(.timeout(entry))) }
    }

    /// Whether a body that was left behind still uses what a group's locks stand for.
    private func isHeldOpen(_ number: Int) -> Bool {
        guard details[groups[number].declaration.entry]?.holdsLocks == true else { return false }
        return children(of: number).contains { details[$0]?.abandoned == true }
    }

    /// A body that was left behind has returned: the groups around it that have ended let go of
    /// their locks.
    mutating func giveGroupLocksBack(around node: Int, at now: Instant) {
        var number = topology.group(of: node)
        while number >= 0 {
            let group = groups[number].declaration
            if nodes[group.exit].state == .ended, !isHeldOpen(number) {
                giveLocksBack(group.entry, at: now)
            }
            number = Int(group.parent)
        }
    }
}
