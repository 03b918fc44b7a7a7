public import Slipway

/// One link of the critical chain: an operation, and the cause of its start.
public struct ChainStep: Hashable, Sendable {
    /// The cause of an operation's start.
    public enum Cause: Hashable, Sendable {
        /// The launch: the operation waited for no other.
        case launch
        /// The last of the dependencies ended; for a skipped operation, the one that did not
        /// succeed.
        case operation(String)
        /// The queue became free, which `holder` had until then.
        case queue(holder: String)
        /// A lock of the operation or of a group around it became free, which `holder` had until
        /// then.
        case lock(Lock, holder: String)
    }

    /// The operation.
    public var name: String
    /// The queue of its body.
    public var queue: Queue
    /// The state or outcome.
    public var state: OperationStatus.State
    /// From the process's start to the operation's; `nil` if it has not started.
    public var startedAfter: Duration?
    /// The time that the operation waited for its queue, or for a lock; `nil` if it has not
    /// started.
    public var wait: Duration?
    /// The part of ``wait`` that was for a lock; `nil` if there was none.
    public var lockWait: OperationStatus.LockWait?
    /// The group around the operation that waited for a lock, and so delayed it; `nil` for none.
    public var waitingGroup: OperationStatus?
    /// The group around the operation that was tried again, and whose last attempt began together
    /// with the operation; `nil` for none.
    public var repeatedGroup: OperationStatus?
    /// The time from the body's start to the operation's end, ``backoff`` included; `nil` unless it
    /// started and ended.
    public var run: Duration?
    /// The number of attempts; 0 for an operation without retries.
    public var attempts: Int
    /// The backoffs between the attempts, added up; `nil` before the second attempt.
    public var backoff: Duration?
    /// The cause of the operation's start; the next step is the operation or the holder in it.
    public var cause: Cause
    /// The parts of this step's time, from the cause of the operation's start until it let the step
    /// before start, in order.
    ///
    /// The parts of all steps together are the whole time that the chain explains: they follow one
    /// another without a gap, and the parts of the next step end where those of this one begin. The
    /// last step has the time before the launch, too.
    public var parts: [ChainPart] = []

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
    /// Each step started when the next one ended: because it depends on that operation, or because
    /// that one held the queue or a lock. Making an operation that is not in the chain faster gains
    /// nothing.
    ///
    /// The chain starts at the operation that ended last before the launch was ready; in a launch
    /// that failed, at the first root cause; in a launch under way, at the operation that has been
    /// running longest.
    ///
    /// The ``ChainStep/parts`` of all steps add up to the time from the process's start to ready,
    /// exactly.
    ///
    /// - Parameters:
    ///   - name: The operation to explain instead of the launch; for a group, the operation that ended
    ///     last in it.
    ///   - now: The end of what is under way; `nil` leaves that out.
    /// - Returns: Empty if no operation has the name, or none has ended or runs.
    public func criticalChain(to name: String? = nil, at now: Instant? = nil) -> [ChainStep] {
        ChainSearch(self).steps(to: name, at: now)
    }
}
