/// Which records are wanted.
package struct ActionFilter: Hashable, Sendable {
    /// Only of this kind; `nil` for every kind.
    package var kind: String?
    /// Only in this state, by its word; `nil` for every state.
    package var state: String?
    /// Only those after this position in the file; `nil` for all.
    package var after: Int64?
    /// At most so many.
    package var limit: Int

    /// Creates a filter.
    package init(
        kind: String? = nil,
        state: String? = nil,
        after: Int64? = nil,
        limit: Int
    ) {
        self.kind = kind
        self.state = state
        self.after = after
        self.limit = limit
    }
}
