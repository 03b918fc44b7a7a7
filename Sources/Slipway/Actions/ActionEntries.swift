/// The actions of a book in the order of their places.
///
/// Ended ones stay for a while, for senders that ask what became of theirs. A sweep goes along the order, which
/// therefore keeps the places of those that are forgotten meanwhile.
struct ActionEntries: Sendable {
    /// The number of ended actions that are kept.
    static let retained = 256
    /// The number of those that a sweep reaches at a time: about half a millisecond.
    private static let sweptAtATime = 128

    private(set) var byID: [ActionID: ActionEntry] = [:]
    /// The identities in the order of their places, and some that were let go.
    private(set) var order: [ActionID] = []
    private(set) var ended = Fifo<ActionID>()
    /// Up to where in ``order`` those that wait know what has happened; `nil` for all.
    private(set) var swept: Int?

    /// One that is in the book already.
    subscript(id: ActionID) -> ActionEntry? {
        @inline(__always) get { byID[id] }
        @inline(__always) _modify { yield &byID[id] }
    }

    /// Takes one in, behind all others.
    mutating func append(_ id: ActionID, _ entry: ActionEntry) {
        byID[id] = entry
        order.append(id)
    }

    /// Takes one in that has no place before it is known what else comes with it, with ``putFirst(_:)``.
    mutating func add(_ id: ActionID, _ entry: ActionEntry) { byID[id] = entry }

    /// Gives those that were added places before all others.
    mutating func putFirst(_ ids: [ActionID]) { order = ids + order }

    /// Makes room for so many more: a table that grows moves all that it has.
    mutating func expect(_ count: Int) { byID.reserveCapacity(byID.count + count) }

    mutating func forget(_ id: ActionID) {
        byID[id] = nil
        shortenOrder()
    }

    /// Keeps an ended one for a while, in place of the one that ended first.
    ///
    /// - Returns: The one that is forgotten for it.
    mutating func retire(_ id: ActionID) -> ActionEntry? {
        ended.append(id)
        guard ended.count > Self.retained, let oldest = ended.popFirst() else { return nil }
        defer { shortenOrder() }
        return byID.removeValue(forKey: oldest)
    }

    /// Lets go of the places of those that are forgotten, once they are the larger part.
    private mutating func shortenOrder() {
        guard swept == nil, order.count > 2 * (byID.count + 32) else { return }
        order.removeAll { byID[$0] == nil }
    }

    /// Begins a sweep, anew if there is one.
    mutating func beginSweep() { swept = 0 }

    /// The places that the sweep reaches next; `nil` if there is none.
    var nextPart: Range<Int>? {
        swept.map { $0..<min(order.count, $0 + Self.sweptAtATime) }
    }

    /// The sweep has come so far.
    mutating func swept(upTo end: Int) { swept = end < order.count ? end : nil }
}
