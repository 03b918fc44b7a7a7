/// Exclusion: all locks of an operation are taken together at the moment it starts, never one by
/// one, so that nobody waits while it holds one; and given back in the step that ends its body.
///
/// A free lock is *offered* to the first of each queue that waits for it. These go back into their
/// queues, and the one that starts takes it; the others wait again, and keep their turn. So nobody
/// is kept from a free lock by somebody whose queue is full or paused. Who could take it while
/// somebody who comes before it can start at once leaves it to that one.
extension LaunchMachine {
    struct LockState: Sendable {
        /// Who holds it; -1 for nobody.
        var holder: Int32 = -1
        /// Who held it before; -1 for nobody.
        var lastHolder: Int32 = -1
        /// To whom it is offered, while it is free.
        var offeredTo: [Int32] = []
        /// Who waits, by queue, so that a full one does not stand in the way of the others.
        ///
        /// Has leftovers.
        var waiting: [UInt16: MinHeap<Claim>] = [:]

        var isFree: Bool { holder < 0 }
    }

    /// A place among those that wait for a lock: the higher its priority the smaller, then as they
    /// came.
    struct Claim: Comparable, Sendable {
        let node: Int
        let priority: Int8
        let arrival: Int

        static func < (left: Claim, right: Claim) -> Bool {
            if left.priority != right.priority { return left.priority > right.priority }
            return (left.arrival, left.node) < (right.arrival, right.node)
        }
    }

    /// The queue of those that need none: where groups begin.
    private static let noLane = UInt16.max

    // MARK: Taking

    /// Takes all of a node's locks, or has it wait for one of them.
    mutating func takeLocks(_ node: Int, at now: Instant) -> Bool {
        let numbers = topology.lockNumbers(of: node)
        guard !numbers.isEmpty else { return true }
        if let busy = numbers.first(where: { !locks[Int($0)].isFree }) {
            wait(node, for: busy, at: now)
            offerAgain(numbers, insteadOfTo: node, at: now)
            return false
        }
        for number in numbers {
            guard let lane = laneBefore(node, for: Int(number)) else { continue }
            wait(node, for: number, at: now)
            // Of the same queue nobody comes before it: they would leave the lock to others too.
            if lane != Self.noLane { lanes[Int(lane)].reserved.insert(number) }
            offerAgain(numbers, insteadOfTo: node, except: number, at: now)
            return false
        }
        for number in numbers {
            let others = locks[Int(number)].offeredTo
            locks[Int(number)].offeredTo = []
            locks[Int(number)].holder = Int32(truncatingIfNeeded: node)
            for other in others where other != node { withdraw(number, from: Int(other), at: now) }
        }
        change(node) { detail in
            detail.holdsLocks = true
            detail.waitsForLock = -1
            detail.lockArrival = 0
        }
        return true
    }

    /// The queue of somebody who comes before a node, was offered the same lock, and can start at
    /// once; `nil` when there is nobody.
    private mutating func laneBefore(_ node: Int, for lock: Int) -> UInt16? {
        guard !locks[lock].offeredTo.isEmpty else { return nil }
        let own = claim(of: node)
        for other in locks[lock].offeredTo.map({ Int($0) }) where other != node {
            if claim(of: other) < own, canStart(other) { return lockLane(of: other) }
        }
        return nil
    }

    private mutating func canStart(_ node: Int) -> Bool {
        if nodes[node].flags.contains(.groupEntry) { return true }
        let lane = Int(nodes[node].lane)
        let startable = lanes[lane].startable
        guard !isPaused, startable > 0 else { return false }
        return startable == lanes[lane].ready || first(in: lane) == node
    }

    // MARK: Waiting

    private mutating func wait(_ node: Int, for lock: Int32, at now: Instant) {
        nodes[node].state = .lockWaiting
        arrivals += 1
        let arrival = arrivals
        let isFirstAttempt = nodes[node].startedAt == nil
        change(node) { detail in
            detail.waitsForLock = lock
            // Who has to wait again keeps its turn.
            if detail.lockArrival == 0 { detail.lockArrival = arrival }
            if isFirstAttempt { detail.lockWait.begin(lock, at: now) }
        }
        locks[Int(lock)].waiting[lockLane(of: node), default: MinHeap()].insert(claim(of: node))
    }

    /// Somebody else has taken what was offered to the node.
    private mutating func withdraw(_ lock: Int32, from node: Int, at now: Instant) {
        if nodes[node].state == .ready { dequeue(node) }
        wait(node, for: lock, at: now)
    }

    /// Its place as it is now; the last one when it has not waited before.
    func claim(of node: Int) -> Claim {
        let arrival = detail(of: node).lockArrival
        return Claim(
            node: node,
            priority: priority(of: node),
            arrival: arrival == 0 ? .max : arrival
        )
    }

    private func lockLane(of node: Int) -> UInt16 {
        nodes[node].flags.contains(.groupEntry) ? Self.noLane : nodes[node].lane
    }

    private func waits(_ node: Int, for lock: Int) -> Bool {
        nodes[node].state == .lockWaiting && details[node]?.waitsForLock == Int32(lock)
    }

    /// The node's priority was raised while it waits for a lock; its old place is left over.
    mutating func moveUp(_ node: Int, at now: Instant) {
        let lock = Int(detail(of: node).waitsForLock)
        guard lock >= 0 else { return }
        if locks[lock].isFree, isOpen {
            // It may come before those that it left it to.
            give(lock, to: node, at: now)
        } else {
            locks[lock].waiting[lockLane(of: node), default: MinHeap()].insert(claim(of: node))
        }
    }

    /// The node ends, or waits elsewhere: what was offered to it is offered to the next.
    mutating func stopWaitingForLock(_ node: Int, at now: Instant) {
        guard nodes[node].flags.contains(.special), !locks.isEmpty else { return }
        offerAgain(topology.lockNumbers(of: node), insteadOfTo: node, at: now)
    }

    // MARK: Offering

    /// Gives back what a node holds.
    mutating func giveLocksBack(_ node: Int, at now: Instant) {
        guard nodes[node].flags.contains(.special), details[node]?.holdsLocks == true else {
            return
        }
        change(node) { $0.holdsLocks = false }
        let numbers = topology.lockNumbers(of: node)
        for number in numbers {
            locks[Int(number)].holder = -1
            locks[Int(number)].lastHolder = Int32(truncatingIfNeeded: node)
        }
        for number in numbers { offer(Int(number), at: now) }
    }

    /// What was offered to a node is offered to the next.
    private mutating func offerAgain(
        _ numbers: [Int32],
        insteadOfTo node: Int,
        except kept: Int32 = -1,
        at now: Instant
    ) {
        for number in numbers {
            guard let place = locks[Int(number)].offeredTo.firstIndex(of: Int32(node)) else {
                continue
            }
            locks[Int(number)].offeredTo.remove(at: place)
            if number != kept { offer(Int(number), at: now) }
        }
    }

    /// Offers a free lock to the first that waits for it of each queue of which nobody has been
    /// offered it.
    private mutating func offer(_ lock: Int, at now: Instant) {
        guard locks[lock].isFree, isOpen, !locks[lock].waiting.isEmpty else { return }
        let served = locks[lock].offeredTo.map { lockLane(of: Int($0)) }
        for lane in locks[lock].waiting.keys.sorted() where !served.contains(lane) {
            if let node = popWaiting(for: lock, in: lane) { give(lock, to: node, at: now) }
        }
    }

    private mutating func give(_ lock: Int, to node: Int, at now: Instant) {
        locks[lock].offeredTo.append(Int32(truncatingIfNeeded: node))
        let holder = locks[lock].lastHolder
        change(node) { detail in
            detail.waitsForLock = -1
            detail.lockWait.end(givenBackBy: holder, at: now)
        }
        if nodes[node].flags.contains(.groupEntry) {
            offeredGroups.insert(claim(of: node))
        } else {
            enqueue(node)
        }
    }

    private mutating func popWaiting(for lock: Int, in lane: UInt16) -> Int? {
        while let first = locks[lock].waiting[lane]?.popFirst() {
            if waits(first.node, for: lock) { return first.node }
        }
        locks[lock].waiting[lane] = nil
        return nil
    }

    /// Nothing more can start in a queue: what others left to those in it is theirs again.
    mutating func offerReserved(of lane: Int, at now: Instant) {
        let reserved = lanes[lane].reserved.sorted()
        lanes[lane].reserved = []
        for lock in reserved { offer(Int(lock), at: now) }
    }
}
