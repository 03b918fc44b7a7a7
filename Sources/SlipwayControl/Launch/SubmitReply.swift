package import Slipway
package import SlipwayJSON
package import SlipwayRecords

/// The output of `Submit`: the state of the submitted action.
package struct SubmitReply: Hashable, Sendable {
    /// The action at this moment.
    package var action: ActionStatus
    /// Whether an earlier call with the same key sent it.
    package var isDuplicate: Bool
    /// Whether the timeout passed before the state waited for was reached.
    package var waitTimedOut: Bool
    /// Where the action is kept.
    package var durability: Durability
    /// When the launch took it, since 1970, if it was sent before; `nil` otherwise.
    package var sentDate: Duration?

    /// Creates a reply.
    package init(
        action: ActionStatus,
        isDuplicate: Bool = false,
        waitTimedOut: Bool = false,
        durability: Durability,
        sentDate: Duration? = nil
    ) {
        self.action = action
        self.isDuplicate = isDuplicate
        self.waitTimedOut = waitTimedOut
        self.durability = durability
        self.sentDate = sentDate
    }
}

extension SubmitReply {
    /// Whether the action has reached a state, or can never reach it.
    package func hasReached(_ wait: SubmitRequest.Wait) -> Bool {
        switch wait {
        case .accepted: true
        case .running: action.attempts > 0 || action.state.isEnded
        case .done: action.state.isEnded
        }
    }

    /// The output of `Submit`.
    package func parameters(_ offsets: Offsets) -> JSONObject {
        var object: JSONObject = [
            "action": action.json(offsets),
            "duplicate": .bool(isDuplicate),
            "waitTimedOut": .bool(waitTimedOut),
            "durability": .string(durability.rawValue),
        ]
        object["sentRealtimeUSec"] = sentDate.map { JSON(microsecondsOf: $0) }
        return object
    }

    /// Reads the output of `Submit`; instants are offsets from the zero of `offsets`.
    package init(
        _ parameters: JSON,
        _ offsets: Offsets = Offsets()
    ) throws(JSONFieldError) {
        self = try JSONReading.record { fields throws(JSONFieldError) in
            SubmitReply(
                action: try fields.required("action", .action(offsets)),
                isDuplicate: try fields.required("duplicate", .bool),
                waitTimedOut: try fields.required("waitTimedOut", .bool),
                durability: try fields.required("durability", .oneOf(Durability.self)),
                sentDate: try fields.optional("sentRealtimeUSec", .date)
            )
        }.read(parameters)
    }
}
