/// The waits of bodies that go on, found by number, by the operation that waits, and by the action
/// that is waited for: there may be thousands, since bodies give their slots away while they wait.
struct BodyWaits: Sendable {
    private var waits: [Int: BodyWait] = [:]
    private var numbers: [Int: [Int]] = [:]
    private var forActions: [ActionID: Set<Int>] = [:]
    /// The bodies that wait in their own task.
    private(set) var bodies: Set<Int> = []
    private var last = 0

    var isEmpty: Bool { waits.isEmpty }

    /// All waits, in the order in which they began.
    var all: [BodyWait] { waits.keys.sorted().compactMap { waits[$0] } }

    /// The waits of a body, and of its children.
    func of(_ waiter: Int) -> [BodyWait] { (numbers[waiter] ?? []).compactMap { waits[$0] } }

    func forEnd(of action: ActionID) -> [BodyWait] {
        (forActions[action] ?? []).sorted().compactMap { waits[$0] }
    }

    /// - Returns: The number of the wait.
    mutating func add(_ wait: BodyWait) -> Int {
        last += 1
        waits[last] = wait
        numbers[wait.waiter, default: []].append(last)
        if wait.isOfBody { bodies.insert(wait.waiter) }
        if case .action(let id) = wait.target { forActions[id, default: []].insert(last) }
        return last
    }

    mutating func remove(_ number: Int) -> BodyWait? {
        guard let wait = waits.removeValue(forKey: number) else { return nil }
        numbers[wait.waiter]?.removeAll { $0 == number }
        if numbers[wait.waiter]?.isEmpty == true { numbers[wait.waiter] = nil }
        if wait.isOfBody { bodies.remove(wait.waiter) }
        if case .action(let id) = wait.target {
            forActions[id]?.remove(number)
            if forActions[id]?.isEmpty == true { forActions[id] = nil }
        }
        return wait
    }
}
