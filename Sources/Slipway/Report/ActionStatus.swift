/// One launch action: a request from outside, and its state.
public struct ActionStatus: Hashable, Sendable {
    /// How far an action has come.
    public enum State: Hashable, Sendable {
        /// Waits for the operations in `missing`, for earlier actions of its kind, or for its next
        /// attempt.
        case waiting(missing: [String])
        /// Its handler runs.
        case running
        /// Its handler returned.
        case done
        /// Its handler threw, or `operation`, which it requires, did not succeed.
        case failed(Failure, operation: String?)
        /// Cancelled before it ended: by a stop of the launch, or by a call.
        case cancelled(reason: String)
        /// Its time to live passed before it could run.
        case expired
        /// A later action of its kind took its place before it could run.
        case superseded(by: ActionID)
        /// Its process ended while its handler ran, and it must not be repeated by itself; nothing
        /// says how far it came.
        case interrupted(reason: String)
    }

    /// The identity, unique over all launches.
    public var id: ActionID
    /// The declared kind.
    public var kind: String
    /// The queue its handler runs on.
    public var queue: Queue
    /// The operations that it requires.
    public var requires: [String]
    /// How far it has come.
    public var state: State
    /// When the launch accepted it.
    public var acceptedAt: Instant
    /// When everything that it requires had succeeded and it was the first of its kind.
    public var readyAt: Instant?
    /// When its last attempt began, in an earlier launch too; `nil` before the first, and if it has
    /// ended while it waited for another one.
    public var startedAt: Instant?
    /// When it ended.
    public var endedAt: Instant?
    /// How many attempts have begun, in earlier launches too.
    public var attempts: Int
    /// How many of them failed, with another one to follow; those that a stop or a crash interrupted
    /// did not fail.
    public var failures: Int
    /// With how many failed attempts it fails; `nil` if that is not known, as in the record of an
    /// earlier launch.
    public var failureLimit: Int?
    /// When its next attempt is due, in the next launch too; `nil` unless the last one failed and
    /// another one follows.
    public var retryAt: Instant?
    /// Why its last attempt failed, if another one follows or has followed.
    public var lastFailure: Failure?
    /// Whether it waits for the next launch: it is stored, and this launch ends or lacks what it
    /// requires.
    public var isPostponed: Bool

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
        self.id = id
        self.kind = kind
        self.queue = queue
        self.requires = requires
        self.state = state
        self.acceptedAt = acceptedAt
        self.readyAt = readyAt
        self.startedAt = startedAt
        self.endedAt = endedAt
        self.attempts = attempts
        self.failures = failures
        self.failureLimit = failureLimit
        self.retryAt = retryAt
        self.lastFailure = lastFailure
        self.isPostponed = isPostponed
    }
}

extension ActionStatus {
    /// How long its last attempt ran; `nil` unless the action ended with it, and if that was
    /// interrupted: nothing says how far it came.
    package var run: Duration? {
        if case .interrupted = state { return nil }
        guard let startedAt, let endedAt else { return nil }
        return startedAt.duration(to: endedAt)
    }
}

extension ActionStatus.State {
    /// Whether the state is final.
    public var isEnded: Bool {
        switch self {
        case .waiting, .running: false
        case .done, .failed, .cancelled, .expired, .superseded, .interrupted: true
        }
    }

    /// The states without what is known about them.
    package enum Word: String, CaseIterable, Hashable, Sendable {
        case waiting, running, done, failed, cancelled, expired, superseded, interrupted
    }

    /// Which state it is.
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
