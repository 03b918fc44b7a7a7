/// Finds out which bodies wait in vain: what they wait for cannot come before they return.
///
/// An operation that has not started needs the end of all that it depends on, all of its locks, and
/// one slot of its queue. A running operation needs what its body waits for; if the body does not
/// wait, the operation goes on by itself. An operation that cannot go on, however the others end,
/// is *stuck*: that is, each operation that can be reached and cannot be shown to go on. The
/// analysis takes time linear in what is reached, and is made only for launches in which a body
/// waits.
struct WaitAnalysis {
    /// The end of an operation, or the readiness of the launch.
    enum Node: Hashable {
        case operation(Int)
        case ready

        var operation: Int? { if case .operation(let index) = self { index } else { nil } }
    }

    /// The step from a node that waits to one that it waits for.
    struct Link {
        enum Kind {
            case awaits, requires, after, ready, child
            case awaitsAction(isOwn: Bool)
            /// The operation that waits is of the background stage.
            case stage
            case lock(Int)
            case queue(Int, others: Int)
        }

        let kind: Kind
        let node: Node
        /// The group around the waiting operation that has the need; `nil` if the operation has it.
        var group: Int?
    }

    /// The needs of a node that cannot go on by itself.
    private struct Needs {
        var all: [Link] = []
        /// The needs of which one is enough; if there are none, none is needed.
        var one: [Link] = []
    }

    /// A node that needs another one: together with all others, or as one of which one is enough.
    private struct Needing {
        let node: Node
        let isOfAll: Bool
    }

    private var needs: [Node: Needs] = [:]
    private var stuck: Set<Node> = []

    /// - Parameters:
    ///   - machine: The launch.
    ///   - waiters: The operations from which to search.
    ///   - countsLimits: Whether an operation that its own time will end counts as one that goes
    ///     on, though late.
    ///   - isStall: Whether nothing else goes on, so that a body that was left behind is taken for one that never
    ///     returns.
    init(
        _ machine: LaunchMachine,
        _ waiters: [Int],
        countsLimits: Bool = false,
        isStall: Bool = false
    ) {
        var search = WaitSearch(countsLimits: countsLimits, isStall: isStall)
        var open = waiters.map { Node.operation($0) }
        var seen = Set(open)
        var needing: [Node: [Needing]] = [:]
        var free: [Node] = []
        while let node = open.popLast() {
            guard let needs = search.needs(of: node, machine) else {
                free.append(node)
                continue
            }
            self.needs[node] = needs
            if needs.all.isEmpty, needs.one.isEmpty { free.append(node) }
            for (place, link) in (needs.all + needs.one).enumerated() {
                let isOfAll = place < needs.all.count
                needing[link.node, default: []].append(Needing(node: node, isOfAll: isOfAll))
                if seen.insert(link.node).inserted { open.append(link.node) }
            }
        }
        stuck = seen
        release(free, needing)
    }

    /// Takes what can go on out of what is stuck.
    private mutating func release(_ free: [Node], _ needing: [Node: [Needing]]) {
        var lacking = needs.mapValues(\.all.count)
        var hasSlot = Set(needs.filter { $0.value.one.isEmpty }.keys)
        var free = free
        while let node = free.popLast() {
            guard stuck.remove(node) != nil else { continue }
            for other in needing[node] ?? [] {
                if other.isOfAll {
                    lacking[other.node, default: 0] -= 1
                } else {
                    hasSlot.insert(other.node)
                }
                if lacking[other.node] == 0, hasSlot.contains(other.node) {
                    free.append(other.node)
                }
            }
        }
    }

    func isStuck(_ index: Int) -> Bool { stuck.contains(.operation(index)) }

    /// The shortest way from an operation that is stuck back to itself; `nil` if there is none.
    func circle(of index: Int) -> [Link]? {
        let start = Node.operation(index)
        guard stuck.contains(start) else { return nil }
        var ways: [Node: (from: Node, link: Link)] = [:]
        var open = [start]
        var next = 0
        while next < open.count {
            let node = open[next]
            next += 1
            let links = needs[node].map { $0.all + $0.one } ?? []
            for link in links where stuck.contains(link.node) && ways[link.node] == nil {
                ways[link.node] = (node, link)
                if link.node == start { return way(to: start, ways) }
                open.append(link.node)
            }
        }
        return nil
    }

    private func way(to start: Node, _ ways: [Node: (from: Node, link: Link)]) -> [Link] {
        var links: [Link] = []
        var node = start
        repeat {
            guard let step = ways[node] else { break }
            links.append(step.link)
            node = step.from
        } while node != start
        return links.reversed()
    }

    /// Asks the machine for the needs of one node after another.
    private struct WaitSearch {
        let countsLimits: Bool
        let isStall: Bool
        /// The bodies that hold the slots of each queue, once they were asked for.
        private var holders: [Int: [Int]] = [:]

        init(countsLimits: Bool, isStall: Bool) {
            self.countsLimits = countsLimits
            self.isStall = isStall
        }

        /// The needs of a node; `nil` for one that goes on by itself, or has ended.
        mutating func needs(of node: Node, _ machine: LaunchMachine) -> Needs? {
            guard let index = node.operation else { return ofReady(machine) }
            let record = machine.records[index]
            switch record.phase {
            // An operation that has ended is only asked for if it holds something.
            case .succeeded, .ended:
                if machine.isBeingUndone(index) { return nil }
                return isStall ? Needs(all: [Link(kind: .child, node: node)]) : nil
            case .doomed, .backingOff: return nil
            case .running, .checkingCondition, .fallingBack: return ofRunning(index, machine)
            case .open where machine.groups[index]?.failedAttempt != nil:
                return ofUndoing(index, machine)
            case .open:
                if countsLimits, machine.hasTimeLimit(index) { return nil }
                return Needs(all: children(index, machine))
            case .pending, .ready, .waitingForLock: return ofWaiting(index, machine)
            }
        }

        /// The needs of a group that waits for a slot, or a lock, to undo its failed attempt; `nil`
        /// for another group.
        private mutating func ofUndoing(_ group: Int, _ machine: LaunchMachine) -> Needs? {
            guard case .waiting? = machine.groups[group]?.failedAttempt?.state,
                let index = machine.undone(in: group)
            else { return nil }
            return Needs(all: locks(of: index, machine), one: slots(of: index, machine))
        }

        private func ofReady(_ machine: LaunchMachine) -> Needs? {
            guard machine.course.isBeforeReady else { return nil }
            var needs = Needs()
            for index in machine.records.indices {
                let record = machine.records[index]
                guard record.stage == .launch, !record.isAction, !record.hasEnded else { continue }
                needs.all.append(Link(kind: .ready, node: .operation(index)))
            }
            return needs
        }

        private func ofRunning(_ index: Int, _ machine: LaunchMachine) -> Needs? {
            guard !isInterrupted(index, machine) else { return nil }
            var needs = Needs()
            for wait in machine.waits.of(index) where wait.isOfBody || !countsLimits {
                switch wait.target {
                case .operation(let id):
                    guard let index = machine.index(of: id), !machine.records[index].hasEnded else {
                        continue
                    }
                    needs.all.append(Link(kind: .awaits, node: .operation(index)))
                case .ready: needs.all.append(Link(kind: .awaits, node: .ready))
                case .action(let id):
                    let links = links(toAction: id, from: index, machine)
                    if links.count == 1 { needs.all += links } else { needs.one += links }
                }
            }
            return needs.all.isEmpty && needs.one.isEmpty ? nil : needs
        }

        /// Tells whether an operation was asked to end, or its own time, or that of a group around
        /// it, will end it.
        ///
        /// A part counts as well: a child of its body may yet say that it is ready. The time of
        /// a handler does not count.
        private func isInterrupted(_ index: Int, _ machine: LaunchMachine) -> Bool {
            if machine.records[call: index]?.cancellation != nil { return true }
            guard countsLimits, !machine.records[index].isAction else { return false }
            return machine.hasTimeLimit(index) || machine.stays(index)
                || isInLimitedGroup(index, machine)
        }

        /// Tells whether a group around an operation has begun whose time will end it.
        private func isInLimitedGroup(_ index: Int, _ machine: LaunchMachine) -> Bool {
            machine.topology.groups(around: index).contains { group in
                machine.records[group].phase == .open && machine.hasTimeLimit(group)
            }
        }

        /// The consumer that runs an action, or the consumers of which one has to be free for it;
        /// none for an action that comes to its end whatever becomes of the bodies.
        private func links(
            toAction id: ActionID,
            from waiter: Int,
            _ machine: LaunchMachine
        ) -> [Link] {
            guard let entry = machine.book.entries[id], !entry.isPostponed else { return [] }
            switch entry.state {
            case .reserved, .ending, .ended: return []
            case .waiting, .offered, .backingOff:
                if countsLimits, entry.expiresAt != nil { return [] }
            case .beginning, .running: break
            }
            let first = machine.book.earlier(than: id) ?? id
            let consumers =
                machine.book.consumer(of: first).map { [$0] }
                ?? machine.topology.consumers(of: entry.kind)
            let kind = Link.Kind.awaitsAction(isOwn: machine.book.consumer(of: id) == waiter)
            return consumers.map { Link(kind: kind, node: .operation($0)) }
        }

        private mutating func ofWaiting(_ index: Int, _ machine: LaunchMachine) -> Needs? {
            if countsLimits,
                machine.records[details: index].budgetEnd != nil || isInLimitedGroup(index, machine)
            {
                return nil
            }
            var needs = Needs(all: beginning(index, machine))
            let groups = Array(machine.topology.groups(around: index))
            for group in groups where machine.records[group].phase != .open {
                needs.all += beginning(group, machine).map { link in
                    Link(kind: link.kind, node: link.node, group: group)
                }
            }
            // The locks of the groups around an operation are its own, too.
            needs.all.removeAll { link in
                guard case .lock = link.kind else { return false }
                return link.node.operation.map(groups.contains) ?? false
            }
            if machine.isGroup(index) {
                needs.all += children(index, machine)
            } else {
                needs.one = slots(of: index, machine)
            }
            return needs
        }

        private func children(_ group: Int, _ machine: LaunchMachine) -> [Link] {
            machine.topology.operations[group].children.compactMap { child in
                machine.records[child].hasEnded
                    ? nil : Link(kind: .child, node: .operation(child))
            }
        }

        /// The needs for the beginning of an operation, besides a slot in a queue.
        private func beginning(_ index: Int, _ machine: LaunchMachine) -> [Link] {
            var links: [Link] = []
            for edge in machine.topology.dependencies[index]
            where !machine.records[edge.index].hasEnded {
                let kind: Link.Kind = edge.kind == .requires ? .requires : .after
                links.append(Link(kind: kind, node: .operation(edge.index)))
            }
            links += locks(of: index, machine)
            let record = machine.records[index]
            if record.stage == .background, !record.isAction, machine.course.readyAt == nil {
                links.append(Link(kind: .stage, node: .ready))
            }
            return links
        }

        private func locks(of index: Int, _ machine: LaunchMachine) -> [Link] {
            machine.topology.operations[index].locks.compactMap { lock in
                machine.locks[lock].holder.map {
                    Link(kind: .lock(lock), node: .operation($0))
                }
            }
        }

        /// The bodies of which one has to return for an operation; none if there is a slot, or the
        /// queue is paused: an operator may resume it.
        private mutating func slots(
            of index: Int,
            _ machine: LaunchMachine
        ) -> [Link] {
            let number = Int(machine.records[index].queue)
            let (width, held) = (
                machine.slots.queues[number].width, machine.slots.queues[number].held
            )
            guard held >= width, !machine.isHalted(number) else { return [] }
            let bodies = holders[number] ?? machine.bodies(in: number) + machine.undone(on: number)
            holders[number] = bodies
            return bodies.map {
                let kind = Link.Kind.queue(number, others: bodies.count - 1)
                return Link(kind: kind, node: .operation($0))
            }
        }
    }
}

extension LaunchMachine {
    /// The operations whose bodies hold the slots of a queue.
    func bodies(in queue: Int) -> [Int] {
        records.indices.filter { index in
            let record = records[index]
            return record.queue == queue && !record.waitsOutsideQueue
                && (record.isRunning || record.isLeftBehind)
        }
    }
}
