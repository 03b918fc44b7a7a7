/// An action as its sender submits it: it is handed on as a whole, up to its row in the store.
package struct NewAction: Hashable, Sendable {
    /// The action's identity.
    package var id: ActionID
    /// The declared kind.
    package var kind: String
    /// The payload, as compact JSON.
    package var payload: String
    /// The sender's idempotency key, unique for its user and kind; `nil` for none.
    package var key: String?
    /// The sender's user.
    package var uid: UInt32
    /// The sender's process; it may have ended, and another process may have its number.
    package var pid: Int32
    /// The earlier action that it is a retry of; `nil` for none.
    package var retryOf: ActionID?
    /// The action is not accepted if there is another retry of the same one.
    package var isOnlyRetry: Bool
    /// The keys that its kind declares, of this payload; `nil` for none.
    package var keys: ActionKeys?

    /// Creates an action.
    package init(
        id: ActionID,
        kind: String,
        payload: String,
        key: String?,
        uid: UInt32,
        pid: Int32,
        retryOf: ActionID? = nil,
        isOnlyRetry: Bool = false,
        keys: ActionKeys? = nil
    ) {
        self.id = id
        self.kind = kind
        self.payload = payload
        self.key = key
        self.uid = uid
        self.pid = pid
        self.retryOf = retryOf
        self.isOnlyRetry = isOnlyRetry
        self.keys = keys
    }
}

/// The acceptance of an action, as far as it has come.
package enum ActionAcceptance: Hashable, Sendable {
    /// The action has its position in the line, and is being stored.
    case pending
    /// The action is accepted, with this durability; `nil` for a value of this process.
    case accepted(ActionPolicy.Durability?)
}
