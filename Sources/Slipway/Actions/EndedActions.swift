/// The number of launch actions that have ended in a process, by their kind and their end.
package struct EndedActions: Hashable, Sendable {
    /// A kind and an end.
    package struct Key: Hashable, Sendable, Comparable {
        /// The kind; empty for those whose kinds are not declared any more.
        package let kind: String
        package let end: ActionStatus.State.Word

        package init(_ kind: String, _ end: ActionStatus.State.Word) {
            self.kind = kind
            self.end = end
        }

        package static func < (one: Key, other: Key) -> Bool {
            (one.kind, one.end.rawValue) < (other.kind, other.end.rawValue)
        }
    }

    package private(set) var counts: [Key: Int]

    package init(_ counts: [Key: Int] = [:]) { self.counts = counts }

    mutating func add(_ key: Key) { counts[key, default: 0] += 1 }

    mutating func add(_ others: EndedActions) { counts.merge(others.counts, uniquingKeysWith: +) }
}
