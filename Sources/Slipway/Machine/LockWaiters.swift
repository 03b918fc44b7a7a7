/// The teardowns that wait for locks, each for one that another owner has.
///
/// A lock that is given back is offered to the first of each queue alone, so that the cost of each
/// does not grow with the number that wait. A teardown that cannot take the lock then waits for
/// another one, and the next is offered this one.
struct LockWaiters<Waiter: Comparable & Sendable>: Sendable {
    private struct Line {
        /// By queue.
        var heaps: [Int: MinHeap<Waiter>] = [:]
        /// By owner: what belongs to one group has a lock together.
        var owners: [Int: [Waiter]] = [:]
    }

    private var lines: [Int: Line] = [:]
    /// The owner of each operation that waits: itself, or the group for which it takes the lock.
    private var owners: [Int: Int] = [:]
    private let index: @Sendable (Waiter) -> Int

    init(index: @escaping @Sendable (Waiter) -> Int) { self.index = index }

    mutating func add(_ waiter: Waiter, for lock: Int, owner: Int, queue: Int) {
        owners[index(waiter)] = owner
        lines[lock, default: Line()].heaps[queue, default: MinHeap()].insert(waiter)
        lines[lock]?.owners[owner, default: []].append(waiter)
    }

    /// The first of each queue that wait for a lock, with all that have the same owner; they wait no more.
    mutating func takeFirst(for lock: Int) -> [Waiter] {
        guard var line = lines.removeValue(forKey: lock) else { return [] }
        var taken: [Waiter] = []
        for queue in line.heaps.keys.sorted() {
            while let first = line.heaps[queue]?.popFirst() {
                guard let owner = owners[index(first)], line.owners[owner] != nil else {
                    continue
                }
                taken += take(owner, of: &line)
                break
            }
        }
        if !line.owners.isEmpty { lines[lock] = line }
        return taken
    }

    /// The teardowns that wait for a lock which their own group has taken; they wait no more.
    mutating func take(of owner: Int, for lock: Int) -> [Waiter] {
        guard lines[lock]?.owners[owner] != nil, var line = lines.removeValue(forKey: lock) else {
            return []
        }
        let taken = take(owner, of: &line)
        if !line.owners.isEmpty { lines[lock] = line }
        return taken
    }

    /// Takes the teardowns of an owner out; their entries are left over in the heaps, where they
    /// count no more.
    private mutating func take(_ owner: Int, of line: inout Line) -> [Waiter] {
        let taken = line.owners.removeValue(forKey: owner) ?? []
        for waiter in taken { owners[index(waiter)] = nil }
        return taken
    }
}
