/// Connections in the order in which they became idle.
struct IdleQueue {
    typealias ID = ConnectionSlots.ID

    private struct Neighbours {
        var before: ID?
        var after: ID?
    }

    private var neighbours: [ID: Neighbours] = [:]
    private var last: ID?

    /// The connection that has been idle longest.
    private(set) var first: ID?

    var isEmpty: Bool { first == nil }

    /// Adds a connection that is not in the queue, at the end.
    mutating func append(_ id: ID) {
        neighbours[id] = Neighbours(before: last, after: nil)
        if let last { neighbours[last]?.after = id } else { first = id }
        last = id
    }

    /// Removes a connection at any position.
    mutating func remove(_ id: ID) {
        guard let own = neighbours.removeValue(forKey: id) else { return }
        if let before = own.before { neighbours[before]?.after = own.after }
        if let after = own.after { neighbours[after]?.before = own.before }
        if first == id { first = own.after }
        if last == id { last = own.before }
    }
}
