package import Slipway
package import SlipwayJSON
package import SlipwayVarlink

extension Method {
    /// A choice of actions.
    package struct ListActions: LaunchMethod {
        package static let row = MethodRow(
            "ListActions",
            .observeOwn,
            "The actions that have not ended, and those that have and whose records are kept"
        )

        /// The most actions of one reply.
        package static let limit = 1000

        /// Only of this kind; `nil` for every kind.
        package var kind: String?
        /// Only in this state; `nil` for every state.
        package var state: ActionStatus.State.Word?
        /// The ``ActionPage/next`` of a page: only actions after that page; `nil` for all.
        package var after: String?
        /// At most so many, from 1 to ``limit``.
        package var count: Int
        /// Only what was accepted since then, a time since 1970; `nil` for all.
        package var since: Duration?
        /// Only the latest are wanted, ``count`` of them, without a next page.
        package var isLatest: Bool

        /// Creates a listing.
        package init(
            kind: String? = nil,
            state: ActionStatus.State.Word? = nil,
            after: String? = nil,
            count: Int = limit,
            since: Duration? = nil,
            isLatest: Bool = false
        ) {
            self.kind = kind
            self.state = state
            self.after = after
            self.count = count
            self.since = since
            self.isLatest = isLatest
        }

        package static var blank: Self { Self() }

        package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
            fields.say("Only of this kind, of at most 256 bytes; absent for every kind")
            try fields.optional("kind", &kind, .name)
            fields.say("Only in this state; absent for every state")
            try fields.optional("state", &state, .word(ActionStatus.State.Word.self))
            fields.say("Only what comes after the reply before: its 'next'; absent for all")
            try fields.optional("after", &after, .name)
            fields.say("At most so many, from 1 to \(Self.limit); absent for \(Self.limit)")
            try fields.defaulted("limit", &count, .count(in: 1...Self.limit))
            fields.say(
                "Only what was accepted since then, in microseconds since 1970; absent for all"
            )
            try fields.optional("sinceRealtimeUSec", &since, .date)
            fields.say(
                "Whether only the latest are wanted, 'limit' of them; there is no 'next' then. "
                    + "Absent for no"
            )
            try fields.optional("latest", isLatest ? true : nil, .flag) { isLatest = $0 ?? false }
        }

        package typealias Reply = ActionPage

        /// Reads a page; the instant at which the service made it counts as now.
        package static func reply(_ json: JSON) throws(JSONFieldError) -> ActionPage {
            try ActionPage(reply: json, now: .now)
        }
    }
}

/// One action of a list.
package struct ListedAction: Hashable, Sendable {
    /// The action.
    package var status: ActionStatus
    /// The sender; `nil` if that is not known.
    package var sender: ActionSender?
    /// The idempotency key; `nil` for none, and for callers who may not see it.
    package var key: String?
    /// When the action expires unless an attempt has begun by then; `nil` for never, and once an
    /// attempt has begun.
    package var expiresAt: Instant?

    /// Creates an entry.
    package init(
        _ status: ActionStatus,
        sender: ActionSender? = nil,
        key: String? = nil,
        expiresAt: Instant? = nil
    ) {
        self.status = status
        self.sender = sender
        self.key = key
        self.expiresAt = expiresAt
    }
}

extension ListedAction: NamedRecord {
    package static var declaration: Declaration {
        Declaration(
            "ListedAction",
            "A launch action, with who sent it: type Action and three fields"
        )
    }
    package static var blank: Self { Self(.blank) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        try status.visit(&fields)
        fields.say("Who sent it, if known")
        try fields.optional("sender", &sender, .record(ActionSender.self))
        fields.say("Its idempotency key; only if the caller's user sent it or may operate")
        try fields.optional("key", &key, .text)
        fields.say("When it expires unless an attempt has begun by then; absent for never")
        try fields.optional("expiresUSec", &expiresAt, .instant)
    }
}

/// A page of a list of actions.
package struct ActionPage: Hashable, Sendable {
    /// The actions, as they were accepted.
    package var listed: [ListedAction]
    /// The mark to ask for the next page with, which only the service reads; `nil` when there is
    /// none.
    package var next: String?
    /// The moment of the page.
    package var now: Instant

    /// Creates a page.
    package init(listed: [ListedAction], next: String? = nil, now: Instant = .now) {
        self.listed = listed
        self.next = next
        self.now = now
    }

    /// The actions without their senders.
    package var actions: [ActionStatus] { listed.map(\.status) }
}

extension ActionPage: Record {
    package static var blank: Self { Self(listed: [], now: Instant(nanoseconds: 0)) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say(
            "As they were accepted; those that are kept in memory after those that are on disk, "
                + "unless the latest are wanted. There may be fewer than asked for, and more to come"
        )
        try fields.required("actions", &listed, .list(.record(ListedAction.self)))
        fields.say(
            "What to ask for the next page with, as 'after'; it has no other meaning. Absent when "
                + "there is none"
        )
        try fields.optional("next", &next, .text)
        fields.say("The moment of this reply")
        try fields.required("nowUSec", &now, .instant)
    }

    /// Reads a page of a service, which may be newer and say words that this build does not know.
    ///
    /// - Parameters:
    ///   - json: The page.
    ///   - now: The instant, on the reader's clock, that the moment of the page becomes.
    /// - Throws: The field that is not as declared.
    package init(reply json: JSON, now: Instant) throws(JSONFieldError) {
        self = try NewerWord.replacing(in: json) { json throws(JSONFieldError) in
            try Self(json, now: now)
        }
    }

    private init(_ json: JSON, now: Instant) throws(JSONFieldError) {
        // The moment is the only instant that both clocks know.
        let moment = try Moment(json).now
        let zero = Instant(nanoseconds: now.nanoseconds &- moment.nanoseconds)
        try self.init(json, Offsets(processStart: zero))
    }

    private struct Moment: Record {
        var now = Instant(nanoseconds: 0)

        static var blank: Self { Self() }

        mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
            fields.say("The moment of this reply")
            try fields.required("nowUSec", &now, .instant)
        }
    }
}
