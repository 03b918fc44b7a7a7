package import Slipway

/// A choice of records.
package struct ActionFilter: Hashable, Sendable {
    /// Only actions of this durability.
    package var durability: ActionPolicy.Durability
    /// Only of this kind; `nil` for every kind.
    package var kind: String?
    /// Only in this state, by its word; `nil` for every state.
    package var state: String?
    /// Only actions of which an attempt runs (`true`), or only the others (`false`); `nil` for all.
    package var isRunning: Bool?
    /// Only those after this position in the table; `nil` for all.
    package var after: Int64?
    /// At most so many; `nil` for all.
    package var limit: Int?
    /// Only those accepted since then, in microseconds since 1970; `nil` for all.
    package var since: Int64?
    /// The latest come first, and ``after`` is the position before which they are.
    package var isReversed: Bool

    /// Creates a filter.
    package init(
        in durability: ActionPolicy.Durability = .disk,
        kind: String? = nil,
        state: String? = nil,
        isRunning: Bool? = nil,
        after: Int64? = nil,
        limit: Int? = nil,
        since: Int64? = nil,
        isReversed: Bool = false
    ) {
        self.durability = durability
        self.kind = kind
        self.state = state
        self.isRunning = isRunning
        self.after = after
        self.limit = limit
        self.since = since
        self.isReversed = isReversed
    }
}
