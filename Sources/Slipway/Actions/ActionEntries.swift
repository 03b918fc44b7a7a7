/// The actions of a book in the order of their positions.
///
/// Ended actions stay for a while, for senders that ask what became of theirs. A sweep goes along
/// the order: meanwhile the positions of forgotten actions stay in it.
struct ActionEntries: Sendable {
    /// The number of ended actions that are held.
    static let retained = 256
    /// The number of actions that a sweep reaches at a time: about half a millisecond.
    private static let sweptAtATime = 128

    private(set) var byID: [ActionID: ActionEntry] = [:]
    /// The identities in the order of their positions, with some that were let go.
    private(set) var order: [ActionID] = []
    private(set) var ended = Fifo<ActionID>()
    /// The position in ``order`` that a sweep has reached; `nil` without a sweep.
    private(set) var swept: Int?

    /// An action that is in the book already.
    subscript(id: ActionID) -> ActionEntry? {
        @inline(__always) get { byID[id] }
        @inline(__always) _modify { yield &byID[id] }
    }

    /// Takes an action in, behind all others.
    mutating func append(_ id: ActionID, _ entry: ActionEntry) {
        byID[id] = entry
        order.append(id)
    }

    /// Takes an action in that gets its position with ``putFirst(_:)``, once it is known what comes
    /// with it.
    mutating func add(_ id: ActionID, _ entry: ActionEntry) { byID[id] = entry }

    /// Gives the actions that were added positions before all others.
    mutating func putFirst(_ ids: [ActionID]) { order = ids + order }

    /// Makes room for so many more: a table that grows moves all that it has.
    mutating func expect(_ count: Int) { byID.reserveCapacity(byID.count + count) }

    mutating func forget(_ id: ActionID) {
        byID[id] = nil
        shortenOrder()
    }

    /// Holds an ended action for a while, and forgets the one that ended first if there are too
    /// many.
    ///
    /// - Returns: The action that is forgotten; `nil` for none.
    mutating func retire(_ id: ActionID) -> ActionEntry? {
        ended.append(id)
        guard ended.count > Self.retained, let oldest = ended.popFirst() else { return nil }
        defer { shortenOrder() }
        return byID.removeValue(forKey: oldest)
    }

    /// Removes the positions of forgotten actions, once they are the larger part.
    private mutating func shortenOrder() {
        guard swept == nil, order.count > 2 * (byID.count + 32) else { return }
        order.removeAll { byID[$0] == nil }
    }

    /// Begins a sweep, anew if there is one.
    mutating func beginSweep() { swept = 0 }

    /// The positions that the sweep reaches next; `nil` without a sweep.
    var nextPart: Range<Int>? {
        swept.map { $0..<min(order.count, $0 + Self.sweptAtATime) }
    }

    /// The sweep has come so far.
    mutating func swept(upTo end: Int) { swept = end < order.count ? end : nil }
}
