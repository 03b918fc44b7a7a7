package import Slipway
package import SlipwayJSON
package import SlipwayVarlink

/// The output of `GetAction`: one launch action with its sender, key and payload.
package struct ActionReply: Hashable, Sendable {
    /// The action at this moment.
    package var action: ActionStatus
    /// The sender; `nil` when it is not known any more.
    package var sender: ActionSender?
    /// The idempotency key; `nil` for none, and for callers who may not see it.
    package var key: String?
    /// The payload; `nil` once the action has ended, and for callers who may not see it.
    package var payload: JSONObject?
    /// The result of the handler; an empty one for callers who may not see it.
    package var result = HandlerResult()
    /// The earlier action that this one retries; `nil` for none.
    package var retryOf: String?
    /// When the launch accepted the action, since 1970.
    package var acceptedDate: Duration
    /// When the action expires unless an attempt has begun by then, since 1970; `nil` for never,
    /// and once an attempt has begun.
    package var expiresDate: Duration?
    /// When the handler began, since 1970.
    package var startedDate: Duration?
    /// When the action ended, since 1970.
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

extension ActionReply: Record {
    package static var blank: Self { Self(action: .blank, sender: nil, calendar: Calendar()) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("The action at this moment")
        try fields.required("action", &action, .record(ActionStatus.self))
        fields.say("Who sent it; absent when that is not known any more")
        try fields.optional("sender", &sender, .record(ActionSender.self))
        fields.say(
            "Its idempotency key; absent for none, and unless the caller's user sent it or may "
                + "operate"
        )
        try fields.optional("key", &key, .text)
        fields.say(
            "Its payload; absent once it was let go (about a day after the end; at the end where "
                + "it was kept in memory only), and unless the caller's user sent it or may operate"
        )
        try fields.optional("payload", &payload, .object)
        try result.visit(&fields)
        fields.say("The earlier action that it is a retry of; absent for none")
        try fields.optional("retryOf", &retryOf, .text)
        fields.say("When the launch took it, in microseconds since 1970")
        try fields.required("acceptedRealtimeUSec", &acceptedDate, .date)
        fields.say(
            "When it expires unless an attempt has begun by then, in microseconds since 1970; absent for never"
        )
        try fields.optional("expiresRealtimeUSec", &expiresDate, .date)
        fields.say("When its handler began, in microseconds since 1970")
        try fields.optional("startedRealtimeUSec", &startedDate, .date)
        fields.say("When it ended, in microseconds since 1970")
        try fields.optional("endedRealtimeUSec", &endedDate, .date)
    }
}
