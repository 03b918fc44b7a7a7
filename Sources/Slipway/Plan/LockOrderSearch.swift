/// Finds locks that groups take in different orders: one holds the first and waits for the second,
/// another the second and waits for the first.
///
/// Each strongly connected set of locks is reported once, with its shortest cycle. What only what
/// existed before does is not reported again.
struct LockOrderSearch {
    private let steps: [LockStep]
    private let old: Int
    private var numbers: [Lock: Int] = [:]
    /// For each lock, the steps that take others while it is held.
    private var stepsOf: [[Int]] = []

    init(_ new: [LockStep], after old: [LockStep]) {
        steps = old + new
        self.old = old.count
        for (number, step) in steps.enumerated() {
            let held = lockNumber(step.held)
            _ = lockNumber(step.taken)
            stepsOf[held].append(number)
        }
    }

    private mutating func lockNumber(_ lock: Lock) -> Int {
        if let number = numbers[lock] { return number }
        numbers[lock] = stepsOf.count
        stepsOf.append([])
        return stepsOf.count - 1
    }

    func faults() -> [GraphFault] {
        let components = components
        var seen: Set<Int> = []
        var faults: [GraphFault] = []
        for number in old..<steps.count {
            let held = index(of: steps[number].held)
            let taken = index(of: steps[number].taken)
            guard components[held] == components[taken], seen.insert(components[held]).inserted
            else { continue }
            let back = path(from: taken, to: held)
            faults.append(.lockOrder(([number] + back).map { steps[$0] }))
        }
        return faults
    }

    private func index(of lock: Lock) -> Int { numbers[lock] ?? 0 }

    private var components: [Int] {
        var links: ContiguousArray<Adjacency.Link> = []
        var offsets: ContiguousArray<UInt32> = [0]
        for list in stepsOf {
            for step in list { links.append(Adjacency.Link(index(of: steps[step].taken), .after)) }
            offsets.append(UInt32(truncatingIfNeeded: links.count))
        }
        return GraphOrder(dependents: Adjacency(links: links, offsets: offsets)).components
    }

    /// The fewest steps that lead from one lock to another.
    private func path(from start: Int, to end: Int) -> [Int] {
        var cameBy: [Int: Int] = [:]
        var queue = [start]
        var next = 0
        while next < queue.count, cameBy[end] == nil {
            for step in stepsOf[queue[next]] {
                let lock = index(of: steps[step].taken)
                guard lock != start, cameBy[lock] == nil else { continue }
                cameBy[lock] = step
                queue.append(lock)
            }
            next += 1
        }
        var path: [Int] = []
        var lock = end
        while lock != start, let step = cameBy[lock] {
            path.append(step)
            lock = index(of: steps[step].held)
        }
        return path.reversed()
    }
}
