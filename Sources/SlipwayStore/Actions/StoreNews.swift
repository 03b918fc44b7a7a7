package import Slipway

/// What a store has to tell without being asked.
package enum StoreNews: Hashable, Sendable {
    /// What an operator should know of the file, a sentence, whether or not it can be used.
    case finding(String)
    /// The file is open, for the first time or after it could not be used.
    case opened(ActionsFound)
    /// Another process has the file, which is waited for.
    case waits(StoreError)
    /// The file cannot be used, and is tried again; nothing is stored meanwhile.
    case isAway(StoreError)
    /// Something could not be stored.
    case cannotStore(StoreError)
    /// What could not be stored may be stored again.
    case stores
    /// Old records could not be let go.
    case keepsOldRecords(StoreError)
}

/// What a store found when it was opened.
package struct ActionsFound: Hashable, Sendable {
    /// What has not ended, in the order of acceptance.
    package let open: [RestoredAction]
    /// How many ran when the service ended, if it was more than one.
    package let suspects: Int
    /// The kinds of which an action with a key is stored.
    let keyedKinds: Set<String>
}
