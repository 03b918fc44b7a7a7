/// An action in the book.
///
/// A hundred thousand actions may wait, so an entry is small: only an action that does more than
/// wait has a ``progress``, which stands apart, and what all of a kind have in common is with the
/// kind.
struct ActionEntry: Sendable {
    /// The states of an entry.
    enum State: Hashable, Sendable {
        /// Has its position, and is not accepted before it is stored.
        case reserved
        /// Waits for earlier actions, or for what its kind requires.
        case waiting
        /// Waits in its queue: the engine has it.
        case offered
        /// Has its slot in the queue; the beginning of its attempt is being stored.
        case beginning
        case running
        /// Waits for its next attempt.
        case backingOff
        /// Has ended; the end is being stored.
        case ending
        case ended
    }

    /// The number of its kind.
    let kind: Int
    /// The user whose share of the line it takes; `nil` for one without such a limit.
    let owner: UInt32?
    /// The durability with which it is stored; `nil` for a value of this process, which cannot be
    /// stored.
    let durability: ActionPolicy.Durability?
    var state: State
    /// The action waits for the next launch.
    var isPostponed = false
    let acceptedAt: Instant
    /// When it expires unless an attempt has begun; `nil` for never.
    let expiresAt: Instant?
    private var further: Shared<ActionProgress>?

    init(
        kind: Int,
        owner: UInt32? = nil,
        durability: ActionPolicy.Durability?,
        state: State,
        acceptedAt: Instant,
        expiresAt: Instant?
    ) {
        self.kind = kind
        self.owner = owner
        self.durability = durability
        self.state = state
        self.acceptedAt = acceptedAt
        self.expiresAt = expiresAt
    }

    /// The part of its state that an action has only once it does more than wait.
    var progress: ActionProgress {
        get { further?.value ?? ActionProgress() }
        set { further = Shared(newValue) }
    }

    /// The consumer that has it, or had it last; `nil` if it never had.
    var consumer: Int? { further?.value.consumer }
    /// The engine has the action.
    var isWithEngine: Bool {
        switch state {
        case .offered, .beginning, .running: true
        case .reserved, .waiting, .backingOff, .ending, .ended: false
        }
    }
    /// The attempts and the end of the action are stored before they count.
    var isStored: Bool { durability != nil }
    /// The action is on disk, so that the next launch has it.
    var outlivesLaunch: Bool { durability == .disk }
    /// The new action, not accepted yet, that is to supersede it.
    var successor: ActionID? { further?.value.successor }
    /// The number of attempts that have begun.
    var attempts: Int { further?.value.told.attempts ?? 0 }
    /// The last attempt was interrupted: the next one runs alone, so that it is known whether this
    /// action is the cause.
    var isSuspect: Bool { further?.value.isSuspect ?? false }
    /// The number of its attempts that were interrupted while they ran alone.
    var interruptions: Int { further?.value.interruptions ?? 0 }
    /// The action was ready in an earlier launch, and is not yet in this one.
    var wasReadyEarlier: Bool { further?.value.wasReadyEarlier ?? false }
    /// When it ended, while that is being stored; `nil` otherwise.
    var endsAt: Instant? { further?.value.end?.at }
    /// The status as it was told last; `nil` while the action has only waited.
    var told: ActionStatus.Further? { further?.value.told }
    /// The state that was told last.
    var toldState: ActionStatus.State { further?.value.state ?? .waiting(missing: []) }

    /// The action waits, for its first attempt or for another one.
    var isOpen: Bool {
        switch state {
        case .reserved, .waiting, .offered, .backingOff: true
        case .beginning, .running, .ending, .ended: false
        }
    }
}

/// The progress of an action that does more than wait.
struct ActionProgress: Sendable {
    /// The kind under which it was sent, if that is not declared any more.
    var undeclaredKind: String?
    var state = ActionStatus.State.waiting(missing: [])
    var told = ActionStatus.Further()
    /// The consumer that has it, or had it last.
    var consumer: Int?
    /// When its first attempt began, in an earlier launch too; `nil` if that is not known.
    var begunAt: Instant?
    /// The instant at which it was ready was told in an earlier launch: it has to become ready in
    /// this one.
    var wasReadyEarlier = false
    /// The new action, not accepted yet, that is to supersede it.
    var successor: ActionID?
    /// The reason of a cancellation that could not be carried out at once.
    var cancellation: String?
    /// The number of its attempts that were interrupted while they ran alone.
    var interruptions = 0
    /// The last attempt was interrupted.
    var isSuspect = false
    /// Other actions ran while its attempt did.
    var hadCompany = false
    /// The state with which the action ends, since the store found that its attempt cannot run.
    var rejection: ActionStatus.State?
    /// The end that is being stored: the state, and the instant.
    var end: (state: ActionStatus.State, at: Instant)?
}
