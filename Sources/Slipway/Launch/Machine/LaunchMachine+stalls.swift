/// Stalls: nothing runs and nothing can start, but not everything has ended. The net under the check
/// of the graph.
///
/// Only a body that never returns leads here, or groups that wait for each other's locks in a way
/// that no check can foresee. Before the launch is ready that is its end; afterwards those that can
/// never start are given up, and the launch goes on, degraded, without them.
extension LaunchMachine {
    /// Whether nothing runs and nothing can start.
    func isStalled() -> Bool {
        guard !canGoOn, !isPaused else { return false }
        var isAnyPaused = false
        for lane in lanes.indices where lanes[lane].isPaused { isAnyPaused = true }
        guard isAnyPaused else { return true }
        for node in nodes.indices {
            let waits = nodes[node].state == .ready || nodes[node].state == .lockWaiting
            guard waits, nodes[node].flags.isDisjoint(with: [.group, .action]) else { continue }
            if lanes[Int(nodes[node].lane)].isPaused { return false }
        }
        return true
    }

    private var canGoOn: Bool {
        if active > 0 { return true }
        for lane in lanes.indices where lanes[lane].startable > 0 { return true }
        return false
    }

    /// Nothing will let the launch become ready.
    mutating func stalled(at now: Instant) {
        let parts = ["nothing can run any more"] + runningAndWaiting(waitingWords, at: now)
        failAsAWhole(Failure(.error, parts.joined(separator: "; ")), at: now)
    }

    /// Gives up what can never start, as far as that lets the others go on or end.
    mutating func giveUpStalled(at now: Instant) {
        var hasGivenUp = false
        for node in nodes.indices where isStuck(node) {
            while isStuck(node), !canGoOn {
                giveUp(blocker(of: node), at: now)
                hasGivenUp = true
            }
            if canGoOn { break }
        }
        if hasGivenUp { advance(at: now) }
    }

    private func isStuck(_ node: Int) -> Bool {
        switch nodes[node].state {
        case .ready, .lockWaiting: !isAction(node)
        case .pending, .evaluating, .running, .backingOff, .fallingBack, .ended: false
        }
    }

    private mutating func giveUp(_ node: Int, at now: Instant) {
        let message = "can never start: waits " + (waitWords(node) ?? "")
        if nodes[node].state == .ready { dequeue(node) }
        stopWaitingForLock(node, at: now)
        nodes[node].state = .pending
        fail(node, Failure(.error, message), at: now)
    }

    /// The one to give up so that a stuck node may go on: itself, unless the group that holds its
    /// lock waits for another that is stuck.
    private func blocker(of node: Int) -> Int {
        var seen: Set<Int> = []
        var node = node
        while seen.insert(node).inserted, let next = stuckInHolder(ofLockFor: node) { node = next }
        return node
    }

    /// Something stuck that the group waits for which holds the lock that a node waits for; `nil`
    /// when that is no group, or one that merely a body which was left behind holds open.
    private func stuckInHolder(ofLockFor node: Int) -> Int? {
        guard nodes[node].state == .lockWaiting, let holder = holder(ofLockFor: node),
            let group = topology.groupAt[holder]
        else { return nil }
        var waiting = [groups[group].declaration.exit]
        var seen: Set<Int> = []
        while let node = waiting.popLast() {
            guard nodes[node].state != .ended, seen.insert(node).inserted else { continue }
            if isStuck(node) { return node }
            waiting += waitsFor(node).map(\.node)
        }
        return nil
    }

    private func holder(ofLockFor node: Int) -> Int? {
        let lock = Int(detail(of: node).waitsForLock)
        guard lock >= 0, locks[lock].holder >= 0 else { return nil }
        return Int(locks[lock].holder)
    }

    // MARK: Who waits for what

    /// `running: …` and `waiting: …`, five of each at most; without what there is nothing of.
    func runningAndWaiting(_ waiting: [String], at now: Instant) -> [String] {
        [("running: ", runningWords(at: now)), ("waiting: ", waiting)]
            .filter { !$0.1.isEmpty }
            .map { $0.0 + $0.1.prefix(5).joined(separator: ", ") }
    }

    /// Who runs and since when.
    private func runningWords(at now: Instant) -> [String] {
        topology.operations.filter { !nodes[$0].flags.contains(.groupExit) && isBusy($0) }.map {
            "\(quoted($0)) (\((nodes[$0].startedAt ?? now).duration(to: now).timespan))"
        }
    }

    private func isBusy(_ node: Int) -> Bool {
        switch nodes[node].state {
        case .running, .evaluating, .fallingBack, .backingOff: true
        case .pending, .ready, .lockWaiting: false
        case .ended: detail(of: node).abandoned
        }
    }

    /// Who waits, and for what: the first five, and first those that wait for a queue or a lock.
    private var waitingWords: [String] {
        let open = topology.operations.lazy
            .map { [topology, groups] node in
                // A group that has not begun waits where it begins.
                topology.groupAt[node].map { groups[$0].declaration.entry } ?? node
            }
        var words: [String] = []
        for mustBeStuck in [true, false] {
            for node in open where words.count < 5 && isStuck(node) == mustBeStuck {
                if let wait = waitWords(node) { words.append("\(quoted(node)) \(wait)") }
            }
        }
        return words
    }

    /// `for lock 'disk', held by 'migrate'`; `nil` for what does not wait.
    private func waitWords(_ node: Int) -> String? {
        switch nodes[node].state {
        case .ready:
            let lane = nodes[node].lane
            var holders = details.keys.filter { detail(of: $0).abandoned }.sorted()
            holders.removeAll { nodes[$0].lane != lane }
            return "for queue '\(topology.queue(of: node))'" + held(by: holders)
        case .lockWaiting:
            let lock = Int(detail(of: node).waitsForLock)
            guard lock >= 0 else { return nil }
            let holders = holder(ofLockFor: node).map { [$0] } ?? []
            return "for lock '\(topology.locks[lock])'" + held(by: holders)
        case .pending:
            guard let first = waitsFor(node).first(where: { nodes[$0.node].state != .ended }) else {
                return nil
            }
            return "for \(quoted(first.node))"
        case .evaluating, .running, .backingOff, .fallingBack, .ended:
            return nil
        }
    }

    private func held(by holders: [Int]) -> String {
        let names = holders.prefix(3).map { quoted($0) }
        return names.isEmpty ? "" : ", held by " + names.joined(separator: ", ")
    }

    private func quoted(_ node: Int) -> String { "'\(topology.name(of: node))'" }
}
