/// The operations that were added while the launch runs, and how long they are held after their
/// end.
struct Additions: Sendable {
    /// The additions of the handlers that run.
    var ofAttempts = AttemptAdditions()
    /// The number of operations that may still read the value of another one: for each that was
    /// added, and for all if a value of the graph may be let go of.
    private var readers: [Int: Int] = [:]
    /// Operations that were added and have ended, in the order of their ends.
    private var ended: [Int] = []
    /// The least number of ended operations that are held, for reports and readers.
    var retained = 256
    /// The number of ended operations at which some are released.
    var threshold = 512

    /// So many have ended that some are to be released.
    var areMany: Bool { ended.count >= threshold }

    mutating func noteEnd(of index: Int) { ended.append(index) }

    /// An operation with so many children has ended; after a large group, such as a map, its items
    /// can be released.
    mutating func noteEnd(ofOneWith count: Int) {
        if count > threshold / 4 { threshold = 2 * retained }
    }

    /// The ended operations, the oldest first, without the last ones.
    var oldest: ArraySlice<Int> { ended.dropLast(retained) }

    /// Some of the oldest are released; the others are needed.
    mutating func release(_ released: Set<Int>) {
        ended.removeAll { released.contains($0) }
        threshold = 2 * max(retained, ended.count)
    }

    /// One more operation may read the value of this one.
    mutating func addReader(of index: Int) { readers[index, default: 0] += 1 }

    /// One operation less may read the value of this one.
    ///
    /// - Returns: Whether it was the last one.
    mutating func removeReader(of index: Int) -> Bool {
        let count = (readers[index] ?? 1) - 1
        readers[index] = count > 0 ? count : nil
        return count == 0
    }

    func hasReaders(_ index: Int) -> Bool { readers[index] != nil }

    /// An operation was let go of; another may get its number.
    mutating func forget(_ index: Int) {
        readers[index] = nil
        ofAttempts.remove(index)
    }
}
