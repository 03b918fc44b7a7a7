/// One action in the book.
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
        case ending(ActionStatus.State, at: Instant)
        case ended
    }

    /// The number of its kind.
    let kind: Int
    /// The user whose share of the line it takes; `nil` for one without such a limit.
    var owner: UInt32?
    /// What was told of it last.
    var status: ActionStatus
    /// Whether it is stored.
    var isKept: Bool
    var stage: Stage
    /// When it expires unless an attempt has begun; `nil` for never.
    var expiresAt: Instant?
    /// The new action, not accepted yet, that is to supersede it.
    var successor: ActionID?
    /// Why it is to end, as was asked while that could not be done at once.
    var cancellation: String?
    /// How many of its attempts were interrupted while they ran alone.
    var interruptions = 0
    /// Whether its last attempt was interrupted: the next one runs alone, so that it is known whether
    /// it is the cause.
    var isSuspect = false
    /// Whether other actions ran while its attempt did.
    var hadCompany = false
    /// How it ends because it cannot run, as was found when it was about to.
    var rejection: ActionStatus.State?

    /// Whether it may still run, and has not begun to.
    var isOpen: Bool {
        switch stage {
        case .reserved, .waiting, .offered, .pausing: true
        case .beginning, .running, .ending, .ended: false
        }
    }
}
