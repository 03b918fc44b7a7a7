/// How much waits for a peer to read it.
///
/// A single reply may be larger than the limit, because the peer asked for it; it does not count
/// against the others, but there may be only one.
struct ReplyBacklog: Hashable {
    /// What ordinary replies may have together, in bytes.
    let limit: Int
    /// The bytes of ordinary replies.
    private(set) var bytes = 0
    /// How many replies are larger than ``limit``, and their bytes.
    private(set) var oversized = 0
    private(set) var oversizedBytes = 0

    init(limit: Int) { self.limit = limit }

    var isEmpty: Bool { bytes == 0 && oversized == 0 }

    /// Whether a reply of so many bytes would be too much.
    func overflows(adding count: Int) -> Bool {
        count > limit ? oversized > 0 : bytes + count > limit
    }

    mutating func add(_ count: Int) {
        if count > limit {
            oversized += 1
            oversizedBytes += count
        } else {
            bytes += count
        }
    }

    /// Adds what another one has.
    mutating func add(_ other: ReplyBacklog) {
        bytes += other.bytes
        oversized += other.oversized
        oversizedBytes += other.oversizedBytes
    }

    /// Takes a reply out that was added.
    mutating func remove(_ count: Int) {
        if count > limit {
            oversized -= 1
            oversizedBytes -= count
        } else {
            bytes -= count
        }
    }
}
