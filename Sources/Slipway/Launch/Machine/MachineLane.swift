extension LaunchMachine {
    /// A queue: what is ready in it, and how much of it is taken.
    struct Lane: ~Copyable, Sendable {
        let width: Int
        /// Places taken by bodies that have not returned.
        var held = 0
        var isPaused = false
        /// What is ready, by its rank in the graph.
        var ranked: RankSet
        /// What is ready and was added, or raised, while the launch ran; with leftovers of what is
        /// not ready any more.
        var urgent = MinHeap<Urgent>()
        /// How many nodes are ready.
        var ready = 0
        /// Whose body was the last to give its place back; -1 for nobody's.
        var freedBy: Int32 = -1
        /// When that was.
        var freedAt = Instant(nanoseconds: .min)
        /// Locks that others leave to those who are ready here, until nothing more can start.
        var reserved: Set<Int32> = []

        init(_ lane: Graph.Lane, automaticWidth: Int, ranks: Int) {
            width =
                switch lane.width {
                case .automatic: automaticWidth
                case .fixed(let width): width
                }
            ranked = RankSet(capacity: ranks)
        }

        private init(copying other: borrowing Lane) {
            width = other.width
            held = other.held
            isPaused = other.isPaused
            ranked = other.ranked.copy()
            urgent = other.urgent
            ready = other.ready
            freedBy = other.freedBy
            freedAt = other.freedAt
            reserved = other.reserved
        }

        func copy() -> Lane { Lane(copying: self) }

        /// How many bodies could start now.
        var startable: Int { isPaused ? 0 : min(ready, width - held) }
    }

    /// A ready node without a rank, in the order of starting: effective priority, longest remaining
    /// path, declaration.
    struct Urgent: Comparable, Sendable {
        let node: Int
        let priority: Int8
        let path: UInt32

        static func < (left: Urgent, right: Urgent) -> Bool {
            if left.priority != right.priority { return left.priority > right.priority }
            return left.path != right.path ? left.path > right.path : left.node < right.node
        }
    }
}

/// What is ready and not started, queue by queue.
extension LaunchMachine {
    /// Puts a node whose requirements are there into its queue.
    @inline(__always)
    mutating func enqueue(_ node: Int) {
        let lane = Int(nodes[node].lane)
        let rank = Int(nodes[node].rank)
        nodes[node].state = .ready
        lanes[lane].ready += 1
        if lane > 0 { readyInPool += 1 }
        if rank >= 0 { lanes[lane].ranked.insert(rank) } else { enqueueUrgently(node, lane) }
    }

    private mutating func enqueueUrgently(_ node: Int, _ lane: Int) {
        guard details[node]?.leftOverAt != priority(of: node) else { return }
        let urgent = urgency(of: node)
        lanes[lane].urgent.insert(urgent)
    }

    /// Takes a ready node out of its queue; its state is the caller's business.
    @inline(__always)
    mutating func dequeue(_ node: Int) {
        let lane = Int(nodes[node].lane)
        lanes[lane].ready -= 1
        if lane > 0 { readyInPool -= 1 }
        let rank = Int(nodes[node].rank)
        if rank >= 0 {
            lanes[lane].ranked.remove(rank)
        } else if details[node] != nil {
            // In the heap it is left over: nobody takes what is not ready.
            let priority = priority(of: node)
            details[node]?.leftOverAt = priority
        }
    }

    /// The effective priority, as far as it is known now.
    func priority(of node: Int) -> Int8 {
        if nodes[node].flags.contains(.special), let raised = details[node]?.raisedTo {
            return raised
        }
        return topology.priority(of: node)
    }

    /// Where a node comes in the order of starting.
    private mutating func urgency(of node: Int) -> Urgent {
        Urgent(node: node, priority: priority(of: node), path: topology.path(of: node))
    }

    /// The node that is to start next in a queue; `nil` when there is none or no room.
    mutating func first(in lane: Int) -> Int? {
        guard lanes[lane].startable > 0 else { return nil }
        let rank = lanes[lane].ranked.first
        let ranked = rank < 0 ? nil : topology.node(atRank: rank)
        while let top = lanes[lane].urgent.first {
            guard isQueued(top) else {
                _ = lanes[lane].urgent.popFirst()
                if details[top.node]?.leftOverAt == top.priority {
                    details[top.node]?.leftOverAt = nil
                }
                continue
            }
            guard let ranked else { return top.node }
            return top < urgency(of: ranked) ? top.node : ranked
        }
        return ranked
    }

    /// Whether the heap's entry is not a leftover.
    private func isQueued(_ urgent: Urgent) -> Bool {
        let node = nodes[urgent.node]
        return node.state == .ready && node.rank < 0
            && priority(of: urgent.node) == urgent.priority
    }

    /// Whether a node comes before another in the order of starting.
    private mutating func precedes(_ node: Int, _ other: Int) -> Bool {
        let ranks = (nodes[node].rank, nodes[other].rank)
        if ranks.0 >= 0, ranks.1 >= 0 { return ranks.0 < ranks.1 }
        return urgency(of: node) < urgency(of: other)
    }

    /// How many bodies a runner could start now.
    ///
    /// Changes nothing; it is `mutating` to be called on the machine where it is, instead of on a
    /// copy of its 700 bytes.
    @inline(__always)
    mutating func startable(_ runner: Runner) -> Int {
        // The short answer, nearly always.
        guard runner == .main ? lanes[0].ready > 0 : readyInPool > 0 else { return 0 }
        return startableNow(runner)
    }

    private mutating func startableNow(_ runner: Runner) -> Int {
        guard !isPaused, isOpen else { return 0 }
        if runner == .main { return lanes[0].startable }
        if lanes.count == 2 { return lanes[1].startable }
        var sum = 0
        for lane in 1..<lanes.count { sum += lanes[lane].startable }
        return sum
    }

    /// Takes the next body to run, and counts it as begun.
    ///
    /// The caller runs it and calls ``ended(_:_:at:)``.
    ///
    /// - Parameters:
    ///   - runner: Whose queues are looked at.
    ///   - releasing: The operation whose end the caller comes from, -1 for none.
    ///   - now: The instant.
    /// - Returns: Its node; `nil` when there is none, or no room for it.
    mutating func takeNext(_ runner: Runner, releasing: Int = -1, at now: Instant) -> Int? {
        while !isPaused, isOpen {
            var waits = false
            while let node = choose(runner) {
                let lane = Int(nodes[node].lane)
                dequeue(node)
                if nodes[node].flags.contains(.special), !takeLocks(node, at: now) {
                    waits = true
                    continue
                }
                lanes[lane].held += 1
                if lanes[lane].held == lanes[lane].width, !lanes[lane].reserved.isEmpty {
                    offerReserved(of: lane, at: now)
                    waits = true
                }
                if releasing >= 0, !nodes[node].hasStarted, Int(nodes[releasing].lane) == lane,
                    nodes[node].wasReady(before: lanes[lane].freedAt),
                    hadItsLocks(node, before: lanes[lane].freedAt)
                {
                    nodes[node].releasedBy = Int32(truncatingIfNeeded: releasing)
                }
                begin(node, at: now)
                if waits { advance(at: now) }
                return node
            }
            guard waits else { return nil }
            // The last that could start may wait for a lock now that nobody gives back: to give that
            // up lets others start.
            advance(at: now)
            if startable(runner) == 0 { return nil }
        }
        return nil
    }

    /// What ``takeNext(_:releasing:at:)`` would look at first.
    mutating func peek(_ runner: Runner) -> Int? { isPaused || !isOpen ? nil : choose(runner) }

    @inline(__always)
    private mutating func choose(_ runner: Runner) -> Int? {
        if runner == .main { return only(0) }
        if lanes.count == 2 { return only(1) }
        return chooseAmongQueues()
    }

    private mutating func chooseAmongQueues() -> Int? {
        var best: Int?
        for lane in 1..<lanes.count {
            guard let first = first(in: lane) else { continue }
            if let before = best, !precedes(first, before) { continue }
            best = first
        }
        return best
    }

    /// The node that is to start next in a queue that is not compared with others.
    @inline(__always)
    private mutating func only(_ lane: Int) -> Int? {
        guard lanes[lane].startable > 0 else { return nil }
        guard lanes[lane].urgent.isEmpty else { return first(in: lane) }
        return topology.node(atRank: lanes[lane].ranked.first)
    }
}
