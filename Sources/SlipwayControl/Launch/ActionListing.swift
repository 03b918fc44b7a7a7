internal import Slipway
internal import SlipwayJSON
internal import SlipwayRecords

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
    /// Only what was accepted since then, a time since 1970; `nil` for all.
    package var since: Duration?
    /// Whether only the latest are wanted, ``count`` of them, without a next page.
    package var isLatest: Bool

    /// Creates a listing.
    package init(
        kind: String? = nil,
        state: String? = nil,
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
}

extension ActionListing {
    var parameters: JSONObject {
        var object: JSONObject = [:]
        object["kind"] = kind.map { .string($0) }
        object["state"] = state.map { .string($0) }
        object["after"] = after.map { .string($0) }
        object["limit"] = .integer(Int64(count))
        object["sinceRealtimeUSec"] = since.map { JSON(microsecondsOf: $0) }
        if isLatest { object["latest"] = true }
        return object
    }

    init(reading fields: inout JSONFields) throws(JSONFieldError) {
        self.init(
            kind: try fields.optional("kind", .name),
            state: try fields.optional("state", .actionState),
            after: try fields.optional("after", .name),
            count: try fields.optional("limit", .pageSize) ?? Self.limit,
            since: try fields.optional("sinceRealtimeUSec", .date),
            isLatest: try fields.optional("latest", .bool) ?? false
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
