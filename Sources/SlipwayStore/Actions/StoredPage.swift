/// A part of the stored records, in the order of acceptance.
package struct StoredPage: Sendable {
    /// The records.
    package var actions: [StoredAction] = []
    /// The position in the table after which the next page begins; `nil` if these are the last.
    package var next: Int64?

    /// Creates an empty page, the last one.
    package init() {}
}
