package import Slipway
package import SlipwayJSON
package import SlipwayRecords

/// Where accepted launch actions are kept until they have ended, and for a while after.
///
/// The daemon admits an action here before the launch takes it, and tells its sender only when
/// this is done: accepted means stored. Idempotency lives here too, with the record: the same user,
/// kind and key find the same action for as long as the record is kept.
package protocol ActionStore: Sendable {
    /// What a record survives.
    var durability: Durability { get }

    /// Stores an action, or finds the one that was stored with the same user, kind and key.
    ///
    /// - Parameters:
    ///   - action: What to store.
    ///   - completion: Called once, maybe before this returns, maybe later from another thread,
    ///     when the record is as safe as ``durability`` says. Must not block.
    func admit(
        _ action: NewAction,
        completion: @escaping @Sendable (Result<Admission, StoreError>) -> Void
    )

    /// Forgets an action that the launch refused, so that its key can be used again.
    func withdraw(_ id: ActionID)

    /// Takes in what has become of an action; one that is behind what is known changes nothing.
    func note(_ status: ActionStatus)

    /// Keeps what the program of an action said last, for those who may read its payload, which it
    /// may repeat.
    func note(lastWords: String, of id: ActionID)

    /// Takes in that changes were lost: `status` says what has become of an action, and `nil` for
    /// one that ended so long ago that nothing is known of it any more.
    func noteLoss(_ status: (ActionID) -> ActionStatus?)

    /// What is known of an action; `nil` when there is no record of it any more.
    func action(_ id: ActionID) -> StoredAction?
}

/// An action as its sender hands it in.
package struct NewAction: Hashable, Sendable {
    /// Its identity.
    package var id: ActionID
    /// The declared kind.
    package var kind: String
    /// The payload.
    package var payload: JSONObject
    /// The sender's idempotency key, unique for its user and kind, of at most ``TextLimit/key`` bytes; `nil`
    /// for none.
    package var key: String?
    /// Who hands it in.
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

/// What a store knows of an action.
package struct StoredAction: Hashable, Sendable {
    /// Who handed it in.
    package let sender: ActionSender
    /// Its idempotency key; `nil` for none.
    package let key: String?
    /// The payload; `nil` once the action has ended.
    package var payload: JSONObject?
    /// What its program said last, of at most ``TextLimit/message`` bytes; `nil` if it said nothing.
    package var lastWords: String?
    /// What has become of it; `nil` until the launch has it.
    package var status: ActionStatus?
}

extension StoredAction {
    /// A status for those who may read the payload: one that failed, with what its program said.
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

/// What became of a wish to store an action.
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

    /// Creates an error from its one line.
    package init(_ description: String) {
        self.description = description
    }
}
