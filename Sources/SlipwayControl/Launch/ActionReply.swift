package import Slipway
package import SlipwayJSON
package import SlipwayRecords

/// The output of `GetAction`: one launch action with its sender, key and payload.
package struct ActionReply: Hashable, Sendable {
    /// The action at this moment.
    package var action: ActionStatus
    /// The sender; `nil` when it is not known any more.
    package var sender: ActionSender?
    /// Its idempotency key; `nil` for none, and for callers who may not see it.
    package var key: String?
    /// Its payload; `nil` once it has ended, and for callers who may not see it.
    package var payload: JSONObject?
    /// The earlier action that it is a retry of; `nil` for none.
    package var retryOf: String?
    /// When the launch took it, since 1970.
    package var acceptedDate: Duration
    /// When its handler began, since 1970.
    package var startedDate: Duration?
    /// When it ended, since 1970.
    package var endedDate: Duration?

    /// Creates a reply without key and payload.
    package init(action: ActionStatus, sender: ActionSender?, calendar: Calendar) {
        self.action = action
        self.sender = sender
        acceptedDate = calendar.date(of: action.acceptedAt)
        startedDate = action.startedAt.map(calendar.date)
        endedDate = action.endedAt.map(calendar.date)
    }
}

extension ActionReply {
    /// The output of `GetAction`.
    package func parameters(_ offsets: Offsets) -> JSONObject {
        var object: JSONObject = ["action": action.json(offsets)]
        object["sender"] = sender?.json
        object["key"] = key.map { .string($0) }
        object["payload"] = payload.map { .object($0) }
        object["retryOf"] = retryOf.map { .string($0) }
        object["acceptedRealtimeUSec"] = JSON(microsecondsOf: acceptedDate)
        object["startedRealtimeUSec"] = startedDate.map { JSON(microsecondsOf: $0) }
        object["endedRealtimeUSec"] = endedDate.map { JSON(microsecondsOf: $0) }
        return object
    }

    /// Reads the output of `GetAction`; instants are offsets from the zero of `offsets`.
    package init(_ parameters: JSON, _ offsets: Offsets = Offsets()) throws(JSONFieldError) {
        self = try JSONReading.record { fields throws(JSONFieldError) in
            var reply = ActionReply(
                action: try fields.required("action", .action(offsets)),
                sender: try fields.optional("sender", .sender),
                calendar: Calendar()
            )
            reply.key = try fields.optional("key", .string)
            reply.payload = try fields.optional("payload", .object)
            reply.retryOf = try fields.optional("retryOf", .string)
            reply.acceptedDate = try fields.required("acceptedRealtimeUSec", .date)
            reply.startedDate = try fields.optional("startedRealtimeUSec", .date)
            reply.endedDate = try fields.optional("endedRealtimeUSec", .date)
            return reply
        }.read(parameters)
    }
}
