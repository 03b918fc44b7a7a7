package import Slipway
package import SlipwayJSON

/// A change of the kept actions, with everything that is stored of it.
package enum ActionWrite: Sendable {
    /// A new action, with how long it may wait for its start (`nil` for ever), and those of its kind
    /// that it supersedes.
    case accept(NewAction, expires: Duration?, superseding: [ActionID])
    /// An attempt, counted from 1, is about to begin; `isSynced` as in ``ActionChange``.
    case attempt(ActionID, number: Int, isSynced: Bool)
    /// An attempt failed, and another one follows after a pause.
    case pause(ActionID, Failure, for: Duration)
    /// An attempt gave up, and another one follows in the next launch.
    case handOn(ActionID)
    /// An attempt was interrupted, and another one follows; that counts unless others ran too.
    case interrupted(ActionID, counts: Bool)
    /// The last attempt, which was stored, did not begin: so many did.
    case takeBack(ActionID, attempts: Int)
    /// It has ended; `lastWords` are the last line of its program.
    case end(ActionID, ActionStatus.State, lastWords: String?)

    /// Whether it is a new action.
    var isAcceptance: Bool {
        if case .accept = self { true } else { false }
    }

    /// Whether it must be on disk before it counts.
    var isSynced: Bool {
        switch self {
        case .accept, .end: true
        case .attempt(_, _, let isSynced): isSynced
        case .pause, .handOn, .interrupted: false
        // Else a machine's crash would make an interrupted action of one that never began.
        case .takeBack: true
        }
    }
}

/// What a write came to.
package enum ActionWritten: Hashable, Sendable {
    /// It is stored.
    case stored
    /// The attempt is stored; the action's kind, payload and key.
    case begins(kind: String, payload: JSONObject, key: String? = nil)
    /// The same user, kind, key and payload were stored before, as this action.
    case duplicate(ActionID)
    /// The same user, kind and key were stored before with another payload, as this action.
    case conflict(ActionID)
    /// It was to be the only retry of an action, of which this one is a retry.
    case retried(ActionID)
    /// The attempt is not stored: the action has expired, by a clock that counts the machine's sleep
    /// too.
    case expired
    /// The action cannot be run: its record is gone or damaged.
    case lost(reason: String)
}
