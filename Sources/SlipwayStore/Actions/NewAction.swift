package import Slipway
package import SlipwayJSON
package import SlipwayRecords

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

    /// Creates an action.
    package init(
        id: ActionID,
        kind: String,
        payload: JSONObject,
        key: String?,
        sender: ActionSender,
        retryOf: ActionID? = nil
    ) {
        self.id = id
        self.kind = kind
        self.payload = payload
        self.key = key
        self.sender = sender
        self.retryOf = retryOf
    }
}
