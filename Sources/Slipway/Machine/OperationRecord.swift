/// The progress of an operation of a launch.
struct OperationRecord: Sendable {
    var state = OperationState.pending
    /// The number of dependencies that have not ended; its group, or the launch, counts as one more
    /// until it lets the operation begin.
    var inDegree: Int
    /// The stage that it is due in: the background one for what is added to a launch that is ready.
    var stage: Stage
    /// The group or the launch around it goes on without it.
    var isOptional: Bool
    /// The effective priority.
    var priority: Int8
    /// The number of operations that follow one another after it, on the longest path.
    let path: Int

    var readyAt: Instant?
    /// When its first attempt began.
    var startedAt: Instant?
    var endedAt: Instant?
    /// The operation whose end made room for it; `nil` when it did not have to wait.
    var releasedBy: String?

    /// Attempts begun.
    var attempt = 0
    private var rareBox: Shared<Rare>?
    var holdsLocks = false
    /// It has ended while its body runs on: it keeps its place in the queue and its locks until
    /// that returns.
    var isLeftBehind = false
    /// Its body has given its place in the queue back before its end.
    var waitsOutsideQueue = false
    /// The part that only groups have.
    var group: GroupProgress?

    /// The effective priority with which a group begins.
    var beginPriority: Int8

    init(_ operation: CheckedOperation) {
        inDegree = operation.dependencies.count + (operation.group == nil ? 0 : 1)
        stage = operation.options.stage
        // An operation that starts after the launch is ready never ends it; one in a group may end
        // its group.
        isOptional =
            operation.options.isOptional || stage == .background && operation.group == nil
        priority = operation.priority
        beginPriority = operation.beginPriority
        path = operation.path
        if operation.isGroup { group = GroupProgress(unended: operation.children.count) }
    }

    /// The part that few operations have; apart, so that the others are small.
    struct Rare: Sendable {
        /// Attempts that have ended, if there may be several.
        var attempts: [OperationStatus.Attempt] = []
        /// When all attempts must be over.
        var budgetEnd: Instant?
        var fallback: FallbackUse?
        /// When it first had to wait for a lock, as a number of ``LaunchMachine/arrivals``.
        var lockArrival: Int?
        var lockTime = LockTime()
        /// The reason of its outcome without what a program wrote, if that differs.
        var quietReason: String?
    }

    var hasRare: Bool { rareBox != nil }

    var rare: Rare {
        get { rareBox?.value ?? Rare() }
        set { rareBox = Shared(newValue) }
    }

    var hasEnded: Bool { if case .ended = state { true } else { false } }

    /// The outcome with which it ended; `nil` while it has not.
    var outcome: Outcome? { if case .ended(let outcome) = state { outcome } else { nil } }

    var isPending: Bool { if case .pending = state { true } else { false } }
    var isReady: Bool { if case .ready = state { true } else { false } }
    var isRunning: Bool { if case .running = state { true } else { false } }
    var waitsForLock: Bool { if case .waitingForLock = state { true } else { false } }

    /// The call of a body, a condition or a fallback that runs now; `nil` when nothing of it runs.
    var call: Call? {
        get {
            switch state {
            case .checkingCondition(let call), .running(let call), .fallingBack(let call, _): call
            case .pending, .doomed, .ready, .waitingForLock, .backingOff, .open, .ended: nil
            }
        }
        set {
            guard let newValue else { return }
            switch state {
            case .checkingCondition: state = .checkingCondition(newValue)
            case .running: state = .running(newValue)
            case .fallingBack(_, let before): state = .fallingBack(newValue, insteadOf: before)
            case .pending, .doomed, .ready, .waitingForLock, .backingOff, .open, .ended: return
            }
        }
    }

    /// It has neither begun nor ended, nor was told to end.
    var isUnstarted: Bool {
        switch state {
        case .pending, .ready, .waitingForLock: true
        case .doomed, .checkingCondition, .running, .backingOff, .fallingBack, .open, .ended: false
        }
    }
}

/// The states of an operation.
enum OperationState: Sendable {
    /// Waits for what it depends on.
    case pending
    /// Is about to end without having begun.
    case doomed
    case checkingCondition(Call)
    /// Waits for its queue.
    case ready
    /// Waits for a lock; `nil` for a group to which one is offered.
    case waitingForLock(Int?)
    /// Its body runs.
    case running(Call)
    /// Waits for its next attempt.
    case backingOff(until: Instant, after: Failure)
    /// Its fallback is being looked for, in place of how it would have ended.
    case fallingBack(Call, insteadOf: Outcome)
    /// A group whose children may run, or one that waits for the last of them.
    case open
    case ended(Outcome)
}

/// A call of an operation's body, condition or fallback.
struct Call: Sendable {
    let startedAt: Instant
    /// Until when it may take at least, because it asked for more than its time.
    var extendedTo: Instant?
    var cancellation: Cancellation?

    /// When and why it was asked to give up.
    struct Cancellation: Sendable {
        let at: Instant
        let reason: String
        /// Its own time passed.
        let isTimeout: Bool
        /// It was asked for another reason, perhaps later: neither an attempt nor a fallback follows.
        var isUnwanted: Bool
    }

    var isUnwanted: Bool { cancellation?.isUnwanted ?? false }
    var hasTimedOut: Bool { cancellation?.isTimeout ?? false }
}

/// The part that only groups have.
struct GroupProgress: Sendable {
    /// Children that have not ended.
    var unended: Int
    /// Required children that failed, in order of ending.
    var failed: [Int] = []
    var isDegraded = false
    /// The outcome with which it ends, whatever its children say from now on.
    var decided: Outcome?
    /// The outcome with which it ends because a group around it does, unless a child of it fails; apart,
    /// since few have it.
    var cutOff: Shared<Outcome>?
    /// Nothing in it begins any more.
    var isClosed = false
}

/// The time that an operation has waited for locks before its first attempt.
struct LockTime: Sendable {
    /// The last lock that it waited for.
    private(set) var lock: Int?
    /// The operation or group that gave that lock back.
    private(set) var holder: String?
    /// The waits that are over.
    private(set) var total = Duration.zero
    /// When the last one was over.
    private(set) var endedAt: Instant?
    private var since: Instant?

    mutating func begin(_ lock: Int, at now: Instant) {
        self.lock = lock
        if since == nil { since = now }
    }

    mutating func end(givenBackBy holder: String?, at now: Instant) {
        guard let start = since else { return }
        since = nil
        self.holder = holder
        total += start.duration(to: now)
        endedAt = now
    }
}
