/// One link of the critical chain: an operation, and what made it start no sooner.
public struct ChainStep: Hashable, Sendable {
    /// What an operation started on.
    public enum Cause: Hashable, Sendable {
        /// The launch: it waited for nothing.
        case launch
        /// The last operation that it depends on ended, or, for one that was skipped, did not
        /// succeed.
        case operation(String)
        /// Its queue, which `holder` had until then.
        case queue(holder: String)
    }

    /// The operation.
    public var name: String
    /// Where its body runs.
    public var queue: Queue
    /// Where it is; how it ended.
    public var state: OperationStatus.State
    /// From the process's start to the operation's; `nil` if it has not started.
    public var startedAfter: Duration?
    /// How long it waited for its queue; `nil` if it has not started.
    public var wait: Duration?
    /// How long its body took; `nil` unless it started and ended.
    public var run: Duration?
    /// What it started on; the next step is that operation, or that holder.
    public var cause: Cause

    /// Creates a step.
    public init(
        name: String,
        queue: Queue,
        state: OperationStatus.State,
        startedAfter: Duration? = nil,
        wait: Duration? = nil,
        run: Duration? = nil,
        cause: Cause
    ) {
        self.name = name
        self.queue = queue
        self.state = state
        self.startedAfter = startedAfter
        self.wait = wait
        self.run = run
        self.cause = cause
    }
}

extension Report {
    /// The operations and waits that set the time to ready, the last one first.
    ///
    /// Each step started when the next one ended: because it depends on it, or because it held
    /// the queue. Making an operation that is not in the chain faster gains nothing.
    ///
    /// The chain starts at the operation that ended last before the launch was ready; in a launch
    /// that failed, at the first root cause; in one that is under way, at what has been running
    /// longest.
    ///
    /// - Parameter name: The operation to explain in place of the launch.
    /// - Returns: Empty if there is no such operation, or none has ended or runs.
    public func criticalChain(to name: String? = nil) -> [ChainStep] {
        let index = Dictionary(
            operations.enumerated().map { ($1.name, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        var next = name.map { index[$0] } ?? chainTarget(index)
        // A report may come from anywhere: one whose operations wait in a circle must end too.
        var seen: Set<Int> = []
        var steps: [ChainStep] = []
        while let current = next, seen.insert(current).inserted {
            let (step, previous) = chainStep(operations[current], index)
            steps.append(step)
            next = previous
        }
        return steps
    }

    private func chainStep(
        _ operation: OperationStatus,
        _ index: [String: Int]
    ) -> (ChainStep, next: Int?) {
        let (cause, next) = cause(of: operation, index)
        let step = ChainStep(
            name: operation.name,
            queue: operation.queue,
            state: operation.state,
            startedAfter: operation.startedAt.map { max(processStart.duration(to: $0), .zero) },
            wait: operation.knownWait,
            run: operation.knownRun(at: nil),
            cause: cause
        )
        return (step, next)
    }

    private func cause(
        of operation: OperationStatus,
        _ index: [String: Int]
    ) -> (ChainStep.Cause, next: Int?) {
        if case .ended(.skipped(let root)) = operation.state {
            return (.operation(root), index[root])
        }
        if let wait = operation.wait, wait > .zero, let holder = operation.releasedBy,
            let found = index[holder]
        {
            return (.queue(holder: holder), found)
        }
        let last = (operation.requires + operation.after).lazy
            .compactMap { index[$0] }
            .filter { operations[$0].endedAt != nil }
            .max { isEarlier(operations[$0].endedAt, operations[$1].endedAt) }
        guard let last else { return (.launch, nil) }
        return (.operation(operations[last].name), last)
    }

    private func chainTarget(_ index: [String: Int]) -> Int? {
        if readyAt == nil, let root = rootCauses.lazy.compactMap(\.operation).first {
            return index[root]
        }
        if readyAt == nil, let running = firstRunning { return running }
        let limit = readyAt ?? Instant(nanoseconds: .max)
        return operations.indices
            .filter { index in
                guard operations[index].startedAt != nil else { return false }
                return operations[index].endedAt.map { $0 <= limit } ?? false
            }
            .max { isEarlier(operations[$0].endedAt, operations[$1].endedAt) }
    }

    private var firstRunning: Int? {
        operations.indices
            .filter { operations[$0].state == .running && operations[$0].startedAt != nil }
            .min { isEarlier(operations[$0].startedAt, operations[$1].startedAt) }
    }

    private func isEarlier(_ left: Instant?, _ right: Instant?) -> Bool {
        guard let left, let right else { return false }
        return left < right
    }
}
