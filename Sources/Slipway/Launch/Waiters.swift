/// Tasks that wait for a state of the launch.
///
/// A task that waits for the end of an operation is asked at that end alone, so that thousands of
/// tasks cost no more than thousands of ends. A task that waits for an action, or for the launch,
/// is asked after every event.
struct Waiters: Sendable {
    typealias Wake = @Sendable () -> Void
    /// Returns the call that wakes the waiting task, or `nil` while there is nothing to wake it
    /// for.
    typealias Waiter = @Sendable (borrowing Launch.State) -> Wake?

    private var waiters: [Int: (waiter: Waiter, operation: DeclarationNumber?)] = [:]
    private var ofOperations: [DeclarationNumber: Set<Int>] = [:]
    private var others: Set<Int> = []
    private var last = 0

    var isEmpty: Bool { waiters.isEmpty }
    var count: Int { waiters.count }
    var awaitEnds: Bool { !ofOperations.isEmpty }

    mutating func add(_ waiter: @escaping Waiter, forEndOf operation: DeclarationNumber? = nil)
        -> Int
    {
        last += 1
        waiters[last] = (waiter, operation)
        if let operation {
            ofOperations[operation, default: []].insert(last)
        } else {
            others.insert(last)
        }
        return last
    }

    mutating func remove(_ number: Int) {
        guard let (_, operation) = waiters.removeValue(forKey: number) else { return }
        others.remove(number)
        guard let operation else { return }
        ofOperations[operation]?.remove(number)
        if ofOperations[operation]?.isEmpty == true { ofOperations[operation] = nil }
    }

    /// The waiters to ask after an event.
    ///
    /// - Parameter ends: The operations that have ended with the event; `nil` if the launch has
    ///   ended, when all waiters are asked.
    /// - Returns: Each waiter with its number, for ``remove(_:)``.
    func concerned(by ends: [DeclarationNumber]?) -> [(number: Int, waiter: Waiter)] {
        let found = ends.map { ends in
            ends.reduce(into: others) { $0.formUnion(ofOperations[$1] ?? []) }
        }
        return (found ?? Set(waiters.keys)).compactMap { number in
            waiters[number].map { (number, $0.waiter) }
        }
    }
}

extension Launch.State {
    /// Takes the calls that wake the tasks whose wait is over.
    mutating func takeReachedWaiters() -> [Waiters.Wake] {
        let ends = machine.course.hasEnded ? nil : machine.outbox.endsToTell ?? []
        var wakes: [Waiters.Wake] = []
        for (number, waiter) in waiters.concerned(by: ends) {
            guard let wake = waiter(self) else { continue }
            wakes.append(wake)
            waiters.remove(number)
        }
        machine.outbox.endsToTell = waiters.awaitEnds ? [] : nil
        return wakes
    }
}
