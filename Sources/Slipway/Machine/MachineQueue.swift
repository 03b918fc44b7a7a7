/// A queue: what is ready in it, and how much of it is taken.
struct MachineQueue: Sendable {
    let name: Queue
    let width: Int
    /// The plan sets no width: a body that waits for something of its own launch gives its slot to
    /// others meanwhile.
    let isAutomatic: Bool
    /// The slots taken by bodies that have not returned; more than there are, when bodies go on
    /// that had given theirs away.
    var held = 0
    /// The parties that let nothing start here.
    var pausedBy: PauseOwners = []
    /// The entries of ready operations, and leftover ones, which ``LaunchMachine/isLive(_:in:)`` tells
    /// apart.
    var heap = MinHeap<Entry>()
    /// The number of operations that are ready.
    var ready = 0
    /// Bodies that gave back a slot for which others waited, the longest ago first.
    var freed = Fifo<(by: Int, at: Instant)>()
    /// Locks that others leave to what is ready here, until nothing more can start.
    var reserved: Set<Int> = []

    init(_ queue: QueueWithWidth, automaticWidth: Int) {
        name = queue.queue
        isAutomatic = queue.width == .automatic
        width =
            switch queue.width {
            case .automatic: automaticWidth
            case .fixed(let width): width
            }
    }

    /// The operations that gave back a slot for which others wait.
    var releasers: [Int] { (0..<freed.count).map { freed[$0].by } }

    var isPaused: Bool { !pausedBy.isEmpty }

    /// The number of bodies that could start now.
    var startable: Int { isPaused ? 0 : max(0, min(ready, width - held)) }

    /// A body has returned.
    mutating func giveBack(by index: Int, at now: Instant) {
        if ready > width - held { freed.append((index, now)) }
        held -= 1
    }

    /// A ready operation, in the order of starting: effective priority, longest remaining path,
    /// declaration.
    struct Entry: Comparable, Sendable {
        let number: Int32
        let path: Int32
        let priority: Int8
        /// The operation's position among the declarations, additions after all of the graph: not
        /// its number, which is used again.
        let order: UInt64

        var index: Int { Int(number) }

        static func < (left: Entry, right: Entry) -> Bool {
            if left.priority != right.priority { return left.priority > right.priority }
            return left.path != right.path ? left.path > right.path : left.order < right.order
        }
    }
}

/// The operations that are ready and not started, queue by queue.
extension LaunchMachine {
    /// Puts an operation whose requirements are there into its queue.
    mutating func enqueue(_ index: Int) {
        let queue = Int(records[index].queue)
        records.enter(.ready, index)
        slots.queues[queue].ready += 1
        insert(index, queue)
    }

    private mutating func insert(_ index: Int, _ queue: Int) {
        slots.queues[queue].heap.insert(entry(of: index))
        // Raised priorities leave entries behind: once they are most, the heap is made anew.
        guard slots.queues[queue].heap.count > 64 + 4 * slots.queues[queue].ready else { return }
        let entries = slots.queues[queue].heap.unordered.filter { isLive($0, in: queue) }
        let live = Set(entries.map(\.index))
        slots.queues[queue].heap.removeAll()
        for index in live { slots.queues[queue].heap.insert(entry(of: index)) }
    }

    /// Takes a ready operation out of its queue; its state is the caller's business.
    mutating func dequeue(_ index: Int) { slots.queues[Int(records[index].queue)].ready -= 1 }

    /// Gives a ready operation its position by its priority as it is now.
    mutating func moveUpInQueue(_ index: Int) { insert(index, Int(records[index].queue)) }

    @inline(__always)
    private func entry(of index: Int) -> MachineQueue.Entry {
        MachineQueue.Entry(
            number: Int32(index),
            path: records[index].path,
            priority: records[index].priority,
            order: topology.isAddition(index)
                ? topology.operations[index].declaration.number.value | 1 << 63 : UInt64(index)
        )
    }

    /// Tells whether an entry is the present one of a ready operation: not if its priority has been
    /// raised since, and not if its number was that of a released operation.
    @inline(__always)
    private func isLive(_ entry: MachineQueue.Entry, in queue: Int) -> Bool {
        let record = records[entry.index]
        return record.isReady && record.queue == queue && self.entry(of: entry.index) == entry
    }

    /// The operation that is to start next in a queue; `nil` when there is none or no room.
    mutating func first(in queue: Int) -> Int? {
        guard slots.queues[queue].startable > 0 else { return nil }
        while let entry = slots.queues[queue].heap.first {
            if isLive(entry, in: queue) { return entry.index }
            _ = slots.queues[queue].heap.popFirst()
        }
        return nil
    }

    /// The number of bodies that a runner could start now.
    @inline(__always)
    func startable(_ runner: Runner) -> Int {
        guard !slots.isPaused, mayBegin else { return 0 }
        if runner == .main { return slots.queues[0].startable }
        var startable = 0
        for queue in 1..<slots.queues.count { startable += slots.queues[queue].startable }
        return startable
    }

    /// Takes the next body to run, and counts it as begun.
    ///
    /// The caller runs it and calls ``ended(_:_:)``.
    ///
    /// - Returns: Its operation; `nil` when there is none, or no room for it.
    mutating func takeNext(_ runner: Runner) -> Int? {
        while !slots.isPaused, mayBegin {
            var waits = false
            while let index = choose(runner) {
                let queue = Int(records[index].queue)
                dequeue(index)
                records.enter(.pending, index)
                guard takeLocks(index) else {
                    waits = true
                    continue
                }
                slots.queues[queue].held += 1
                if slots.queues[queue].held == slots.queues[queue].width,
                    !slots.queues[queue].reserved.isEmpty
                {
                    offerReserved(of: queue)
                    waits = true
                }
                noteRelease(of: index, in: queue)
                begin(index)
                if waits { advance() }
                return index
            }
            guard waits else { return nil }
            // The last operation that could start may wait for a lock now that is not given back:
            // to give the operation up lets others start.
            advance()
            if startable(runner) == 0 { return nil }
        }
        return nil
    }

    @inline(__always)
    private mutating func choose(_ runner: Runner) -> Int? {
        if runner == .main { return first(in: 0) }
        var best: Int?
        for queue in 1..<slots.queues.count {
            guard let first = first(in: queue) else { continue }
            if let before = best, !(entry(of: first) < entry(of: before)) { continue }
            best = first
        }
        return best
    }

    /// A running body only waits from now on: in the concurrent queue its slot is given back.
    mutating func waitsOutsideQueue(_ index: Int) {
        let queue = Int(records[index].queue)
        guard records[index].isRunning, !records[index].waitsOutsideQueue,
            slots.queues[queue].name == .userInitiated
        else { return }
        giveBackSlot(of: index)
        records[index].waitsOutsideQueue = true
    }

    /// A body begins to wait for something of its own launch.
    ///
    /// - Returns: Whether it gave its slot away, for ``returnToQueue(_:)``.
    mutating func leaveQueueToWait(_ index: Int) -> Bool {
        let record = records[index]
        guard slots.queues[Int(record.queue)].isAutomatic, record.isRunning,
            !record.waitsOutsideQueue
        else { return false }
        waitsOutsideQueue(index)
        return records[index].waitsOutsideQueue
    }

    /// The wait of a body is over: the body counts again, though others may have all slots by now.
    mutating func returnToQueue(_ index: Int) {
        guard records[index].waitsOutsideQueue else { return }
        records[index].waitsOutsideQueue = false
        slots.queues[Int(records[index].queue)].held += 1
    }

    /// Gives back the slot of a body that has returned, unless it was given back before.
    mutating func giveBackSlot(of index: Int) {
        guard !records[index].waitsOutsideQueue else { return }
        slots.queues[Int(records[index].queue)].giveBack(by: index, at: now)
    }

    /// Notes which end made room for an operation that had to wait for its queue.
    private mutating func noteRelease(of index: Int, in queue: Int) {
        guard !slots.queues[queue].freed.isEmpty else { return }
        defer { if slots.queues[queue].ready == 0 { slots.queues[queue].freed = Fifo() } }
        guard let freed = slots.queues[queue].freed.popFirst(), records[index].startedAt == nil,
            let readyAt = records[index].readyAt, readyAt < freed.at,
            !records[index].hasDetails
                || records[details: index].lockTime.endedAt.map({ $0 < freed.at }) ?? true
        else { return }
        records[index].releasedBy = freed.by
    }
}
