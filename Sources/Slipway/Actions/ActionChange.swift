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

/// A change of an action that is to be stored.
package enum ActionChange: Hashable, Sendable {
    /// A new action is in its line; it is accepted once this change is stored. The actions that it
    /// supersedes end with that, and only with that.
    ///
    /// The action is stored with this durability until it has ended, and may wait so long for its
    /// start (`nil`: for ever).
    case accept(
        NewAction,
        in: ActionPolicy.Durability,
        expires: Duration? = nil,
        superseding: [ActionID] = []
    )
    /// An attempt, counted from 1, is about to begin, and may do so once this change is stored. So
    /// many earlier attempts failed, and so many interruptions count: what could not be stored of
    /// these is stored along. If `isSynced`, the change has to be on disk, so that not even a crash
    /// of the machine forgets the attempt.
    case attempt(
        ActionID,
        number: Int,
        failures: Int = 0,
        interruptions: Int = 0,
        isSynced: Bool
    )
    /// An attempt failed, and another one follows after a backoff, in this launch or in the next.
    case backOff(ActionID, Failure, for: Duration)
    /// An attempt gave up, as a stop asked it to: the next launch makes another one.
    case handOn(ActionID)
    /// The process that ran an attempt has ended, and another attempt follows. The interruption
    /// counts if nothing else ran: otherwise nothing says which action was the cause.
    case interrupted(ActionID, counts: Bool)
    /// The last attempt was stored, but did not begin: so many attempts did.
    case takeBack(ActionID, attempts: Int)
    /// The action has ended, which its sender is told once this is stored.
    case end(ActionID, ActionStatus.State)

    /// The action that changes.
    package var action: ActionID {
        switch self {
        case .accept(let action, _, _, _): action.id
        case .attempt(let id, _, _, _, _), .backOff(let id, _, _), .handOn(let id),
            .interrupted(let id, _), .takeBack(let id, _), .end(let id, _):
            id
        }
    }

    /// The change is the acceptance of a new action.
    package var isAcceptance: Bool { if case .accept = self { true } else { false } }

    /// The change is the end of an attempt after which the action goes on.
    ///
    /// Without it the next launch takes the attempt for one that ran until this launch ended.
    var isEndOfAttempt: Bool {
        switch self {
        case .backOff, .handOn, .interrupted, .takeBack: true
        case .accept, .attempt, .end: false
        }
    }

    /// The change must be on disk before it counts.
    package var isSynced: Bool {
        switch self {
        case .accept, .end: true
        case .attempt(_, _, _, _, let isSynced): isSynced
        case .backOff, .handOn, .interrupted: false
        // Otherwise, after a crash of the machine, an attempt that never began would count as
        // interrupted.
        case .takeBack: true
        }
    }
}
