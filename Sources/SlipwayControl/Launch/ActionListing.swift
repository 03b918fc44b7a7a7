package import Slipway
package import SlipwayJSON
package import SlipwayRecords

/// The input of `ListActions`: which actions are wanted.
package struct ActionListing: Hashable, Sendable {
    /// The most actions of one reply.
    package static let limit = 1000

    /// Only of this kind; `nil` for every kind.
    package var kind: String?
    /// Only in this state, a word of `ActionState`; `nil` for every state.
    package var state: String?
    /// Only what comes after the page that had this as its ``ActionPage/next``; `nil` for all.
    package var after: String?
    /// At most so many, from 1 to ``limit``.
    package var count: Int

    /// Creates a listing.
    package init(
        kind: String? = nil,
        state: String? = nil,
        after: String? = nil,
        count: Int = limit
    ) {
        self.kind = kind
        self.state = state
        self.after = after
        self.count = count
    }
}

extension ActionListing {
    var parameters: JSONObject {
        var object: JSONObject = [:]
        object["kind"] = kind.map { .string($0) }
        object["state"] = state.map { .string($0) }
        object["after"] = after.map { .string($0) }
        object["limit"] = .integer(Int64(count))
        return object
    }

    init(reading fields: inout JSONFields) throws(JSONFieldError) {
        self.init(
            kind: try fields.optional("kind", .name),
            state: try fields.optional("state", .actionState),
            after: try fields.optional("after", .name),
            count: try fields.optional("limit", .pageSize) ?? Self.limit
        )
    }
}

extension JSONReading<String> {
    /// A word of `ActionState`.
    fileprivate static var actionState: Self {
        .init("an action's state, such as 'waiting'") { json in
            json.stringValue.flatMap { ActionStatus.State.words.contains($0) ? $0 : nil }
        }
    }
}

extension JSONReading<Int> {
    fileprivate static var pageSize: Self {
        .init("an integer from 1 to \(ActionListing.limit)") { json in
            json.integerValue.flatMap { number in
                1...Int64(ActionListing.limit) ~= number ? Int(number) : nil
            }
        }
    }
}

/// The output of `ListActions`.
package struct ActionPage: Hashable, Sendable {
    /// The actions, as they were accepted.
    package var actions: [ActionStatus]
    /// What to ask for the next page with, which only the service reads; `nil` when there is none.
    package var next: String?

    /// Creates a page.
    package init(actions: [ActionStatus], next: String? = nil) {
        self.actions = actions
        self.next = next
    }

    /// The output of `ListActions`.
    ///
    /// - Parameters:
    ///   - offsets: The zero of the times.
    ///   - now: The moment.
    /// - Returns: The parameters of the reply.
    package func parameters(_ offsets: Offsets, at now: Instant) -> JSONObject {
        var object: JSONObject = [
            "actions": .array(actions.map { $0.json(offsets) }),
            "nowUSec": offsets.json(now),
        ]
        object["next"] = next.map { .string($0) }
        return object
    }

    /// Reads the output of `ListActions`; its moment becomes `now`.
    package init(_ parameters: JSON, now: Instant = .now) throws(JSONFieldError) {
        self = try JSONReading.record { fields throws(JSONFieldError) in
            let elapsed = try fields.required("nowUSec", Offsets().instant)
            let processStart = Instant(nanoseconds: now.nanoseconds &- elapsed.nanoseconds)
            let offsets = Offsets(processStart: processStart)
            return ActionPage(
                actions: try fields.required("actions", .array(of: .action(offsets))),
                next: try fields.optional("next", .string)
            )
        }.read(parameters)
    }
}
