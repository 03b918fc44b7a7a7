/// One operation of a launch: what was declared, where it is, and when it got there.
public struct OperationStatus: Hashable, Sendable {
    /// How far an operation has come.
    public enum State: Hashable, Sendable {
        /// Waits for operations that it requires or runs after.
        case pending
        /// Everything it waits for is there; waits for its queue.
        case ready
        /// Its body runs, or has been asked to stop and has not returned yet.
        case running
        /// It ended, exactly once.
        case ended(Outcome)
    }

    /// The name, unique in the graph.
    public var name: String
    /// Where its body runs.
    public var queue: Queue
    /// Whether the launch goes on without it.
    public var isOptional: Bool
    /// The operations that must have succeeded (or be degraded) before it starts.
    public var requires: [String]
    /// The operations that must have ended, however, before it starts.
    public var after: [String]
    /// How far it has come.
    public var state: State
    /// When the last operation that it waits for ended.
    public var readyAt: Instant?
    /// When its body began.
    public var startedAt: Instant?
    /// When it ended; also set for one that never started.
    public var endedAt: Instant?
    /// The operation whose end freed the queue for it; `nil` when it did not have to wait.
    public var releasedBy: String?
    /// How long its body may run; `nil` for as long as the launch.
    public var timeout: Duration?

    /// Creates a status; instants and `releasedBy` are `nil` until they are known.
    public init(
        name: String,
        queue: Queue,
        isOptional: Bool = false,
        requires: [String] = [],
        after: [String] = [],
        state: State = .pending,
        readyAt: Instant? = nil,
        startedAt: Instant? = nil,
        endedAt: Instant? = nil,
        releasedBy: String? = nil,
        timeout: Duration? = nil
    ) {
        self.name = name
        self.queue = queue
        self.isOptional = isOptional
        self.requires = requires
        self.after = after
        self.state = state
        self.readyAt = readyAt
        self.startedAt = startedAt
        self.endedAt = endedAt
        self.releasedBy = releasedBy
        self.timeout = timeout
    }
}

extension OperationStatus {
    /// `started − ready`: the time it waited for its queue; `nil` unless it started.
    public var wait: Duration? {
        guard let readyAt, let startedAt else { return nil }
        return readyAt.duration(to: startedAt)
    }

    /// `ended − started`: how long its body took; `nil` unless it started and ended.
    public var run: Duration? {
        guard let startedAt, let endedAt else { return nil }
        return startedAt.duration(to: endedAt)
    }

    /// How it ended; `nil` while it has not.
    public var outcome: Outcome? {
        guard case .ended(let outcome) = state else { return nil }
        return outcome
    }
}
