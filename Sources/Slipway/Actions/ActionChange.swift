/// A change of an action that a store has to keep.
package enum ActionChange: Hashable, Sendable {
    /// A new action has taken its place; it is accepted once this is stored. Those that it
    /// supersedes end with it, and only with it.
    case accept(ActionID, superseding: [ActionID])
    /// An attempt, counted from 1, is about to begin. It may begin once this is stored: on disk, if
    /// `isSynced`, so that not even the machine's crash forgets it.
    case attempt(ActionID, number: Int, isSynced: Bool)
    /// An attempt failed, and another one follows after a pause, in this launch or in the next.
    case pause(ActionID, Failure, for: Duration)
    /// An attempt gave up, as a stop asked it to: the next launch makes another one.
    case handOn(ActionID)
    /// What ran an attempt has ended, and another one follows. It counts if nothing else ran: else
    /// nothing says which of them was the cause.
    case interrupted(ActionID, counts: Bool)
    /// The last attempt, which was stored, did not begin: so many did.
    case takeBack(ActionID, attempts: Int)
    /// It has ended, which its sender is told once this is stored.
    case end(ActionID, ActionStatus.State)

    /// The action that it concerns.
    package var action: ActionID {
        switch self {
        case .accept(let id, _), .attempt(let id, _, _), .pause(let id, _, _), .handOn(let id),
            .interrupted(let id, _), .takeBack(let id, _), .end(let id, _):
            id
        }
    }
}
