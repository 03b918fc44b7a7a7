package import Slipway
package import SlipwayJSON
package import SlipwayRecords

/// Keeps accepted launch actions until they have ended, and for a while after.
///
/// The daemon admits an action here before it submits it to the launch, and replies to the sender
/// only after that: accepted means stored. Idempotency depends on the record too: the same user,
/// kind and key find the same action as long as the record is kept.
package protocol ActionStore: Sendable {
    /// What the records survive.
    var durability: Durability { get }

    /// Stores an action, or finds the one with the same user, kind and key.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - completion: Called once the record is as safe as ``durability`` says: either before this
    ///     returns, or later from another thread. Must not block.
    func admit(
        _ action: NewAction,
        completion: @escaping @Sendable (Result<Admission, StoreError>) -> Void
    )

    /// Removes an action that the launch refused, so that its key can be used again.
    func withdraw(_ id: ActionID)

    /// Takes the status of an action; an older status than the known one is ignored.
    func note(_ status: ActionStatus)

    /// Keeps the last line of an action's program, for those who may read the payload, which the
    /// line may repeat.
    func note(lastWords: String, of id: ActionID)

    /// Handles lost changes: `status` returns the status of an action, or `nil` for one that ended
    /// so long ago that it was forgotten.
    func noteLoss(_ status: (ActionID) -> ActionStatus?)

    /// The record of an action; `nil` if there is none any more.
    func action(_ id: ActionID) -> StoredAction?
}

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

    /// Creates an action.
    package init(
        id: ActionID,
        kind: String,
        payload: JSONObject,
        key: String?,
        sender: ActionSender
    ) {
        self.id = id
        self.kind = kind
        self.payload = payload
        self.key = key
        self.sender = sender
    }
}

/// The record of an action.
package struct StoredAction: Hashable, Sendable {
    /// The sender.
    package let sender: ActionSender
    /// Its idempotency key; `nil` for none.
    package let key: String?
    /// The payload; `nil` once the action has ended.
    package var payload: JSONObject?
    /// The last line of its program, at most ``TextLimit/message`` bytes; `nil` for none.
    package var lastWords: String?
    /// Its status; `nil` until the launch has it.
    package var status: ActionStatus?
}

extension StoredAction {
    /// The status for those who may read the payload: a failure includes the program's last line.
    package func detailed(_ status: ActionStatus) -> ActionStatus {
        guard let lastWords, case .failed(let failure, let operation) = status.state else {
            return status
        }
        var status = status
        let detailed = Failure(failure.kind, "\(failure.message): \(lastWords)")
        status.state = .failed(detailed, operation: operation)
        return status
    }
}

/// The result of storing an action.
package enum Admission: Hashable, Sendable {
    /// It is stored.
    case admitted
    /// The same user, kind, key and payload were stored before, as this action.
    case duplicate(ActionID)
    /// The same user, kind and key were stored before with another payload, as this action.
    case conflict(ActionID)
}

/// Why an action could not be stored.
package struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What failed and why, in one line.
    package let description: String

    /// Creates an error from its description, one line.
    package init(_ description: String) {
        self.description = description
    }
}
