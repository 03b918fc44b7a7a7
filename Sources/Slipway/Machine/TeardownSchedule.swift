/// The order of the teardowns: backwards along the graph, and side by side where nothing orders
/// them.
///
/// An operation is torn down under the rules under which it ran: as many at a time as its queue is
/// wide, none beside another one that takes the same lock. A program takes no slot of the
/// concurrent queue: its teardown waits for its processes.
struct TeardownSchedule: Sendable {
    private let operations: [CheckedOperation]
    private var graph: ReverseGraph
    /// The operations that are to be torn down and have not begun, with their positions in the
    /// order of ending.
    private var due: [Int: Int]
    /// The operations that may begin, queue by queue, the last that ended first; in the last heap
    /// those that take no slot.
    private var ready: [MinHeap<Entry>]
    /// The number of further teardowns of each queue that may run.
    private var slots: [Int]
    private let concurrent: Int?
    /// The operations that may begin once a lock is given back.
    private var waiters = LockWaiters<Entry>(index: \.index)
    /// The holder of each lock, an operation or a group, and the number of its operations that hold
    /// it.
    private var locks: [Int: (owner: Int, count: Int)] = [:]
    /// The operations that have begun and have not ended.
    private(set) var running: Set<Int> = []
    /// The operations that began out of a circle; the graph may still release them.
    private var outOfCircle: Set<Int> = []

    private struct Entry: Comparable, Sendable {
        let index: Int
        let ended: Int

        static func < (left: Entry, right: Entry) -> Bool { left.ended > right.ended }
    }

    /// Creates the order of a teardown that is about to begin.
    ///
    /// - Parameters:
    ///   - due: What is to be torn down, in the order of ending.
    ///   - topology: All operations of the launch.
    ///   - queues: Its queues.
    init(_ due: [Int], _ topology: Topology, _ queues: [MachineQueue]) {
        operations = topology.operations
        graph = ReverseGraph(topology)
        self.due = Dictionary(zip(due, due.indices)) { first, _ in first }
        slots = queues.map(\.width) + [.max]
        ready = slots.map { _ in MinHeap() }
        concurrent = queues.firstIndex { $0.name == .userInitiated }
        release(graph.begin())
    }

    /// Everything is torn down.
    var isOver: Bool { due.isEmpty && running.isEmpty }

    /// The operations that have not begun, the last that ended first.
    var notBegun: [Int] { due.sorted { $0.value > $1.value }.map(\.key) }

    /// The next teardown that may begin, which then runs; `nil` when there is none now.
    mutating func takeNext() -> Int? {
        takeReady() ?? (leaveCircle() ? takeReady() : nil)
    }

    /// Lets the operation begin that ended last, where the operations that are left wait for one
    /// another.
    ///
    /// An operation that is added to a group may depend on one that was to wait for that group, but
    /// was cancelled or skipped before. To the graph that is a circle. The order of ending has
    /// none.
    private mutating func leaveCircle() -> Bool {
        guard running.isEmpty, let last = due.max(by: { $0.value < $1.value }) else { return false }
        outOfCircle.insert(last.key)
        ready[heap(of: last.key)].insert(Entry(index: last.key, ended: last.value))
        return true
    }

    private mutating func takeReady() -> Int? {
        var goesOn = true
        while goesOn {
            goesOn = false
            for queue in ready.indices {
                while slots[queue] > 0, let entry = ready[queue].popFirst() {
                    guard takeLocks(entry) else {
                        // The lock may have been offered to one of a queue that was looked at before.
                        goesOn = true
                        continue
                    }
                    slots[queue] -= 1
                    due[entry.index] = nil
                    running.insert(entry.index)
                    return entry.index
                }
            }
        }
        return nil
    }

    /// A teardown has ended; returns whether it ran.
    mutating func ended(_ index: Int) -> Bool {
        guard running.remove(index) != nil else { return false }
        slots[heap(of: index)] += 1
        giveLocksBack(index)
        release(graph.undone(index))
        return true
    }

    /// Takes in what may be undone; what is not to be torn down is undone at once.
    private mutating func release(_ first: [Int]) {
        var open = first
        while let index = open.popLast() {
            guard !outOfCircle.contains(index) else { continue }
            guard let ended = due[index] else {
                open += graph.undone(index)
                continue
            }
            ready[heap(of: index)].insert(Entry(index: index, ended: ended))
        }
    }

    private func heap(of index: Int) -> Int {
        let queue = operations[index].queue
        let takesNoSlot = operations[index].options.endsProgram && queue == concurrent
        return takesNoSlot ? ready.count - 1 : queue
    }

    // MARK: Locks

    /// The locks of an operation and of the groups around it, each with the outermost that takes it.
    private func claims(of index: Int) -> [(lock: Int, owner: Int)] {
        var claims: [(Int, Int)] = []
        var next: Int? = index
        while let owner = next {
            claims += operations[owner].locks.map { ($0, owner) }
            next = operations[owner].group
        }
        return claims
    }

    /// Takes the locks for a teardown.
    /// - Returns: Whether it has them; otherwise it waits for one of them.
    private mutating func takeLocks(_ entry: Entry) -> Bool {
        let claims = claims(of: entry.index)
        if let busy = claims.first(where: { locks[$0.lock].map(\.owner) ?? $0.owner != $0.owner }) {
            let queue = heap(of: entry.index)
            waiters.add(entry, for: busy.lock, owner: busy.owner, queue: queue)
            // The free ones may have been offered to this teardown: the next gets them.
            for claim in claims where locks[claim.lock] == nil {
                offer(waiters.takeFirst(for: claim.lock))
            }
            return false
        }
        for (lock, owner) in claims {
            let count = locks[lock]?.count ?? 0
            locks[lock] = (owner, count + 1)
            if count == 0, owner != entry.index { offer(waiters.take(of: owner, for: lock)) }
        }
        return true
    }

    private mutating func offer(_ entries: [Entry]) {
        for entry in entries { ready[heap(of: entry.index)].insert(entry) }
    }

    private mutating func giveLocksBack(_ index: Int) {
        for (lock, owner) in claims(of: index) {
            let count = (locks[lock]?.count ?? 1) - 1
            locks[lock] = count > 0 ? (owner, count) : nil
            if count == 0 { offer(waiters.takeFirst(for: lock)) }
        }
    }
}

extension TeardownSchedule {
    /// The number of graces that all teardowns of a launch take if each needs all of its own.
    static func graces(_ topology: Topology, _ queues: [MachineQueue]) -> Int {
        let due = topology.operations.indices.filter {
            topology.operations[$0].declaration.options.hasTeardown
        }
        guard !due.isEmpty else { return 0 }
        var teardown = TeardownSchedule(due, topology, queues)
        var ends = MinHeap<End>()
        var now = 0
        while true {
            while let index = teardown.takeNext() {
                let graces = topology.operations[index].options.teardownGraces
                ends.insert(End(at: now + graces, index: index))
            }
            guard let next = ends.popFirst() else { return now }
            now = next.at
            _ = teardown.ended(next.index)
        }
    }

    private struct End: Comparable, Sendable {
        let at: Int
        let index: Int

        static func < (left: End, right: End) -> Bool {
            (left.at, left.index) < (right.at, right.index)
        }
    }
}
