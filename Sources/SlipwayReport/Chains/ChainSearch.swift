internal import Slipway

/// Finds, in one report, the cause of each operation's start.
///
/// A group is no link of the chain: the operation that ended last in it is.
struct ChainSearch {
    let report: Report
    let operations: [OperationStatus]
    let index: [String: Int]
    /// For each group, the operations directly in it.
    let children: [String: [Int]]

    init(_ report: Report) {
        self.report = report
        operations = report.operations
        index = operations.enumerated().map { ($1.name, $0) }.keyed()
        var children: [String: [Int]] = [:]
        for (position, operation) in operations.enumerated() {
            if let group = operation.group { children[group, default: []].append(position) }
        }
        self.children = children
    }

    /// The steps of the chain to `name`, or to ready, the last one first.
    ///
    /// - Parameters:
    ///   - name: The operation; `nil` for the launch.
    ///   - now: The end of what is under way; `nil` leaves that out.
    /// - Returns: The steps; empty if there is no such operation, or none has ended or runs.
    func steps(to name: String?, at now: Instant?) -> [ChainStep] {
        guard let target = target(name) else { return [] }
        var end = (name.flatMap { index[$0] }.map { operations[$0] } ?? operations[target]).endedAt
        if name == nil { end = report.readyAt ?? report.endedAt ?? end }
        var reached = end ?? now ?? operations[target].startedAt ?? beginning
        // A report may come from any source: the search must end even if operations wait in a
        // circle.
        var seen: Set<Int> = []
        var steps: [ChainStep] = []
        var next: Int? = target
        while let current = next, seen.insert(current).inserted {
            let (cause, previous, handover) = cause(of: current)
            let isLast = previous.map { seen.contains($0) } ?? true
            let start = isLast ? beginning : max(beginning, min(handover ?? reached, reached))
            var step = step(current, cause)
            step.parts = parts(of: current, after: previous, from: start, to: reached)
            if isLast { step.parts = beforeLaunch(to: reached) + step.parts }
            steps.append(step)
            (next, reached) = (previous, start)
        }
        return steps
    }

    /// The launch's beginning, or, before it, the process's.
    private var beginning: Instant {
        max(report.launchedAt ?? report.processStart, report.processStart)
    }

    private func beforeLaunch(to end: Instant) -> [ChainPart] {
        var parts = ChainParts(from: report.processStart, to: end, zero: report.processStart)
        parts.add(.beforeLaunch, of: nil, to: beginning)
        return parts.parts
    }

    /// The operation at which the chain to `name`, or to ready, starts.
    private func target(_ name: String?) -> Int? {
        if let name { return lastEnded(of: [name]) ?? index[name] }
        if report.readyAt == nil {
            if let root = report.rootCauses.lazy.compactMap(\.operation).first {
                return lastEnded(of: [root]) ?? index[root]
            }
            if let running = firstRunning { return running }
        }
        let limit = report.readyAt ?? Instant(nanoseconds: .max)
        return operations.indices
            .filter { index in
                let operation = operations[index]
                return !operation.isGroup && operation.stage == .launch
                    && operation.endedAt.map { $0 <= limit } ?? false
            }
            .max(by: isEarlier)
    }

    private func step(_ position: Int, _ cause: ChainStep.Cause) -> ChainStep {
        let operation = operations[position]
        var step = ChainStep(
            name: operation.name,
            queue: operation.queue,
            state: operation.state,
            startedAfter: operation.startedAt.map {
                report.processStart.elapsed(to: $0)
            },
            wait: operation.knownWait,
            run: operation.knownRun(at: nil),
            attempts: operation.attemptCount,
            backoff: operation.backoff,
            cause: cause
        )
        step.lockWait = operation.lockWait
        step.repeatedGroup = repeatedGroup(around: operation)
        if case .lock = cause, operation.lockWait?.holder == nil {
            step.waitingGroup = waitingGroup(around: operation)
        }
        return step
    }

    /// The cause of an operation's start, the position of the next step, and the instant at which
    /// that step let the operation start.
    private func cause(of position: Int) -> (ChainStep.Cause, next: Int?, handover: Instant?) {
        let operation = operations[position]
        if case .ended(.skipped(let root)) = operation.state {
            let next = lastEnded(of: [root]) ?? index[root]
            return (.operation(root), next, next.flatMap { operations[$0].endedAt })
        }
        if let wait = operation.wait, wait > .zero, let holder = operation.releasedBy,
            let found = index[holder]
        {
            return (.queue(holder: holder), found, release(by: found, before: operation.startedAt))
        }
        let waited = operation.lockWait?.holder != nil ? operation : waitingGroup(around: operation)
        if let waited, let lockWait = waited.lockWait, let holder = lockWait.holder,
            let found = self.holder(holder, before: waited.startedAt)
        {
            let handover = release(by: index[holder] ?? found, before: waited.startedAt)
            return (.lock(lockWait.lock, holder: holder), found, handover)
        }
        let last = lastEnded(of: dependencies(of: operation))
        if operation.stage == .background, let readyAt = report.readyAt,
            let next = target(nil), next != position,
            instant(last.flatMap { operations[$0].endedAt }) < readyAt
        {
            return (.operation(operations[next].name), next, operations[next].endedAt)
        }
        guard let last else { return (.launch, nil, nil) }
        return (.operation(operations[last].name), last, operations[last].endedAt)
    }

    /// The operation that held a lock until an instant; for a group, the operation that ended last
    /// in it, or the group itself if operations in it have run again since.
    private func holder(_ name: String, before limit: Instant?) -> Int? {
        guard let own = index[name] else { return nil }
        guard let last = lastEnded(of: [name]), let end = operations[last].endedAt, let limit,
            end <= limit
        else { return own }
        return last
    }

    /// The last instant, at most `limit`, at which an attempt of an operation ended, and so freed
    /// its slot or its lock.
    private func release(by position: Int, before limit: Instant?) -> Instant? {
        guard let limit else { return nil }
        let operation = operations[position]
        let ends = operation.attempts.map(\.endedAt) + [operation.endedAt].compactMap(\.self)
        return ends.filter { $0 <= limit }.max() ?? limit
    }

    /// The group around an operation that waited for a lock, and with which the operation could begin.
    private func waitingGroup(around operation: OperationStatus) -> OperationStatus? {
        let last = lastEnded(of: operation.requires + operation.after)
        let end = instant(last.flatMap { operations[$0].endedAt })
        return groups(around: operation).first { group in
            group.lockWait?.holder != nil
                && group.startedAt.map { $0 == operation.readyAt || $0 >= end } ?? false
        }
    }

    /// The groups around an operation, the innermost first.
    func groups(around operation: OperationStatus) -> [OperationStatus] {
        var groups: [OperationStatus] = []
        var around = operation.group
        var seen: Set<String> = []
        while let name = around, seen.insert(name).inserted, let position = index[name] {
            groups.append(operations[position])
            around = operations[position].group
        }
        return groups
    }

    /// The group around an operation that was tried again, and whose last attempt began when the operation
    /// became ready.
    private func repeatedGroup(around operation: OperationStatus) -> OperationStatus? {
        groups(around: operation).first { group in
            let start = group.attemptStartedAt ?? group.attempts.last?.startedAt
            return group.attemptCount > 1 && start == operation.readyAt
        }
    }

    /// The dependencies of an operation and of the groups around it: all that had to end before it.
    func dependencies(of operation: OperationStatus) -> [String] {
        ([operation] + groups(around: operation)).flatMap { $0.requires + $0.after }
    }

    /// The operation that ended last; for a group the one that ended last in it, or, if none in it
    /// ran, among the group's dependencies.
    private func lastEnded(of names: [String]) -> Int? {
        var waiting = names.compactMap { index[$0] }
        var seen: Set<Int> = []
        var best: Int?
        while let position = waiting.popLast() {
            guard seen.insert(position).inserted else { continue }
            let operation = operations[position]
            if operation.isGroup {
                waiting += children[operation.name] ?? []
                if isEmpty(position) {
                    waiting += dependencies(of: operation).compactMap { index[$0] }
                }
            } else if operation.endedAt != nil {
                if best.map({ !isEarlier(position, $0) }) ?? true { best = position }
            }
        }
        return best
    }

    /// Nothing in a group ran, in its last attempt.
    func isEmpty(_ group: Int) -> Bool {
        operations[group].startedAt == nil
            || (children[operations[group].name] ?? []).allSatisfy { operations[$0].endedAt == nil }
    }

    private var firstRunning: Int? {
        operations.indices
            .filter { position in
                let operation = operations[position]
                return operation.state == .running && !operation.isGroup
                    && operation.startedAt != nil
            }
            .min { instant(operations[$0].startedAt) < instant(operations[$1].startedAt) }
    }

    /// Compares the ends; of operations that ended at once, one that ran comes later.
    private func isEarlier(_ left: Int, _ right: Int) -> Bool {
        let ends = (instant(operations[left].endedAt), instant(operations[right].endedAt))
        if ends.0 != ends.1 { return ends.0 < ends.1 }
        return operations[left].startedAt == nil && operations[right].startedAt != nil
    }

    func instant(_ instant: Instant?) -> Instant {
        instant ?? Instant(nanoseconds: .min)
    }
}
