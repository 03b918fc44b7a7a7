/// Finds, in one report, the cause of each operation's start.
///
/// A group is no link of the chain: the operation that ended last in it is.
struct ChainSearch {
    private let report: Report
    private let operations: [OperationStatus]
    private let index: [String: Int]
    /// For each group, the operations directly in it.
    private let children: [String: [Int]]

    init(_ report: Report) {
        self.report = report
        operations = report.operations
        index = Dictionary(
            operations.enumerated().map { ($1.name, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        var children: [String: [Int]] = [:]
        for (position, operation) in operations.enumerated() {
            if let group = operation.group { children[group, default: []].append(position) }
        }
        self.children = children
    }

    /// The operation at which the chain to `name`, or to ready, starts.
    func target(_ name: String?) -> Int? {
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
                guard !operations[index].isGroup, operations[index].startedAt != nil else {
                    return false
                }
                return operations[index].endedAt.map { $0 <= limit } ?? false
            }
            .max(by: isEarlier)
    }

    /// The link for an operation, and the position of the next one.
    func step(_ position: Int) -> (ChainStep, next: Int?) {
        let operation = operations[position]
        let (cause, next) = cause(of: operation)
        var step = ChainStep(
            name: operation.name,
            queue: operation.queue,
            state: operation.state,
            startedAfter: operation.startedAt.map {
                max(report.processStart.duration(to: $0), .zero)
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
        return (step, next)
    }

    private func cause(of operation: OperationStatus) -> (ChainStep.Cause, next: Int?) {
        if case .ended(.skipped(let root)) = operation.state {
            return (.operation(root), lastEnded(of: [root]) ?? index[root])
        }
        if let wait = operation.wait, wait > .zero, let holder = operation.releasedBy,
            let found = index[holder]
        {
            return (.queue(holder: holder), found)
        }
        let waited = operation.lockWait?.holder != nil ? operation : waitingGroup(around: operation)
        if let lockWait = waited?.lockWait, let holder = lockWait.holder,
            let found = lastEnded(of: [holder]) ?? index[holder]
        {
            return (.lock(lockWait.lock, holder: holder), found)
        }
        guard let last = lastEnded(of: dependencies(of: operation)) else { return (.launch, nil) }
        return (.operation(operations[last].name), last)
    }

    /// The group around an operation that waited for a lock and began when the operation became
    /// ready.
    private func waitingGroup(around operation: OperationStatus) -> OperationStatus? {
        groups(around: operation).first { group in
            group.lockWait?.holder != nil && group.startedAt == operation.readyAt
        }
    }

    /// The groups around an operation, the innermost first.
    private func groups(around operation: OperationStatus) -> [OperationStatus] {
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

    /// The operations that had to end before it: its own dependencies and those of the groups
    /// around it.
    private func dependencies(of operation: OperationStatus) -> [String] {
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
                if operation.startedAt == nil {
                    waiting += dependencies(of: operation).compactMap { index[$0] }
                }
            } else if operation.endedAt != nil {
                if best.map({ !isEarlier(position, $0) }) ?? true { best = position }
            }
        }
        return best
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

    private func instant(_ instant: Instant?) -> Instant {
        instant ?? Instant(nanoseconds: .min)
    }
}
