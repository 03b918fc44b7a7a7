package import Slipway
package import SlipwayInterface
package import SlipwayJSON
internal import SlipwayVarlink

/// The record of an action.
package struct StoredAction: Hashable, Sendable {
    /// The durability of the action.
    package let durability: ActionPolicy.Durability
    /// The user who sent it.
    package let sender: ActionSender
    /// The idempotency key of the action; `nil` for none.
    package let key: String?
    /// The payload; `nil` once it was let go.
    package let payload: JSONObject?
    /// The result of the handler of its last attempt, for those who may read the payload.
    package let result: HandlerResult
    /// The earlier action that this one is a retry of; `nil` for none.
    package let retryOf: ActionID?
    /// The status of the action, as far as it is stored: of one that has not ended the launch knows
    /// more.
    package let status: ActionStatus
}

extension ActionStatus {
    /// The status for those who may read the payload: a failure includes the program's last line.
    package func detailed(_ lastWords: String?) -> ActionStatus {
        guard let lastWords, case .failed(let failure, let operation) = state else { return self }
        var status = self
        let detailed = failure.saying { "\($0): \(lastWords)" }
        status.state = .failed(detailed, operation: operation)
        return status
    }
}
