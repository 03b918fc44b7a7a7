/// Stalls: nothing runs and nothing can start, but not everything has ended. The net under the check
/// of the graph.
///
/// Only a body that never returns leads to a stall, or one that waits for something that it keeps
/// from starting. A stall before the launch is ready ends the launch; afterwards the operations
/// that can never start are given up, and the launch goes on, degraded, without them.
extension LaunchMachine {
    /// Nothing runs and nothing can start, and no pause is the reason.
    var isStalled: Bool {
        guard !canGoOn, !slots.isPaused else { return false }
        guard slots.queues.contains(where: \.isPaused) else { return true }
        return !records.indices.contains { index in
            guard !topology.operations[index].isGroup, !topology.operations[index].isAction else {
                return false
            }
            return isStuck(index) && slots.queues[topology.operations[index].queue].isPaused
        }
            && !groups.undoing.contains { group in
                undone(in: group).map { slots.queues[topology.operations[$0].queue].isPaused }
                    ?? false
            }
    }

    /// Something runs, or can start.
    @inline(__always)
    var canGoOn: Bool {
        startable(.main) > 0 || startable(.pool) > 0
            || remaining.active > 0 && (waits.isEmpty || !onlyWaitsInVain)
    }

    /// Nothing will let the launch become ready.
    mutating func stalled() {
        let parts =
            ["nothing can run any more"] + vainWaitWords()
            + runningAndWaiting(runningWords(), waitingWords)
        fail(Failure(.error, parts.joined(separator: "; ")))
    }

    /// Gives up what can never start, as far as that lets the others go on or end.
    mutating func giveUpStalled() {
        // Operations that merely stand behind a circle of bodies that wait can start once that is broken.
        let inCircles = operationsInCircles
        var hasGivenUp = giveUpStuck(records.indices.filter { inCircles.contains($0) })
        giveUpWaits()
        hasGivenUp = giveUpStuck(records.indices) || hasGivenUp
        for group in groups.undoing where !canGoOn {
            giveUpWaitingToUndo(group)
            hasGivenUp = true
        }
        if hasGivenUp { advance() }
    }

    /// Gives up operations that wait for their queue or for a lock, until something can go on; returns
    /// whether there were any.
    private mutating func giveUpStuck(_ indices: some Sequence<Int>) -> Bool {
        var hasGivenUp = false
        for index in indices where isStuck(index) && !canGoOn {
            giveUp(index)
            hasGivenUp = true
        }
        return hasGivenUp
    }

    /// Tells whether an operation waits for its queue or for a lock.
    private func isStuck(_ index: Int) -> Bool {
        !topology.operations[index].isAction
            && (records[index].isReady || records[index].waitsForLock)
    }

    private mutating func giveUp(_ index: Int) {
        let wait = "can never start: waits " + (waitWords(index) ?? "")
        let message = ([wait] + vainWaitWords(through: index)).joined(separator: "; ")
        if records[index].isReady { dequeue(index) }
        stopWaitingForLock(index)
        records[state: index] = .pending
        fail(index, Failure(.error, message))
    }

    // MARK: What waits for what

    /// The operations that keep the launch from being ready: those that run and since when, and
    /// those that wait.
    ///
    /// - Parameter withoutOutput: Whether to leave out what programs wrote.
    /// - Returns: The words, in one line.
    func whatIsLeft(withoutOutput: Bool = false) -> String {
        let waiting = topology.inOrder.lazy
            .filter { isLate($0) && records[$0].isUnstarted }
            .map { quoted($0) }
        let holdingUp = whatHoldsUp
        let running = runningWords(withoutOutput) { index in
            records[index].stage == .launch || holdingUp.holders.contains(index)
                || holdingUp.queues.contains(records[index].queue)
        }
        let parts = runningAndWaiting(running, Array(waiting.prefix(5)))
        let culprits = heldThreadWords(at: now).map { [$0] } ?? []
        return (culprits + pauseWords + vainWaitWords() + parts + storageWords)
            .joined(separator: "; ")
    }

    /// Tells whether the launch waits for an operation before it is ready.
    private func isLate(_ index: Int) -> Bool {
        records[index].stage == .launch && !records[index].hasEnded
            && !topology.operations[index].isGroup
    }

    /// The queues, and the holders of locks, that the launch waits for.
    private var whatHoldsUp: (queues: Set<Int32>, holders: Set<Int>) {
        var (queues, holders): (Set<Int32>, Set<Int>) = ([], [])
        for index in topology.inOrder where isLate(index) {
            if records[index].isReady { queues.insert(records[index].queue) }
            if case .waitingForLock(let lock?) = records[state: index],
                let holder = locks[lock].holder
            {
                holders.insert(holder)
            }
        }
        return (queues, holders)
    }

    /// The pauses that keep the launch from being ready.
    private var pauseWords: [String] {
        if slots.isPaused { return ["the launch is paused"] }
        let queues = slots.queues.indices.filter { queue in
            slots.queues[queue].isPaused
                && topology.inOrder.contains { isLate($0) && records[$0].queue == queue }
        }
        return queues.map { "queue '\(slots.queues[$0].name)' is paused" }
    }

    /// `running: …` and `waiting: …`, five of each at most; a list without operations is left out.
    private func runningAndWaiting(_ running: [String], _ waiting: [String]) -> [String] {
        [("running: ", running), ("waiting: ", waiting)]
            .filter { !$0.1.isEmpty }
            .map { $0.0 + $0.1.prefix(5).joined(separator: ", ") }
    }

    /// The operations that run and since when.
    private func runningWords(
        _ withoutOutput: Bool = false,
        _ isMeant: (Int) -> Bool = { _ in true }
    ) -> [String] {
        topology.inOrder.filter { isBusy($0) && isMeant($0) }.map { index in
            let since = records[index].startedAt ?? records[index].calledAt ?? now
            var words = "\(since.duration(to: now).timespan)"
            if records[index].phase == .checkingCondition {
                words += ", its condition is being evaluated"
            }
            if case .backingOff(_, let failure) = records[state: index] {
                let message = withoutOutput ? failure.messageWithoutOutput : failure.message
                words += ", last attempt: \(message)"
            }
            if let undoing = undoWords(index) { words += ", \(undoing)" }
            if let awaited = awaited(by: index), circleWords(of: index) == nil {
                words += ", waits in its body for \(awaited.words)"
            }
            if let lack = lack(of: index) { words += ", \(lack)" }
            if let program = parts.programs[name(of: index)] {
                words += startWords(program, withoutOutput)
            }
            return "\(quoted(index)) (\(words))"
        }
    }

    /// `, has not said READY=1`; of a start that follows others, how those ended.
    private func startWords(
        _ program: ProgramStatus,
        _ withoutOutput: Bool
    ) -> String {
        guard !program.isStartedAgain else {
            return ", \(program.words(at: now, withOutput: !withoutOutput))"
        }
        return [program.lack, program.message.map { "says: \($0)" }].compactMap(\.self)
            .map { ", \($0)" }.joined()
    }

    /// `tears down 'mount'`; `nil` if it undoes nothing.
    private func undoWords(_ group: Int) -> String? {
        guard let index = undone(in: group) else { return nil }
        if case .waiting? = groups[group]?.failedAttempt?.state {
            return "is to tear down \(quoted(index)), which waits \(undoWait(index))"
        }
        return "tears down \(quoted(index))"
    }

    /// `for lock 'disk', held by 'migrate'`, about the teardown of an operation before its group is tried
    /// again.
    func undoWait(_ index: Int) -> String {
        for lock in topology.operations[index].locks {
            guard let holder = locks[lock].holder else { continue }
            return "for lock '\(topology.locks[lock])'" + held(by: [holder])
        }
        return "for " + queueWords(topology.operations[index].queue)
    }

    /// `queue 'main', held by 'sdk'`.
    private func queueWords(_ queue: Int) -> String {
        let undone = groups.leftUndoing.filter { topology.operations[$0].queue == queue }
        let holders = Set(bodies(in: queue)).union(undone).sorted()
        return "queue '\(slots.queues[queue].name)'" + held(by: holders)
    }

    private func isBusy(_ index: Int) -> Bool {
        switch records[state: index] {
        case .running, .checkingCondition, .fallingBack, .backingOff: true
        case .open: groups[index]?.failedAttempt != nil
        case .pending, .doomed, .ready, .waitingForLock: false
        case .ended: records[index].isLeftBehind
        }
    }

    /// The operations that wait, and for what: the first five, and first those that wait for a
    /// queue or a lock.
    private var waitingWords: [String] {
        let waiting = topology.inOrder
        var words: [String] = []
        for mustBeStuck in [true, false] {
            for index in waiting where words.count < 5 && isStuck(index) == mustBeStuck {
                if let wait = waitWords(index) { words.append("\(quoted(index)) \(wait)") }
            }
        }
        return words
    }

    /// `for lock 'disk', held by 'migrate'`; `nil` for what does not wait.
    private func waitWords(_ index: Int) -> String? {
        switch records[state: index] {
        case .ready:
            return "for " + queueWords(topology.operations[index].queue)
        case .waitingForLock(let lock):
            guard let lock else { return nil }
            let holders = locks[lock].holder.map { [$0] } ?? []
            return "for lock '\(topology.locks[lock])'" + held(by: holders)
        case .pending:
            let first = topology.dependencies[index].first {
                !records[$0.index].hasEnded
            }
            return first.map { "for \(quoted($0.index))" }
        case .open:
            let first = topology.operations[index].children.first { !records[$0].hasEnded }
            return first.map { "for \(quoted($0))" }
        case .doomed, .checkingCondition, .running, .backingOff, .fallingBack, .ended:
            return nil
        }
    }

    private func held(by holders: [Int]) -> String {
        let names = holders.prefix(3).map { quoted($0) }
        return names.isEmpty ? "" : ", held by " + names.joined(separator: ", ")
    }

    private func quoted(_ index: Int) -> String { "'\(name(of: index))'" }
}
