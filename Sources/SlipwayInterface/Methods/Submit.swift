package import Slipway
package import SlipwayJSON
package import SlipwayVarlink

extension Method {
    /// A launch action as its sender submits it.
    package struct Submit: LaunchMethod {
        package static let row = MethodRow(
            "Submit",
            .send,
            streams: true,
            "Sends a launch action. The reply comes when the state waited for is reached, when the action "
                + "has ended, or when the timeout passes; with 'more' there is one reply for each change of "
                + "state until then"
        )

        /// The state that the sender waits for.
        package enum Wait: String, CaseIterable, Hashable, Sendable {
            /// The action is stored.
            case accepted
            /// The handler runs.
            case running
            /// The action has ended, with any outcome.
            case done
        }

        /// The declared kind.
        package var kind: String
        /// The payload; empty for none.
        package var payload: JSONObject
        /// The idempotency key; `nil` for none.
        package var key: String?
        /// The state that the sender waits for.
        package var wait: Wait
        /// The time that the sender waits; `nil` for no limit.
        package var timeout: Duration?

        /// Creates a request.
        package init(
            kind: String,
            payload: JSONObject = [:],
            key: String? = nil,
            wait: Wait = .accepted,
            timeout: Duration? = nil
        ) {
            self.kind = kind
            self.payload = payload
            self.key = key
            self.wait = wait
            self.timeout = timeout
        }

        package static var blank: Self { Self(kind: "") }

        package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
            fields.say("A kind that the application declares, of at most 256 bytes")
            try fields.required("kind", &kind, .name)
            fields.say(
                "The payload, as the kind declares it, of at most \(ActionLimit.payloadWords) as compact JSON; "
                    + "absent for none"
            )
            try fields.optional("payload", payload.isEmpty ? nil : payload, .object) {
                payload = $0 ?? [:]
            }
            fields.say(
                "Makes sending it twice harmless: the same key and payload are the same action. At "
                    + "most 256 bytes"
            )
            try fields.optional("key", &key, .text(upTo: TextLimit.key))
            fields.say("The state to wait for; absent for accepted")
            try fields.defaulted("wait", &wait, .oneOf(Wait.self))
            try fields.visitTimeout(&timeout)
        }

        package typealias Reply = SubmitReply
    }
}

extension FieldVisitor {
    /// Visits the time that a sender waits.
    mutating func visitTimeout(_ timeout: inout Duration?) throws(JSONFieldError) {
        say(
            "How long to wait; absent for as long as it takes. A wait that times out is no failure"
        )
        try optional("timeoutUSec", &timeout, .span)
    }
}

/// The state of a submitted action.
package struct SubmitReply: Hashable, Sendable {
    /// The action at this moment.
    package var action: ActionStatus
    /// An earlier call with the same key sent the action.
    package var isDuplicate: Bool
    /// The timeout passed before the state waited for was reached.
    package var waitTimedOut: Bool
    /// The durability of the action: on disk or in memory.
    package var durability: ActionPolicy.Durability
    /// When the launch accepted the action, since 1970, if an earlier call sent it; `nil`
    /// otherwise.
    package var sentDate: Duration?
    /// The result of the handler, once the action has ended; an empty one for callers who may not
    /// see it.
    package var result = HandlerResult()
    /// The action is another user's, and counts in place of a new one: only its sender and
    /// operators learn the result of its handler.
    ///
    /// Not a part of the reply.
    package var isOfAnother = false

    /// Creates a reply.
    package init(
        action: ActionStatus,
        isDuplicate: Bool = false,
        waitTimedOut: Bool = false,
        durability: ActionPolicy.Durability,
        sentDate: Duration? = nil
    ) {
        self.action = action
        self.isDuplicate = isDuplicate
        self.waitTimedOut = waitTimedOut
        self.durability = durability
        self.sentDate = sentDate
    }

    /// Tells whether the action has reached a state, or can never reach it.
    package func hasReached(_ wait: Method.Submit.Wait) -> Bool {
        switch wait {
        case .accepted: true
        case .running: action.attempts > 0 || action.state.isEnded
        case .done: action.state.isEnded
        }
    }
}

extension SubmitReply: Record {
    package static var blank: Self { Self(action: .blank, durability: .memory) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("The action at this moment")
        try fields.required("action", &action, .record(ActionStatus.self))
        fields.say("Whether an earlier call of Submit with the same key sent it")
        try fields.required("duplicate", &isDuplicate, .flag)
        fields.say("Whether the timeout passed before the state waited for was reached")
        try fields.required("waitTimedOut", &waitTimedOut, .flag)
        fields.say("Where an accepted action is kept until it has ended")
        try fields.required(
            "durability",
            &durability,
            .oneOf(ActionPolicy.Durability.self, named: StandIn.durability)
        )
        fields.say(
            "When the launch took it, in microseconds since 1970; only of Submit, if it was sent "
                + "before"
        )
        try fields.optional("sentRealtimeUSec", &sentDate, .date)
        try result.visit(&fields)
    }
}
