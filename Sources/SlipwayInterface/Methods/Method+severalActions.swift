package import Slipway
package import SlipwayVarlink

/// The methods about several launch actions at once; each is answered for by itself.
extension Method {
    /// The most actions of one call.
    package static let severalActions = 1000

    package struct CancelActions: LaunchMethod {
        package static let row = MethodRow(
            "CancelActions",
            .own,
            "Cancels several actions, as CancelAction does one. Of each the reply says what became of it"
        )

        package var ids: [String]
        package var reason: String?

        package init(_ ids: [String], reason: String? = nil) {
            self.ids = ids
            self.reason = reason
        }

        package static var blank: Self { Self([]) }

        package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
            try fields.visitIdentities(&ids)
            try fields.visitReason(&reason)
        }

        package typealias Reply = ChangedActions
    }

    package struct RetryActions: LaunchMethod {
        package static let row = MethodRow(
            "RetryActions",
            .own,
            "Makes new actions of several that have ended, as RetryAction does of one. Of each the reply says "
                + "what became of it"
        )

        package var ids: [String]
        /// Actions that were retried before are refused.
        package var isOnce: Bool

        package init(_ ids: [String], isOnce: Bool = false) {
            self.ids = ids
            self.isOnce = isOnce
        }

        package static var blank: Self { Self([]) }

        package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
            try fields.visitIdentities(&ids)
            fields.say(
                "Whether those are refused with AlreadyRetried that were retried before; absent for no"
            )
            try fields.optional("once", isOnce ? true : nil, .flag) { isOnce = $0 ?? false }
        }

        package typealias Reply = ChangedActions
    }
}

extension FieldVisitor {
    fileprivate mutating func visitIdentities(_ ids: inout [String]) throws(JSONFieldError) {
        say(
            "Their identities, or beginnings with which no other begins, of at most 256 bytes each; 1 to "
                + "\(Method.severalActions)"
        )
        try required("ids", &ids, .list(.name))
    }
}

/// The results for several actions.
package struct ChangedActions: Hashable, Sendable {
    /// The results, in the order in which the actions were named.
    package var actions: [ChangedAction]

    /// Creates a reply.
    package init(_ actions: [ChangedAction]) { self.actions = actions }
}

extension ChangedActions: Record {
    package static var blank: Self { Self([]) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("What became of each, in the order in which they were asked for")
        try fields.required("actions", &actions, .list(.record(ChangedAction.self)))
    }
}

/// The result for one of several actions.
package struct ChangedAction: Hashable, Sendable {
    /// The identity, or the text for which none was found.
    package var id: String
    /// The kind; `nil` if there is no such action.
    package var kind: String?
    /// The action was changed: asked to end, or retried.
    package var changed: Bool
    /// The state after the call, in a word; `nil` if the call was refused for this action.
    package var state: String?
    /// The new action, of a retry.
    package var retry: ActionID?
    /// The reason of the refusal, in one line; `nil` if there was none.
    package var refusal: String?
    /// The name of the error that a call for this action alone would get; `nil` without a refusal.
    package var error: String?

    /// Creates a result.
    package init(
        _ id: String,
        kind: String? = nil,
        changed: Bool = false,
        state: String? = nil,
        retry: ActionID? = nil
    ) {
        self.id = id
        self.kind = kind
        self.changed = changed
        self.state = state
        self.retry = retry
    }

    /// Creates the result for an action for which the call was refused.
    package init(_ id: String, refused refusal: LaunchRefusal) {
        self.init(id)
        self.refusal = refusal.description
        error = refusal.varlinkError.name
    }
}

extension ChangedAction: NamedRecord {
    package static var declaration: Declaration {
        Declaration("ChangedAction", "What became of one of several actions")
    }

    package static var blank: Self { Self("") }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("The identity, or the text with which no identity begins")
        try fields.required("id", &id, .text)
        fields.say("Its kind; absent if it was refused")
        try fields.optional("kind", &kind, .text)
        fields.say("Whether it was changed: asked to end, or retried")
        try fields.required("changed", &changed, .flag)
        fields.say("The state after it, of the new action for a retry; absent if it was refused")
        try fields.optional("state", &state, .openWord(ActionStatus.State.Word.self))
        fields.say("The new action; only of a retry")
        try fields.optional("retry", &retry, .actionID)
        fields.say("Why it was refused, in one line; absent if it was not")
        try fields.optional("refusal", &refusal, .message)
        fields.say("The error with which it would be refused alone; absent if it was not refused")
        try fields.optional("error", &error, .text)
    }
}
