/// The times of an action, from its acceptance on and by its launch's clock: so they stay what they are
/// when the wall clock is set, and when the machine boots.
package struct ActionTimes: Hashable, Sendable {
    /// When everything that it requires was there and it was the first of its kind; `nil` if that is
    /// not known.
    package var ready: Duration?
    /// When its last attempt began; `nil` if none has, or that is not known.
    package var started: Duration?
    /// When it ended; `nil` if it has not, or that is not known.
    package var ended: Duration?

    /// Creates times.
    package init(ready: Duration? = nil, started: Duration? = nil, ended: Duration? = nil) {
        self.ready = ready
        self.started = started
        self.ended = ended
    }
}

/// A change of an action that a store has to keep.
package enum ActionChange: Hashable, Sendable {
    /// A new action has taken its place; it is accepted once this is stored. Those that it
    /// supersedes end with it, and only with it.
    ///
    /// It is kept in the place until it has ended, and may wait so long for its start (`nil`: for ever).
    case accept(
        NewAction,
        in: ActionPolicy.Durability,
        expires: Duration? = nil,
        superseding: [ActionID] = []
    )
    /// An attempt, counted from 1, is about to begin, after earlier ones of which so many failed, and so many
    /// interruptions count: what could not be stored of these is stored with it. It may begin once this is
    /// stored: on disk, if `isSynced`, so that not even the machine's crash forgets it.
    case attempt(
        ActionID,
        number: Int,
        failures: Int = 0,
        interruptions: Int = 0,
        isSynced: Bool
    )
    /// An attempt failed, and another one follows after a pause, in this launch or in the next.
    case pause(ActionID, Failure, for: Duration)
    /// An attempt gave up, as a stop asked it to: the next launch makes another one.
    case handOn(ActionID)
    /// The process that ran an attempt has ended, and another attempt follows. It counts if nothing
    /// else ran: else nothing says which of them was the cause.
    case interrupted(ActionID, counts: Bool)
    /// The last attempt, which was stored, did not begin: so many did.
    case takeBack(ActionID, attempts: Int)
    /// It has ended, which its sender is told once this is stored.
    case end(ActionID, ActionStatus.State)

    /// The action that it concerns.
    package var action: ActionID {
        switch self {
        case .accept(let action, _, _, _): action.id
        case .attempt(let id, _, _, _, _), .pause(let id, _, _), .handOn(let id),
            .interrupted(let id, _), .takeBack(let id, _), .end(let id, _):
            id
        }
    }

    /// It is a new action.
    package var isAcceptance: Bool { if case .accept = self { true } else { false } }

    /// It says how an attempt ended, after which the action goes on; without it the next launch takes the attempt
    /// for one that ran to the end of this one.
    var isEndOfAttempt: Bool {
        switch self {
        case .pause, .handOn, .interrupted, .takeBack: true
        case .accept, .attempt, .end: false
        }
    }

    /// It must be on disk before it counts.
    package var isSynced: Bool {
        switch self {
        case .accept, .end: true
        case .attempt(_, _, _, _, let isSynced): isSynced
        case .pause, .handOn, .interrupted: false
        // Else a machine's crash would make an interrupted action of one that never began.
        case .takeBack: true
        }
    }
}
