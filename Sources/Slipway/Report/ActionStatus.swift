/// One launch action: a request from outside, and its state.
public struct ActionStatus: Hashable, Sendable {
    /// The states of an action.
    public enum State: Hashable, Sendable {
        /// Waits for the operations in `missing`, for earlier actions of its kind, or for its next
        /// attempt.
        case waiting(missing: [String])
        /// The handler runs.
        case running
        /// The handler returned.
        case done
        /// The handler threw, or `operation`, which the action requires, did not succeed.
        indirect case failed(Failure, operation: String?)
        /// The action was cancelled before it ended: by a stop of the launch, or by a call.
        case cancelled(reason: String)
        /// The action's time to live passed before it could run.
        case expired
        /// A later action of the same kind superseded it before it could run.
        case superseded(by: ActionID)
        /// The process ended while the handler ran, and the action must not be repeated without
        /// being asked for; nothing says how far it came.
        case interrupted(reason: String)
    }

    /// The identity, unique over all launches.
    public var id: ActionID
    /// The state of the action.
    public var state: State
    /// When the launch accepted it.
    public var acceptedAt: Instant
    /// The action waits for the next launch: it is stored, and this launch ends or lacks what the
    /// action requires.
    public var isPostponed: Bool
    /// The facts that all actions of a kind share stand apart, and so do those of actions that do
    /// more than wait: each observer has a status for each of the hundred thousand actions that may
    /// wait.
    private var common: Shared<Common>
    private var further: Shared<Further>?

    /// The facts that all actions of a kind have in common.
    struct Common: Hashable, Sendable {
        var kind: String
        var queue: Queue
        var requires: [String]
        var failureLimit: Int?
    }

    /// The facts of an action that does more than wait.
    struct Further: Hashable, Sendable {
        var readyAt: Instant?
        var startedAt: Instant?
        var endedAt: Instant?
        var attempts = 0
        var failures = 0
        var retryAt: Instant?
        var lastFailure: Failure?
        var handlerWait: String?
        var waitsBehind: ActionID?
        var obstacle: OperationStatus.Obstacle?
    }

    /// Creates a status; instants are `nil` until they are known.
    public init(
        id: ActionID,
        kind: String,
        queue: Queue,
        requires: [String],
        state: State,
        acceptedAt: Instant,
        readyAt: Instant? = nil,
        startedAt: Instant? = nil,
        endedAt: Instant? = nil,
        attempts: Int = 0,
        failures: Int = 0,
        failureLimit: Int? = nil,
        retryAt: Instant? = nil,
        lastFailure: Failure? = nil,
        isPostponed: Bool = false
    ) {
        self.init(
            id,
            Shared(
                Common(kind: kind, queue: queue, requires: requires, failureLimit: failureLimit)
            ),
            state,
            acceptedAt: acceptedAt,
            Further(
                readyAt: readyAt,
                startedAt: startedAt,
                endedAt: endedAt,
                attempts: attempts,
                failures: failures,
                retryAt: retryAt,
                lastFailure: lastFailure
            ),
            isPostponed: isPostponed
        )
    }

    /// Creates the status of an action whose kind knows what its actions have in common.
    init(
        _ id: ActionID,
        _ common: Shared<Common>,
        _ state: State,
        acceptedAt: Instant,
        _ further: Further? = nil,
        isPostponed: Bool = false
    ) {
        self.id = id
        self.common = common
        self.state = state
        self.acceptedAt = acceptedAt
        self.isPostponed = isPostponed
        if let further { know { $0 = further } }
    }

    private var known: Further { further?.value ?? Further() }

    /// Two equal statuses must not differ in whether there are further facts: facts that say
    /// nothing are dropped.
    private mutating func know(_ change: (inout Further) -> Void) {
        var known = known
        change(&known)
        further = known == Further() ? nil : Shared(known)
    }
}

extension ActionStatus {
    /// The declared kind.
    public var kind: String {
        get { common.value.kind }
        set { common.value.kind = newValue }
    }

    /// The queue its handler runs on.
    public var queue: Queue {
        get { common.value.queue }
        set { common.value.queue = newValue }
    }

    /// The operations that it requires.
    public var requires: [String] {
        get { common.value.requires }
        set { common.value.requires = newValue }
    }

    /// The number of failed attempts with which the action fails; `nil` if that is not known, as in
    /// the record of an earlier launch.
    public var failureLimit: Int? {
        get { common.value.failureLimit }
        set { common.value.failureLimit = newValue }
    }

    /// When everything that the action requires had succeeded and it was the first of its kind.
    ///
    /// While an action waits for another attempt in a later launch, this is the instant of the
    /// earlier launch.
    public var readyAt: Instant? {
        get { known.readyAt }
        set { know { $0.readyAt = newValue } }
    }

    /// When the last attempt began, in an earlier launch too; `nil` before the first attempt, and
    /// if the action has ended while it waited for another one.
    public var startedAt: Instant? {
        get { known.startedAt }
        set { know { $0.startedAt = newValue } }
    }

    /// When the action ended.
    public var endedAt: Instant? {
        get { known.endedAt }
        set { know { $0.endedAt = newValue } }
    }

    /// The number of attempts that have begun, in earlier launches too.
    public var attempts: Int {
        get { known.attempts }
        set { know { $0.attempts = newValue } }
    }

    /// The number of attempts that failed, with another one to follow; those that a stop or a crash
    /// interrupted did not fail.
    public var failures: Int {
        get { known.failures }
        set { know { $0.failures = newValue } }
    }

    /// When its next attempt is due, in the next launch too; `nil` unless the last one failed and
    /// another one follows.
    public var retryAt: Instant? {
        get { known.retryAt }
        set { know { $0.retryAt = newValue } }
    }

    /// Why its last attempt failed, if another one follows or has followed.
    public var lastFailure: Failure? {
        get { known.lastFailure }
        set { know { $0.lastFailure = newValue } }
    }
}

extension ActionStatus {
    /// The thing of its launch that its handler waits for, in words; `nil` if there is none.
    package var handlerWait: String? {
        get { known.handlerWait }
        set { know { $0.handlerWait = newValue } }
    }

    /// The action with the same order key that comes before it; `nil` if its kind has no order key, or there
    /// is none.
    package var waitsBehind: ActionID? {
        get { known.waitsBehind }
        set { know { $0.waitsBehind = newValue } }
    }

    /// The obstacle to its start besides its requirements, earlier actions and a slot in its queue.
    package var obstacle: OperationStatus.Obstacle? {
        get { known.obstacle }
        set { know { $0.obstacle = newValue } }
    }

    /// The time that the last attempt ran; `nil` unless the action ended with that attempt, and if
    /// the attempt was interrupted: nothing says how far it came.
    package var run: Duration? {
        if case .interrupted = state { return nil }
        guard let startedAt, let endedAt else { return nil }
        return startedAt.duration(to: endedAt)
    }
}

extension ActionStatus.State {
    /// The state is final.
    public var isEnded: Bool {
        switch self {
        case .waiting, .running: false
        case .done, .failed, .cancelled, .expired, .superseded, .interrupted: true
        }
    }

    /// The words for the states.
    package enum Word: String, CaseIterable, Hashable, Sendable {
        case waiting, running, done, failed, cancelled, expired, superseded, interrupted
    }

    /// The state as one of the words.
    package var kind: Word {
        switch self {
        case .waiting: .waiting
        case .running: .running
        case .done: .done
        case .failed: .failed
        case .cancelled: .cancelled
        case .expired: .expired
        case .superseded: .superseded
        case .interrupted: .interrupted
        }
    }

    /// The word for the state in the protocol and the journal.
    public var word: String { kind.rawValue }
}
