/// One action in the book.
///
/// A hundred thousand may wait, so it is small: what only those have that have come further stands
/// apart, in ``progress``, and what all of a kind have in common is with the kind.
struct ActionEntry: Sendable {
    /// Where it is.
    enum Stage: Hashable, Sendable {
        /// Has its place, and is not accepted before it is stored.
        case reserved
        /// Waits for its turn, or for what its kind requires.
        case waiting
        /// Waits in its queue: the engine has it.
        case offered
        /// Has its place in the queue; that its attempt begins is being stored.
        case beginning
        case running
        /// Waits for its next attempt.
        case pausing
        /// Has ended; how is being stored.
        case ending
        case ended
    }

    /// The number of its kind.
    let kind: Int
    /// The user whose share of the line it takes; `nil` for one without such a limit.
    let owner: UInt32?
    /// Where it is kept; `nil` for a value of this process, which no store can keep.
    let place: ActionPolicy.Durability?
    var stage: Stage
    /// Whether it waits for the next launch.
    var isPostponed = false
    let acceptedAt: Instant
    /// When it expires unless an attempt has begun; `nil` for never.
    let expiresAt: Instant?
    private var further: Shared<ActionProgress>?

    init(
        kind: Int,
        owner: UInt32? = nil,
        place: ActionPolicy.Durability?,
        stage: Stage,
        acceptedAt: Instant,
        expiresAt: Instant?
    ) {
        self.kind = kind
        self.owner = owner
        self.place = place
        self.stage = stage
        self.acceptedAt = acceptedAt
        self.expiresAt = expiresAt
    }

    /// How far it has come.
    var progress: ActionProgress {
        get { further?.value ?? ActionProgress() }
        set { further = Shared(newValue) }
    }

    /// Whether its attempts and its end are stored before they count.
    var isStored: Bool { place != nil }
    /// Whether the next launch has it.
    var outlivesLaunch: Bool { place == .disk }
    /// The new action, not accepted yet, that is to supersede it.
    var successor: ActionID? { further?.value.successor }
    /// How many attempts have begun.
    var attempts: Int { further?.value.told.attempts ?? 0 }
    /// Whether its last attempt was interrupted: the next one runs alone, so that it is known whether
    /// it is the cause.
    var isSuspect: Bool { further?.value.isSuspect ?? false }
    /// What was told of it last, beyond that it waits.
    var told: ActionStatus.Further? { further?.value.told }
    /// What was told of its state last.
    var state: ActionStatus.State { further?.value.state ?? .waiting(missing: []) }

    /// Whether it may still run, and has not begun to.
    var isOpen: Bool {
        switch stage {
        case .reserved, .waiting, .offered, .pausing: true
        case .beginning, .running, .ending, .ended: false
        }
    }
}

/// How far an action has come that does more than wait.
struct ActionProgress: Sendable {
    /// The kind under which it was sent, if that is not declared any more.
    var undeclaredKind: String?
    var state = ActionStatus.State.waiting(missing: [])
    var told = ActionStatus.Further()

    /// The new action, not accepted yet, that is to supersede it.
    var successor: ActionID?
    /// Why it is to end, as was asked while that could not be done at once.
    var cancellation: String?
    /// How many of its attempts were interrupted while they ran alone.
    var interruptions = 0
    /// Whether its last attempt was interrupted.
    var isSuspect = false
    /// Whether other actions ran while its attempt did.
    var hadCompany = false
    /// How it ends because it cannot run, as was found when it was about to.
    var rejection: ActionStatus.State?
    /// How it ends, and when it did: that is being stored.
    var end: (state: ActionStatus.State, at: Instant)?
}
