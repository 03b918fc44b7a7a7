package import Slipway
package import SlipwayInterface
package import SlipwayJSON
package import SlipwayVarlink

/// The record of an action.
package struct StoredAction: Hashable, Sendable {
    /// The sender.
    package let sender: ActionSender
    /// Its idempotency key; `nil` for none.
    package let key: String?
    /// The payload; `nil` once it was let go.
    package var payload: JSONObject?
    /// The last line of its program, at most ``TextLimit/message`` bytes; `nil` for none.
    package var lastWords: String?
    /// The earlier action that it is a retry of; `nil` for none.
    package var retryOf: ActionID?
    /// Its status; `nil` until the launch has it.
    package var status: ActionStatus?
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
