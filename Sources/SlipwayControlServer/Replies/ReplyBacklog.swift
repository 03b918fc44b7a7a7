/// The number of bytes that a peer has not read yet.
///
/// A single reply may be larger than the limit, because the peer asked for it. Such a reply does
/// not count against the others, but there may be only one.
struct ReplyBacklog: Hashable {
    /// The most bytes of ordinary replies together.
    let limit: Int
    /// The bytes of ordinary replies.
    private(set) var bytes = 0
    /// The number of replies that are larger than ``limit``.
    private(set) var oversized = 0
    /// The bytes of all replies.
    private(set) var allBytes = 0

    init(limit: Int) { self.limit = limit }

    var isEmpty: Bool { allBytes == 0 }

    /// Tells whether a further reply of that size would exceed the limit.
    func overflows(adding count: Int) -> Bool {
        count > limit ? oversized > 0 : bytes + count > limit
    }

    mutating func add(_ count: Int) { change(count, by: 1) }

    /// Adds the counts of another backlog.
    mutating func add(_ other: ReplyBacklog) {
        bytes += other.bytes
        oversized += other.oversized
        allBytes += other.allBytes
    }

    /// Subtracts a reply that was added.
    mutating func remove(_ count: Int) { change(count, by: -1) }

    private mutating func change(_ count: Int, by sign: Int) {
        allBytes += sign * count
        if count > limit { oversized += sign } else { bytes += sign * count }
    }
}
