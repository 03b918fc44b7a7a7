/// One launch action: a request from outside, and its state.
public struct ActionStatus: Hashable, Sendable {
    /// How far an action has come.
    public enum State: Hashable, Sendable {
        /// Waits for the operations in `missing`, and for earlier actions of its kind.
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
    /// When its handler began.
    public var startedAt: Instant?
    /// When it ended.
    public var endedAt: Instant?

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
        endedAt: Instant? = nil
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
    }
}

extension ActionStatus.State {
    /// Whether the state is final.
    public var isEnded: Bool {
        switch self {
        case .waiting, .running: false
        case .done, .failed, .cancelled, .expired: true
        }
    }

    /// The word for the state in the protocol and the journal.
    public var word: String {
        switch self {
        case .waiting: "waiting"
        case .running: "running"
        case .done: "done"
        case .failed: "failed"
        case .cancelled: "cancelled"
        case .expired: "expired"
        }
    }
}

/// The identity of a launch action: text without spaces, unique over all launches.
public struct ActionID: Hashable, Sendable, CustomStringConvertible {
    /// The identity as text.
    public let description: String

    /// Takes an existing identity, for example from a store.
    public init(_ text: String) {
        description = text
    }
}
