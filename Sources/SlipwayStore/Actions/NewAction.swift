package import Slipway
package import SlipwayInterface
package import SlipwayJSON
package import SlipwayVarlink

/// An action as its sender submits it.
package struct NewAction: Hashable, Sendable {
    /// Its identity.
    package var id: ActionID
    /// The declared kind.
    package var kind: String
    /// The payload.
    package var payload: JSONObject
    /// The sender's idempotency key, unique for its user and kind, at most ``TextLimit/key`` bytes;
    /// `nil` for none.
    package var key: String?
    /// The sender.
    package var sender: ActionSender
    /// The earlier action that it is a retry of; `nil` for none.
    package var retryOf: ActionID?
    /// Whether it is not accepted if there is another retry of the same action.
    package var isOnlyRetry: Bool

    /// Creates an action.
    package init(
        id: ActionID,
        kind: String,
        payload: JSONObject,
        key: String?,
        sender: ActionSender,
        retryOf: ActionID? = nil,
        isOnlyRetry: Bool = false
    ) {
        self.id = id
        self.kind = kind
        self.payload = payload
        self.key = key
        self.sender = sender
        self.retryOf = retryOf
        self.isOnlyRetry = isOnlyRetry
    }

    /// Its idempotency key with what it is unique for; `nil` without one.
    var fullKey: ActionKey? {
        key.map { ActionKey(uid: sender.uid, kind: kind, key: $0) }
    }
}

/// An idempotency key; those of different users, or of different kinds, are different.
struct ActionKey: Hashable, Sendable {
    let uid: UInt32
    let kind: String
    let key: String
}
