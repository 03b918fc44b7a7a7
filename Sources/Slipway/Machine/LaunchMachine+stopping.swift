/// The end of a launch: a required operation fails, the deadline passes, nothing moves, or it is
/// asked for.
extension LaunchMachine {
    /// The launch is to end: an ordinary way to end, also during startup.
    mutating func stop(reason: String) {
        if course.ending == nil { beginStopping(reason: reason) }
    }

    /// The service says that the launch has failed, though no operation has: the program died that
    /// `operation` started.
    ///
    /// - Returns: `false` if the launch ends already, or another one has replaced it.
    @discardableResult
    mutating func fail(
        _ failure: Failure,
        of operation: String? = nil
    ) -> Bool {
        guard canEnd else { return false }
        let cause = RootCause(operation: operation, failure: failure)
        beginStopping(reason: cause.words, causes: [cause])
        return true
    }

    /// The service has done its work, as the end of the program that `operation` started says.
    ///
    /// - Returns: `false` if the launch ends already, or another one has replaced it.
    @discardableResult
    mutating func finish(_ operation: String, reason: String) -> Bool {
        guard canEnd else { return false }
        beginStopping(reason: "'\(operation)' \(reason)")
        return true
    }

    private var canEnd: Bool { !course.isSuperseded && course.ending == nil }

    /// The service says that not everything is as it should be.
    mutating func degrade(reason: String) {
        guard !course.hasEnded else { return }
        course.isLacking = true
        tell { _ in .launchDegraded(reason: reason) }
    }

    mutating func requiredOperationFailed(_ index: Int, _ outcome: Outcome) {
        guard !course.isSuperseded, !isLeftAlone(index) else { return }
        let causes = causesOfEnd(of: index, outcome)
        switch course.ending?.step {
        case nil: beginStopping(reason: causes.first?.words ?? outcome.word, causes: causes)
        case .stopping?:
            // An end after a request to give up is a consequence, whatever it says.
            guard case .failed = outcome else { return }
            course.changeEnding { ending in
                let known = ending.rootCauses.map(\.operation)
                ending.rootCauses += causes.filter { !known.contains($0.operation) }
            }
        case .tearingDown?, .ended?: return
        }
    }

    private func causesOfEnd(of index: Int, _ outcome: Outcome) -> [RootCause] {
        roots(of: index).map { culprit in
            let outcome = records[outcome: culprit] ?? outcome
            return RootCause(
                operation: name(of: culprit),
                failure: failure(of: culprit, outcome),
                isCancelled: outcome.isCancelled
            )
        }
    }

    /// The failure of an operation; if it did not fail, but ended otherwise than well, the failure
    /// that its end counts as.
    func failure(of index: Int, _ outcome: Outcome) -> Failure {
        if case .failed(let failure) = outcome { return failure }
        let message = outcome.message ?? outcome.word
        let quiet = records[details: index].quietReason
        return Failure(.error, message, withoutOutput: quiet ?? message)
    }

    mutating func deadlinePassed() {
        guard course.isBeforeReady, canEnd, let duration = plan.deadline else { return }
        let reason = "not ready within \(duration.timespan)"
        let failure = Failure(
            .timedOut,
            "\(reason); \(whatIsLeft())",
            withoutOutput: "\(reason); \(whatIsLeft(withoutOutput: true))"
        )
        // The reason leaves out what is left: the launch says that once, and not each operation
        // that is cancelled for it.
        let cause = RootCause(operation: nil, failure: failure)
        beginStopping(reason: reason, causes: [cause])
    }

    /// Tells the kinds of action that require, directly or not, what failed.
    ///
    /// Required operations that were only cancelled with the launch may well succeed in the next
    /// one: the actions that require them wait for that.
    mutating func tellUnmet(_ causes: [RootCause]) {
        let roots = rootsOfSkipped(causes)
        for index in book.kinds.keys.sorted() {
            guard let cause = causes.first(where: { $0.operation == roots[index] }),
                let operation = cause.operation
            else { continue }
            book.cannotRun(
                index,
                operation,
                cause.failure,
                isLeftOut: isLeftOut(operation),
                at: now
            )
        }
    }

    /// Ends what has not begun: what needs a culprit is skipped because of it, the rest is cancelled.
    mutating func endUnstarted(_ causes: [RootCause], reason: String) {
        guard remaining.unended + remaining.unendedBackground > 0 else { return }
        let roots = rootsOfSkipped(causes)
        let operations = records.indices.filter {
            !records[$0].isAction && !records[$0].isGroup
        }
        for index in operations + groupsInnerFirst where !isLeftAlone(index) {
            switch records[state: index] {
            case .pending, .doomed, .ready, .waitingForLock:
                // A group ends after what still runs in it.
                let children = topology.operations[index].children
                if children.contains(where: { !records[$0].hasEnded }) { continue }
                let outcome = roots[index].map { Outcome.skipped(root: $0) }
                end(index, outcome ?? .cancelled(reason: reason))
            case .backingOff: end(index, giveUpBackoff(index, reason: reason))
            case .checkingCondition, .running, .fallingBack, .open, .ended: continue
            }
        }
    }

    /// The name of a culprit for each operation that requires it, directly or through others.
    private func rootsOfSkipped(_ causes: [RootCause]) -> [Int: String] {
        var roots: [Int: String] = [:]
        for name in causes.compactMap(\.operation) {
            guard let culprit = topology.index(named: name) else { continue }
            note(name, ofWhatRequires: [culprit] + topology.groups(around: culprit), in: &roots)
        }
        return roots
    }

    /// Notes a root for everything that requires one of some operations, directly or through others.
    func note(_ root: String, ofWhatRequires culprits: [Int], in roots: inout [Int: String]) {
        var open = culprits
        var failed: Set<Int> = []
        while let index = open.popLast() {
            let needed = topology.dependents[index].filter { $0.kind == .requires }
                .map(\.index)
            let children = roots[index] == nil ? [] : topology.operations[index].children
            // A group that failed with an operation in it counts as well; the other operations in
            // the group did not need that one.
            for group in topology.groups(around: index) {
                guard records[outcome: group]?.isUsable == false, failed.insert(group).inserted
                else { break }
                open.append(group)
            }
            for next in needed + children where roots[next] == nil {
                roots[next] = root
                open.append(next)
            }
        }
    }

    private var groupsInnerFirst: [Int] {
        groups.all
            .map {
                (group: $0, depth: topology.groups(around: $0).reduce(0) { depth, _ in depth + 1 })
            }
            .sorted { ($1.depth, $0.group) < ($0.depth, $1.group) }
            .map(\.group)
    }

    /// The names of the operations that were skipped because of one, in declaration order.
    func skipped(because root: String?) -> [String] {
        guard let root else { return [] }
        return topology.inOrder.filter { records[outcome: $0] == .skipped(root: root) }
            .map { name(of: $0) }
    }

    mutating func gracePassed() {
        guard course.isStopping else { return }
        giveUpJudging()
        for index in records.indices {
            // An action may have been asked later, and has a grace of its own.
            if course.isGraceOver { leaveBehind(index) } else { gracePassed(of: index) }
        }
    }

    /// Groups that were begun when the launch stopped: their children have all ended by now.
    mutating func endOpenGroups() {
        for group in groupsInnerFirst where !records[group].hasEnded {
            let outcome = groupOutcome(group)
            end(group, outcome.isUsable ? .cancelled(reason: course.stopReason) : outcome)
        }
    }
}
