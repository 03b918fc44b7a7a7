/// One operation of a launch: its declaration, its state, and its instants.
///
/// The properties of ``declared`` can be named without it: `status.queue`.
@dynamicMemberLookup
public struct OperationStatus: Hashable, Sendable {
    /// The states of an operation.
    public enum State: Hashable, Sendable {
        /// The operation waits for others that it requires or runs after.
        case pending
        /// The dependencies are met; the operation waits for its queue, or for
        /// ``OperationStatus/obstacle``.
        case ready
        /// The body runs, or was cancelled and has not returned yet.
        case running
        /// The operation has ended, which it does exactly once.
        case ended(Outcome)
    }

    private var shared: Shared<OperationDeclaration>

    /// The state of the operation.
    public var state: State
    /// When its dependencies were met and its condition, if it has one, held.
    public var readyAt: Instant?
    /// When its body began.
    public var startedAt: Instant?
    /// When the operation ended; also set if it never started.
    public var endedAt: Instant?
    /// The operation whose end freed a slot in the queue for this one; `nil` when it did not have
    /// to wait.
    public var releasedBy: String?
    /// The stage of the operation.
    public var stage: Stage
    private var details: Shared<Details>?

    /// The fields that few operations have, boxed to keep the others small.
    private struct Details: Hashable, Sendable {
        var lockWait: LockWait?
        var attempt = 0
        var attempts: [Attempt] = []
        var attemptStartedAt: Instant?
        var fallback: FallbackUse?
        var obstacle: Obstacle?
        var lack: String?
        var quietReason: String?
    }

    /// The time that an operation, or a group, waited for locks before it started.
    public struct LockWait: Hashable, Sendable {
        /// The lock; the last one if there were several.
        public var lock: Lock
        /// The time of the wait, for all locks together; a part of ``OperationStatus/wait``.
        public var duration: Duration
        /// The operation or group that had the lock; `nil` if none had.
        public var holder: String?

        /// Creates a wait.
        public init(lock: Lock, duration: Duration, holder: String? = nil) {
            self.lock = lock
            self.duration = duration
            self.holder = holder
        }
    }

    /// One attempt of an operation's body.
    public struct Attempt: Hashable, Sendable {
        /// The number of the attempt, from 1.
        public var number: Int
        /// When the attempt began.
        public var startedAt: Instant
        /// When the attempt ended.
        public var endedAt: Instant
        /// Why the attempt failed; `nil` when it succeeded.
        public var failure: Failure?
        /// When the backoff before the attempt had passed, and it waited for its queue and its
        /// locks; `nil` for the first attempt.
        public var readyAt: Instant?

        /// Creates an attempt.
        public init(
            number: Int,
            startedAt: Instant,
            endedAt: Instant,
            failure: Failure? = nil,
            readyAt: Instant? = nil
        ) {
            self.number = number
            self.startedAt = startedAt
            self.endedAt = endedAt
            self.failure = failure
            self.readyAt = readyAt
        }
    }

    /// An obstacle of an operation.
    public enum Obstacle: Hashable, Sendable {
        /// The condition is being evaluated.
        case condition(String)
        /// Another operation holds a lock that this one needs.
        case lock(Lock, holder: String?)
        /// The queue, or (`nil`) the whole launch, is paused.
        case pause(Queue?)
        /// The operation waits for its next attempt.
        case backoff(until: Instant)
        /// The fallback is running.
        case fallback
        /// A group is to be tried again as a whole: this operation in it is torn down first.
        case teardown(String)
        /// The operation belongs to the background stage, and the launch is not ready.
        case launch
        /// The body runs, and waits for something of its own launch. `circle`: why it waits in
        /// vain, in one line, if the awaited thing cannot come before the body returns.
        case wait(for: Awaited, circle: String?)
    }

    /// Something of its own launch that a body waits for.
    public enum Awaited: Hashable, Sendable {
        /// The end of an operation or a group.
        case operation(String)
        /// The end of a launch action.
        case action(ActionID)
        /// The launch to be ready.
        case launch
    }

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
        timeout: Duration? = nil,
        stage: Stage = .launch,
        group: String? = nil,
        isGroup: Bool = false,
        attemptLimit: Int = 1
    ) {
        var declaration = OperationDeclaration(name: name, queue: queue)
        declaration.isOptional = isOptional
        declaration.requires = requires
        declaration.after = after
        declaration.timeout = timeout
        declaration.group = group
        declaration.isGroup = isGroup
        declaration.attemptLimit = attemptLimit
        shared = Shared(declaration)
        self.state = state
        self.readyAt = readyAt
        self.startedAt = startedAt
        self.endedAt = endedAt
        self.releasedBy = releasedBy
        self.stage = stage
    }

    /// Creates the status of a pending operation.
    init(_ declared: Shared<OperationDeclaration>, _ stage: Stage) {
        shared = declared
        self.stage = stage
        state = .pending
    }
}

extension OperationStatus {
    /// The part of its wait that was for a lock; `nil` when it did not wait for one, or still does
    /// for the first time.
    public var lockWait: LockWait? {
        get { details?.value.lockWait }
        set { changeDetails { $0.lockWait = newValue } }
    }

    /// The number of attempts that have begun, if the operation may be tried again or has a
    /// timeout; else 0.
    public var attempt: Int {
        get { details?.value.attempt ?? 0 }
        set { changeDetails { $0.attempt = newValue } }
    }

    /// The attempts that have ended, in order: the first and the last 63.
    ///
    /// Empty if the operation may not be tried again, but for the failed attempt of an operation
    /// with a fallback.
    public var attempts: [Attempt] {
        get { details?.value.attempts ?? [] }
        set { changeDetails { $0.attempts = newValue } }
    }

    /// When the attempt that runs, or was cancelled, began; `nil` when there is none, and for an
    /// operation that may not be tried again.
    public var attemptStartedAt: Instant? {
        get { details?.value.attemptStartedAt }
        set { changeDetails { $0.attemptStartedAt = newValue } }
    }

    /// The source of its value, when it is degraded.
    public var fallback: FallbackUse? {
        get { details?.value.fallback }
        set { changeDetails { $0.fallback = newValue } }
    }

    /// The obstacle that keeps the operation from going on, if that is neither what it depends on
    /// nor a slot in its queue.
    public var obstacle: Obstacle? {
        get { details?.value.obstacle }
        set { changeDetails { $0.obstacle = newValue } }
    }

    /// The step that its running body still lacks, in words that follow its name: `waits for tcp db:5432:
    /// Connection refused`; `nil` when it does not say.
    public var lack: String? {
        get { details?.value.lack }
        set { changeDetails { $0.lack = newValue } }
    }

    /// The reason of a cancellation or a degradation without what a program wrote; `nil` if it
    /// quotes none.
    var quietReason: String? {
        get { details?.value.quietReason }
        set { changeDetails { $0.quietReason = newValue } }
    }

    private mutating func changeDetails(_ change: (inout Details) -> Void) {
        var changed = details?.value ?? Details()
        change(&changed)
        details = changed == Details() ? nil : Shared(changed)
    }
}

extension OperationStatus {
    /// The declaration, whose name is unique in the launch.
    public var declared: OperationDeclaration {
        _read { yield shared.value }
        _modify { yield &shared.value }
    }

    /// A property of ``declared``.
    @inlinable
    public subscript<Part>(
        dynamicMember part: WritableKeyPath<OperationDeclaration, Part>
    ) -> Part {
        _read { yield declared[keyPath: part] }
        _modify { yield &declared[keyPath: part] }
    }

    /// The declaration; `nil` for a status that no launch made.
    var number: DeclarationNumber? { shared.value.mark.number }
}

extension OperationStatus {
    /// `started − ready`: the time it waited for its queue, and for locks; `nil` unless it started.
    public var wait: Duration? {
        guard let readyAt, let startedAt else { return nil }
        return readyAt.duration(to: startedAt)
    }

    /// `ended − started`: how long its body took; `nil` unless it started and ended.
    public var run: Duration? {
        guard let startedAt, let endedAt else { return nil }
        return startedAt.duration(to: endedAt)
    }

    /// The outcome with which it ended; `nil` while it has not.
    public var outcome: Outcome? {
        guard case .ended(let outcome) = state else { return nil }
        return outcome
    }
}
