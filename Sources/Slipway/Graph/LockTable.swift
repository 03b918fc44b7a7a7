/// The locks of a launch by their numbers, and how many operations and groups take each.
struct LockTable: Sendable {
    /// The names of the locks; a number whose lock was released is used again.
    private(set) var names: [Lock] = []
    private var numbers: [Lock: Int] = [:]
    /// The number of operations and groups that take each lock.
    private var uses: [Int] = []
    private var free: [Int] = []

    /// The number of a lock that something takes.
    subscript(lock: Lock) -> Int? { numbers[lock] }

    /// Gives a lock a number.
    mutating func add(_ lock: Lock) -> Int {
        let number = free.popLast() ?? names.count
        if number == names.count {
            names.append(lock)
            uses.append(0)
        } else {
            names[number] = lock
        }
        numbers[lock] = number
        return number
    }

    /// One more operation or group takes the lock.
    mutating func use(_ number: Int) { uses[number] += 1 }

    /// An operation or group that takes the lock is let go of.
    ///
    /// - Returns: Whether nothing takes the lock any more, so that it is to be released.
    mutating func endUse(_ number: Int) -> Bool {
        uses[number] -= 1
        return uses[number] == 0
    }

    /// Frees the numbers of locks that nothing takes any more.
    mutating func release(_ unused: [Int]) {
        for number in unused { numbers[names[number]] = nil }
        free += unused
    }
}
