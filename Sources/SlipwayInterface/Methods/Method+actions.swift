package import Slipway
internal import SlipwayJSON
package import SlipwayVarlink

private let anIdentity =
    "Its identity, of at most 256 bytes, or at least 4 characters with which no other begins"

/// The methods about launch actions.
extension Method {
    static let actions: [any LaunchMethod.Type] = [
        Submit.self, ListKinds.self, ListActions.self, GetAction.self, WaitAction.self,
        CancelAction.self, CancelActions.self, RetryAction.self, RetryActions.self,
        PurgeActions.self, Backup.self,
    ]

    package struct GetAction: LaunchMethod {
        package static let row = MethodRow(
            "GetAction",
            .observeOwn,
            "Everything that is known of an action"
        )

        package var id: String

        package init(_ id: String) { self.id = id }

        package static var blank: Self { Self("") }

        package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
            fields.say(anIdentity)
            try fields.required("id", &id, .name)
        }

        package typealias Reply = ActionReply
    }

    package struct WaitAction: LaunchMethod {
        package static let row = MethodRow(
            "WaitAction",
            .observeOwn,
            streams: true,
            "Waits for an action that was submitted before, as Submit does: after a restart of the service, "
                + "of which a sender knows the identity only"
        )

        package var id: String
        package var wait: Submit.Wait
        /// The time that the caller waits; `nil` for no limit.
        package var timeout: Duration?

        package init(_ id: String, _ wait: Submit.Wait = .done, timeout: Duration? = nil) {
            self.id = id
            self.wait = wait
            self.timeout = timeout
        }

        package static var blank: Self { Self("") }

        package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
            fields.say(anIdentity)
            try fields.required("id", &id, .name)
            fields.say("The state to wait for; absent for done")
            try fields.defaulted("wait", &wait, .oneOf(Submit.Wait.self))
            try fields.visitTimeout(&timeout)
        }

        package typealias Reply = SubmitReply
    }

    package struct CancelAction: LaunchMethod {
        package static let row = MethodRow(
            "CancelAction",
            .own,
            "Cancels an action: a waiting one ends at once, a running one is asked to. Its own user may, and "
                + "who may operate"
        )

        package var id: String
        package var reason: String?

        package init(_ id: String, reason: String? = nil) {
            self.id = id
            self.reason = reason
        }

        package static var blank: Self { Self("") }

        package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
            fields.say(anIdentity)
            try fields.required("id", &id, .name)
            try fields.visitReason(&reason)
        }

        package typealias Reply = CancelReply<ActionStatus.State.Word>
    }

    package struct RetryAction: LaunchMethod {
        package static let row = MethodRow(
            "RetryAction",
            .own,
            "Makes a new action of one that has ended, with the same kind, payload and sender; the reply is "
                + "that of Submit. Its own user may, if it may send one of the kind, and who may operate"
        )

        package var id: String
        /// An action that was retried before is refused.
        package var isOnce: Bool

        package init(_ id: String, isOnce: Bool = false) {
            self.id = id
            self.isOnce = isOnce
        }

        package static var blank: Self { Self("") }

        package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
            fields.say(anIdentity)
            try fields.required("id", &id, .name)
            fields.say(
                "Whether it is refused with AlreadyRetried if it was retried before; absent for no"
            )
            try fields.optional("once", isOnce ? true : nil, .flag) { isOnce = $0 ?? false }
        }

        package typealias Reply = SubmitReply
    }

    package struct PurgeActions: LaunchMethod, EmptyRecord {
        package static let row = MethodRow(
            "PurgeActions",
            .operate,
            "Lets go of the records of all actions that have ended, and of their keys. Takes the right to "
                + "operate"
        )

        package init() {}

        package struct Reply: Record, Hashable {
            /// The number of records that were removed.
            package var purged: Int

            package init(_ purged: Int) { self.purged = purged }

            package static var blank: Self { Self(0) }

            package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
                fields.say("How many there were")
                try fields.required("purged", &purged, .count)
            }
        }
    }
}
