/// The locks of a launch: each has one holder, and is offered or taken as a whole set or not at all.
struct LockBoard: Sendable {
    private var locks: [LockState] = []
    /// Groups to which a lock was offered: they begin as soon as they can.
    var offeredGroups = MinHeap<LockClaim>()
    /// Counts what has begun to wait for a lock, for first in first out among equals.
    private(set) var arrivals = 0

    init(count: Int) { grow(to: count) }

    subscript(lock: Int) -> LockState {
        _read { yield locks[lock] }
        _modify { yield &locks[lock] }
    }

    /// Makes room for the locks of operations that were added.
    mutating func grow(to count: Int) {
        while locks.count < count { locks.append(LockState()) }
    }

    /// Something begins to wait.
    ///
    /// - Returns: Its number in the order of coming.
    mutating func arrive() -> Int {
        arrivals += 1
        return arrivals
    }

    /// The first of several locks that is held; `nil` if all are free.
    func firstHeld(_ numbers: [Int]) -> Int? { numbers.first { locks[$0].holder != nil } }

    /// Takes several locks at once, which are all free.
    ///
    /// - Returns: The others to which one of the locks was offered, and that have to wait for it
    ///   again.
    mutating func take(_ numbers: [Int], _ index: Int) -> [(lock: Int, other: Int)] {
        var others: [(lock: Int, other: Int)] = []
        for number in numbers {
            others += locks[number].offeredTo.filter { $0 != index }.map { (number, $0) }
            locks[number].offeredTo = []
            locks[number].holder = index
        }
        return others
    }

    /// Gives several locks back; `name` is that of their holder.
    mutating func giveBack(_ numbers: [Int], name: String) {
        for number in numbers {
            locks[number].holder = nil
            locks[number].lastHolder = name
        }
    }

    /// A lock is not offered to an operation any more.
    ///
    /// - Returns: Whether it was offered to it.
    mutating func withdraw(_ lock: Int, from index: Int) -> Bool {
        guard let place = locks[lock].offeredTo.firstIndex(of: index) else { return false }
        locks[lock].offeredTo.remove(at: place)
        return true
    }

    /// Of the groups to which locks were offered, only these are to begin.
    mutating func keepOfferedGroups(_ kept: [LockClaim]) {
        offeredGroups.removeAll()
        for group in kept { offeredGroups.insert(group) }
    }
}
