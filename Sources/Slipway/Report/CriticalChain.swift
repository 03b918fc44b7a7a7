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
        /// A lock, of the operation or of a group around it, which `holder` had until then.
        case lock(Lock, holder: String)
    }

    /// The operation.
    public var name: String
    /// Where its body runs.
    public var queue: Queue
    /// Where it is; how it ended.
    public var state: OperationStatus.State
    /// From the process's start to the operation's; `nil` if it has not started.
    public var startedAfter: Duration?
    /// How long it waited for its queue, or for a lock; `nil` if it has not started.
    public var wait: Duration?
    /// The part of ``wait`` that was for a lock; `nil` when none was.
    public var lockWait: OperationStatus.LockWait?
    /// The group around it that waited for a lock, and so let it start no sooner; `nil` for none.
    public var waitingGroup: OperationStatus?
    /// How long it took from its body's start, ``backoff`` included; `nil` unless it started and
    /// ended.
    public var run: Duration?
    /// How many attempts there were; 0 for one that may not be tried again.
    public var attempts: Int
    /// How long it paused between its attempts; `nil` before the second one.
    public var backoff: Duration?
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
        attempts: Int = 0,
        backoff: Duration? = nil,
        cause: Cause
    ) {
        self.name = name
        self.queue = queue
        self.state = state
        self.startedAfter = startedAfter
        self.wait = wait
        self.run = run
        self.attempts = attempts
        self.backoff = backoff
        self.cause = cause
    }
}

extension Report {
    /// The operations, waits and backoffs that set the time to ready, the last one first.
    ///
    /// Each step started when the next one ended: because it depends on it, or because it held
    /// the queue or a lock. Making an operation that is not in the chain faster gains nothing.
    ///
    /// The chain starts at the operation that ended last before the launch was ready; in a launch
    /// that failed, at the first root cause; in one that is under way, at what has been running
    /// longest.
    ///
    /// - Parameter name: The operation to explain in place of the launch; of a group, what ended
    ///   last in it.
    /// - Returns: Empty if there is no such operation, or none has ended or runs.
    public func criticalChain(to name: String? = nil) -> [ChainStep] {
        let search = ChainSearch(self)
        var next = search.target(name)
        // A report may come from anywhere: one whose operations wait in a circle must end too.
        var seen: Set<Int> = []
        var steps: [ChainStep] = []
        while let current = next, seen.insert(current).inserted {
            let (step, previous) = search.step(current)
            steps.append(step)
            next = previous
        }
        return steps
    }
}
