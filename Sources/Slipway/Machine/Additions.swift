/// The operations that were added while the launch runs, and how long they are kept after their end.
struct Additions: Sendable {
    /// The additions of the handlers that run.
    var ofAttempts = AttemptAdditions()
    /// The number of those that may still read the value of an operation: of each that was added, and of all if
    /// a value of the graph may go.
    private var readers: [Int: Int] = [:]
    /// Operations that were added and have ended, in that order.
    private var ended: [Int] = []
    /// The number of them that are kept at least, for reports and readers.
    var retained = 256
    /// With how many of them some are released.
    var threshold = 512

    /// There are so many that some are released.
    var areMany: Bool { ended.count >= threshold }

    mutating func noteEnd(of index: Int) { ended.append(index) }

    /// Something has ended that needed as many as this: a large group, the items of a map.
    mutating func noteEnd(ofOneWith count: Int) {
        if count > threshold / 4 { threshold = 2 * retained }
    }

    /// Those that have ended, the oldest first, but for the last ones.
    var oldest: ArraySlice<Int> { ended.dropLast(retained) }

    /// Some of the oldest are released; the others are needed.
    mutating func release(_ released: Set<Int>) {
        ended.removeAll { released.contains($0) }
        threshold = 2 * max(retained, ended.count)
    }

    /// One more may read the value of an operation.
    mutating func addReader(of index: Int) { readers[index, default: 0] += 1 }

    /// One fewer may read it.
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
