package import Slipway
package import SlipwayVarlink

/// The methods that steer operations.
extension Method {
    static let operations: [any LaunchMethod.Type] = [CancelOperation.self]

    package struct CancelOperation: LaunchMethod {
        package static let row = MethodRow(
            "CancelOperation",
            .operate,
            "Cancels an operation, or a group as a whole: what is pending ends at once, what runs is asked "
                + "to. What requires it is skipped; if it is a required one, the launch fails. Takes the "
                + "right to operate"
        )

        /// An operation or a group.
        package var name: String
        package var reason: String?

        package init(_ name: String, reason: String? = nil) {
            self.name = name
            self.reason = reason
        }

        package static var blank: Self { Self("") }

        package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
            fields.say("An operation or a group, of at most 256 bytes")
            try fields.required("name", &name, .name)
            try fields.visitReason(&reason)
        }

        package typealias Reply = CancelReply<OperationStatus.State.Word>
    }
}

/// The result of a cancellation.
package struct CancelReply<Word: WireWord>: Record, Hashable {
    /// The operation or the action had not ended.
    package var changed: Bool
    /// The state after the call, in a word; `nil` if that is not known.
    package var state: String?

    package init(_ changed: Bool, state: String?) {
        self.changed = changed
        self.state = state
    }

    package static var blank: Self { Self(false, state: nil) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("Whether it had not ended")
        try fields.required("changed", &changed, .flag)
        fields.say(
            "How it is now: what runs has only been asked to end; absent if that is not known"
        )
        try fields.optional("state", &state, .openWord(Word.self))
    }
}

extension FieldVisitor {
    /// The reason of a cancellation.
    mutating func visitReason(_ reason: inout String?) throws(JSONFieldError) {
        say(
            "Why, in one line of at most 1024 bytes; absent for no other reason than that a user "
                + "asked"
        )
        try optional("reason", &reason, .text(upTo: TextLimit.reason))
    }
}
