/// Exclusion: all locks of an operation are taken together at the moment it starts, never one by
/// one, so that none waits while it holds one; and given back in the step that ends its body.
///
/// A free lock is *offered* to the first operation of each queue that waits for it. Those go back
/// into their queues, and the one that starts takes the lock; the others wait again, and keep their
/// position. So a full or paused queue keeps no other from a free lock. An operation that could
/// take the lock leaves it to one that comes before it, if that one can start at once.
struct LockState: Sendable {
    /// The operation or group that holds the lock.
    var holder: Int?
    /// The name of the operation or group that held it before.
    var lastHolder: String?
    /// The operations and groups that may take the lock, while it is free.
    var offeredTo: [Int] = []
    /// The operations and groups that wait, by queue (`nil` for groups), so that a full queue does
    /// not stand in the way of the others; with leftovers.
    var waiting: [Int?: MinHeap<LockClaim>] = [:]
}

/// A position among those that wait for a lock: the higher its priority the smaller, then as they
/// came.
struct LockClaim: Comparable, Sendable {
    let index: Int
    let priority: Int8
    let arrival: Int

    static func < (left: LockClaim, right: LockClaim) -> Bool {
        if left.priority != right.priority { return left.priority > right.priority }
        return (left.arrival, left.index) < (right.arrival, right.index)
    }
}

extension LaunchMachine {
    // MARK: Taking

    /// Takes all of an operation's locks, or has it wait for one of them.
    mutating func takeLocks(_ index: Int) -> Bool {
        guard records[index].traits.contains(.hasLocks) else { return true }
        let numbers = topology.operations[index].locks
        if let busy = locks.firstHeld(numbers) {
            wait(index, for: busy)
            offerAgain(numbers, insteadOfTo: index)
            return false
        }
        for number in numbers {
            guard let earlier = earlierClaimant(before: index, for: number) else { continue }
            wait(index, for: number)
            // The lock is not offered on in the same queue: those behind would leave it to the
            // earlier one, too.
            if let queue = lockQueue(of: earlier) { slots.queues[queue].reserved.insert(number) }
            offerAgain(numbers, insteadOfTo: index, except: number)
            return false
        }
        hold(numbers, index)
        if records[index].hasDetails { records[details: index].lockArrival = nil }
        return true
    }

    /// Takes all of an operation's locks, if none of them is held; it does not wait for them.
    mutating func takeFreeLocks(_ index: Int) -> Bool {
        let numbers = topology.operations[index].locks
        guard locks.firstHeld(numbers) == nil else { return false }
        if !numbers.isEmpty { hold(numbers, index) }
        return true
    }

    private mutating func hold(_ numbers: [Int], _ index: Int) {
        for (lock, other) in locks.take(numbers, index) { withdraw(lock, from: other) }
        records[index].holdsLocks = true
    }

    /// An operation that comes before another, was offered the same lock, and can start at once.
    private mutating func earlierClaimant(before index: Int, for lock: Int) -> Int? {
        let own = claim(of: index)
        for other in locks[lock].offeredTo where other != index {
            if claim(of: other) < own, canStart(other) { return other }
        }
        return nil
    }

    private mutating func canStart(_ index: Int) -> Bool {
        guard let queue = lockQueue(of: index) else { return true }
        let startable = slots.queues[queue].startable
        guard !slots.isPaused, startable > 0 else { return false }
        return startable == slots.queues[queue].ready || first(in: queue) == index
    }

    // MARK: Waiting

    private mutating func wait(_ index: Int, for lock: Int) {
        records[state: index] = .waitingForLock(lock)
        let arrival = locks.arrive()
        // An operation that has to wait again keeps its position.
        if records[details: index].lockArrival == nil {
            records[details: index].lockArrival = arrival
        }
        if records[index].startedAt == nil { records[details: index].lockTime.begin(lock, at: now) }
        locks[lock].waiting[lockQueue(of: index), default: MinHeap()].insert(claim(of: index))
    }

    /// Another operation has taken a lock that was offered to this one.
    private mutating func withdraw(_ lock: Int, from index: Int) {
        if records[index].isReady { dequeue(index) }
        wait(index, for: lock)
    }

    /// The present position of an operation or group; the last one if it has not waited before.
    func claim(of index: Int) -> LockClaim {
        LockClaim(
            index: index,
            priority: max(records[index].priority, groups[index]?.beginPriority ?? .min),
            arrival: records[details: index].lockArrival ?? .max
        )
    }

    /// The queue of an operation; `nil` for a group, which needs none.
    private func lockQueue(of index: Int) -> Int? {
        topology.operations[index].isGroup ? nil : topology.operations[index].queue
    }

    /// The operation's priority was raised while it waits for a lock; its old position is left
    /// over.
    mutating func moveUpAmongClaims(_ index: Int) {
        guard case .waitingForLock(let lock?) = records[state: index] else {
            if topology.operations[index].isGroup { locks.offeredGroups.insert(claim(of: index)) }
            return
        }
        if locks[lock].holder == nil, mayBegin {
            // The operation may come before those to which it left the lock.
            give(lock, to: index)
        } else {
            locks[lock].waiting[lockQueue(of: index), default: MinHeap()].insert(claim(of: index))
        }
    }

    /// The operation ends, or waits elsewhere: what was offered to it is offered to the next.
    mutating func stopWaitingForLock(_ index: Int) {
        offerAgain(topology.operations[index].locks, insteadOfTo: index)
    }

    // MARK: Offering

    /// Gives back the locks that an operation holds.
    mutating func giveLocksBack(_ index: Int) {
        guard records[index].holdsLocks else { return }
        records[index].holdsLocks = false
        let numbers = topology.operations[index].locks
        locks.giveBack(numbers, name: name(of: index))
        for number in numbers { offer(number) }
    }

    /// The locks that were offered to an operation are offered to the next.
    private mutating func offerAgain(
        _ numbers: [Int],
        insteadOfTo index: Int,
        except kept: Int? = nil
    ) {
        for number in numbers {
            if locks.withdraw(number, from: index), number != kept { offer(number) }
        }
    }

    /// Offers a free lock, in each queue where it is offered to none, to the first that waits for
    /// it.
    private mutating func offer(_ lock: Int) {
        guard locks[lock].holder == nil, mayBegin, !locks[lock].waiting.isEmpty else { return }
        let served = locks[lock].offeredTo.map { lockQueue(of: $0) }
        let queues = locks[lock].waiting.keys.sorted { ($0 ?? .max) < ($1 ?? .max) }
        for queue in queues where !served.contains(queue) {
            if let index = popWaiting(for: lock, in: queue) { give(lock, to: index) }
        }
    }

    private mutating func give(_ lock: Int, to index: Int) {
        locks[lock].offeredTo.append(index)
        records[details: index].lockTime.end(givenBackBy: locks[lock].lastHolder, at: now)
        if topology.operations[index].isGroup {
            records[state: index] = .waitingForLock(nil)
            locks.offeredGroups.insert(claim(of: index))
        } else {
            enqueue(index)
        }
    }

    private mutating func popWaiting(for lock: Int, in queue: Int?) -> Int? {
        while let first = locks[lock].waiting[queue]?.popFirst() {
            if case .waitingForLock(lock) = records[state: first.index],
                first == claim(of: first.index)
            {
                return first.index
            }
        }
        locks[lock].waiting[queue] = nil
        return nil
    }

    /// Nothing more can start in a queue: the locks that others left to operations in it are
    /// offered to those others again.
    mutating func offerReserved(of queue: Int) {
        let reserved = slots.queues[queue].reserved.sorted()
        slots.queues[queue].reserved = []
        for lock in reserved { offer(lock) }
    }
}
