internal import Slipway

/// The news that a store has to tell without being asked.
enum StoreNews: Hashable, Sendable {
    /// A fact that an operator should know of the file, a sentence, whether or not it can be used.
    case finding(String)
    /// The file is open, for the first time or after it could not be used.
    case opened(ActionsFound)
    /// A stored action has the key of one in memory: the stored one counts.
    case keyIsStored(ActionID, holder: ActionID)
    /// Another process has the file, which is waited for.
    case waits(StoreError)
    /// The file cannot be used, and is tried again; nothing is stored meanwhile.
    case isAway(StoreError)
    /// The file does not answer, and calls are answered in its place. Awaited: the file was never
    /// open yet, and the launch still waits for it. Unanswered: new actions that may be stored yet.
    case silent(StoreError, isAwaited: Bool, _ unanswered: [ActionID])
    /// The file answers again.
    case answers
    /// Damaged files lie beside the file, or (`nil`) not any more.
    case damage(StoreDamage?)
    /// Something could not be stored.
    case cannotStore(StoreError)
    /// Changes that could not be stored may be stored again.
    case stores
    /// The file is about to reach its bound.
    case fills(StoreError)
    /// The file is well below its bound again.
    case hasRoom
    /// Old records could not be let go.
    case keepsOldRecords(StoreError)
}
