/// Exclusion: all locks of an operation are taken together at the moment it starts, never one by
/// one, so that nobody waits while it holds one; and given back in the step that ends its body.
///
/// A lock that is given back is *offered* to the first that waits for it, which goes back into its
/// queue and takes all of its locks when its turn comes, or waits for another one of them. A free
/// lock that somebody waits for is always on offer, unless all who wait are in paused queues.
extension LaunchMachine {
    struct LockState: Sendable {
        /// Who holds it; -1 for nobody.
        var holder: Int32 = -1
        /// To whom it was offered; -1 for nobody.
        var offeredTo: Int32 = -1
        /// Who waits, by queue, so that a paused one does not stand in the way of the others.
        ///
        /// Has leftovers.
        var waiting: [UInt16: MinHeap<Urgent>] = [:]

        var isFree: Bool { holder < 0 }
    }

    /// The queue of those that need none: where groups begin.
    private static let noLane = UInt16.max

    /// Takes all of a node's locks, or has it wait for the first that is not free.
    mutating func takeLocks(_ node: Int) -> Bool {
        let numbers = topology.lockNumbers(of: node)
        guard !numbers.isEmpty else { return true }
        stopWaitingForLock(node, except: numbers)
        if let busy = numbers.first(where: { !locks[Int($0)].isFree }) {
            wait(node, for: busy)
            for number in numbers where locks[Int(number)].isFree { offer(Int(number)) }
            return false
        }
        for number in numbers {
            if locks[Int(number)].offeredTo == node { locks[Int(number)].offeredTo = -1 }
            locks[Int(number)].holder = Int32(truncatingIfNeeded: node)
        }
        change(node) { detail in
            detail.holdsLocks = true
            detail.waitsForLock = -1
        }
        return true
    }

    private mutating func wait(_ node: Int, for lock: Int32) {
        nodes[node].state = .lockWaiting
        arrivals += 1
        let now = arrivals
        let arrival = change(node) { detail in
            detail.waitsForLock = lock
            // Who has to wait again keeps its turn.
            if detail.lockArrival == 0 { detail.lockArrival = now }
            return detail.lockArrival
        }
        let waiting = Urgent(node: node, priority: priority(of: node), arrival: arrival)
        locks[Int(lock)].waiting[lockLane(of: node), default: MinHeap()].insert(waiting)
    }

    /// The node's priority was raised while it waits for a lock; its old place is left over.
    mutating func moveUp(_ node: Int) {
        let detail = detail(of: node)
        guard detail.waitsForLock >= 0 else { return }
        let place = Urgent(node: node, priority: priority(of: node), arrival: detail.lockArrival)
        locks[Int(detail.waitsForLock)].waiting[lockLane(of: node), default: MinHeap()].insert(
            place
        )
    }

    private func lockLane(of node: Int) -> UInt16 {
        nodes[node].flags.contains(.groupEntry) ? Self.noLane : nodes[node].lane
    }

    /// Gives back what a node holds.
    mutating func giveLocksBack(_ node: Int) {
        guard nodes[node].flags.contains(.special), details[node]?.holdsLocks == true else {
            return
        }
        change(node) { $0.holdsLocks = false }
        let numbers = topology.lockNumbers(of: node)
        for number in numbers { locks[Int(number)].holder = -1 }
        for number in numbers { offer(Int(number)) }
    }

    /// Offers a free lock to the first that waits for it.
    private mutating func offer(_ lock: Int) {
        guard locks[lock].isFree, locks[lock].offeredTo < 0, isOpen else { return }
        var best: (lane: UInt16, waiting: Urgent)?
        for lane in locks[lock].waiting.keys.sorted()
        where lane == Self.noLane || !lanes[Int(lane)].isPaused {
            while let first = locks[lock].waiting[lane]?.first, !waits(first.node, for: lock) {
                _ = locks[lock].waiting[lane]?.popFirst()
            }
            guard let first = locks[lock].waiting[lane]?.first else { continue }
            if best.map({ first < $0.waiting }) ?? true { best = (lane, first) }
        }
        guard let best else { return }
        _ = locks[lock].waiting[best.lane]?.popFirst()
        let node = best.waiting.node
        locks[lock].offeredTo = Int32(truncatingIfNeeded: node)
        change(node) { $0.waitsForLock = -1 }
        if best.lane == Self.noLane {
            offeredGroups.append(node)
        } else {
            enqueue(node)
        }
    }

    private func waits(_ node: Int, for lock: Int) -> Bool {
        nodes[node].state == .lockWaiting && details[node]?.waitsForLock == Int32(lock)
    }

    /// The node ends, or waits elsewhere: what was offered to it is offered to the next.
    mutating func stopWaitingForLock(_ node: Int, except kept: [Int32] = []) {
        guard nodes[node].flags.contains(.special), !locks.isEmpty else { return }
        for number in topology.lockNumbers(of: node)
        where locks[Int(number)].offeredTo == Int32(truncatingIfNeeded: node) {
            locks[Int(number)].offeredTo = -1
            if kept.isEmpty { offer(Int(number)) }
        }
    }

    /// A queue was paused: what was offered in it is offered to others.
    mutating func passLocksOn(from lane: Int) {
        for lock in locks.indices where locks[lock].offeredTo >= 0 {
            let node = Int(locks[lock].offeredTo)
            guard nodes[node].state == .ready, Int(nodes[node].lane) == lane else { continue }
            dequeue(node)
            locks[lock].offeredTo = -1
            wait(node, for: Int32(lock))
            offer(lock)
        }
    }

    /// A queue was resumed: locks may be free that only it waits for.
    mutating func offerFreeLocks() {
        for lock in locks.indices { offer(lock) }
    }
}
