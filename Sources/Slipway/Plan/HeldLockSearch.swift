/// Finds groups that hold a lock while something in them waits for an operation outside that needs
/// the same lock, and that need not have ended when the group begins.
///
/// It cannot find all such plans without refusing good ones: anybody may cancel an operation that
/// the launch can do without, at any time, and it then ends before what it comes after. A group that
/// comes after it then begins while what the plan puts before both may still wait for a lock of the
/// group. As long as nobody does that the plan is right. Nor does it follow a chain of several
/// holders, of which each waits, by its dependencies, for something that needs the next one's lock;
/// ``LockOrderSearch`` knows such chains only where the lock is taken inside of the group. Of an
/// addition, it looks at the groups that are added and those around them, not at others that exist
/// and wait for one of these to end. What is left is found when it happens: as a stall of the launch.
///
/// For 64 locks at a time, one pass over the graph notes for each node which of them it or
/// anything before it takes; only where such a node is waited for from inside of a holder is there
/// anything to search.
struct HeldLockSearch {
    private let check: PlanCheck
    /// The nodes, each after all that it depends on; fewer than there are if there is a cycle.
    private let forwards: [Int]

    /// A node of the plan, or one that exists already.
    private struct Place: Hashable {
        let number: Int
        let isExisting: Bool

        init(_ node: Int) {
            number = node
            isExisting = false
        }

        init(existing node: Int) {
            number = node
            isExisting = true
        }

        init(_ link: Adjacency.Link) {
            number = link.node
            isExisting = link.isExisting
        }
    }

    /// What holds locks: a group of the plan, or one around the whole addition.
    private struct Holder {
        let name: String
        let locks: [Int32]
        let inside: Range<Int>
        /// Where it begins; `nil` if it has begun.
        let entry: Int?
        let origin: Origin
    }

    init(_ check: PlanCheck, _ backwards: ContiguousArray<Int32>) {
        self.check = check
        forwards = backwards.reversed().map { Int($0) }
    }

    func faults() -> [GraphFault] {
        let holders = holders
        let held = Array(Set(holders.flatMap(\.locks))).sorted()
        var found: [(group: Int, fault: GraphFault)] = []
        for start in stride(from: 0, to: held.count, by: 64) {
            var bits: [Int32: UInt64] = [:]
            for (bit, lock) in held[start..<min(start + 64, held.count)].enumerated() {
                bits[lock] = 1 << UInt64(bit)
            }
            let needed = needed(bits)
            for (number, holder) in holders.enumerated() {
                for lock in holder.locks {
                    guard let bit = bits[lock], let path = path(holder, lock, bit, needed) else {
                        continue
                    }
                    let fault = GraphFault.heldLock(
                        check.locks[Int(lock)],
                        group: holder.name,
                        path: path,
                        origin: holder.origin
                    )
                    found.append((number, fault))
                }
            }
        }
        // The batches of locks must not show.
        let order = found.indices.sorted { (found[$0].group, $0) < (found[$1].group, $1) }
        return order.map { found[$0].fault }
    }

    private var holders: [Holder] {
        let plan = check.plan
        var holders = (check.existing?.heldAround ?? []).map { holder in
            Holder(
                name: holder.group,
                locks: [holder.lock],
                inside: plan.declarations.indices,
                entry: nil,
                origin: plan.declarations.first.map { plan.origin(of: $0) }
                    ?? Origin(file: "", line: 0)
            )
        }
        for group in plan.groups where !check.takes(group.entry).isEmpty {
            holders.append(
                Holder(
                    name: group.name,
                    locks: check.takes(group.entry),
                    inside: group.entry..<group.exit + 1,
                    entry: group.entry,
                    origin: plan.origin(of: plan.declarations[group.entry])
                )
            )
        }
        return holders
    }

    /// For each node, which of the locks it or something before it takes; behind a cycle all.
    private func needed(_ bits: [Int32: UInt64]) -> [UInt64] {
        let operations = check.plan.declarations.count
        var needed = [UInt64](repeating: .max, count: check.dependencies.nodeCount)
        for node in forwards {
            var mask: UInt64 = 0
            if node < operations {
                for lock in check.takes(node) { mask |= bits[lock] ?? 0 }
            }
            for position in check.dependencies.range(of: node) {
                let link = check.dependencies.links[position]
                mask |= link.isExisting ? .max : needed[link.node]
            }
            needed[node] = mask
        }
        return needed
    }

    /// How something in a group waits for an operation outside that needs a lock of the group: the
    /// names from the one inside to the one that needs it; `nil` if nothing does.
    private func path(
        _ holder: Holder,
        _ lock: Int32,
        _ bit: UInt64,
        _ needed: [UInt64]
    ) -> [String]? {
        var cameFrom: [Place: Place] = [:]
        var queue: [Place] = []
        var ended: Set<Place>?

        /// Whether a place has to be looked at: outside, with the lock in it or before it, and not
        /// ended before the group begins.
        func visit(_ place: Place, from origin: Place) {
            if !place.isExisting {
                guard needed[place.number] & bit != 0, !holder.inside.contains(place.number) else {
                    return
                }
            }
            guard cameFrom[place] == nil else { return }
            let before = ended ?? self.before(holder, bit, needed)
            ended = before
            guard !before.contains(place) else { return }
            cameFrom[place] = origin
            queue.append(place)
        }

        for node in holder.inside where node != holder.entry {
            for position in check.dependencies.range(of: node) {
                visit(Place(check.dependencies.links[position]), from: Place(node))
            }
        }
        var next = 0
        while next < queue.count {
            let place = queue[next]
            next += 1
            if takes(place).contains(lock) { return names(backFrom: place, cameFrom) }
            for dependency in dependencies(of: place) { visit(dependency, from: place) }
        }
        return nil
    }

    /// What has ended before a group begins, as far as the lock is in it or before it.
    private func before(_ holder: Holder, _ bit: UInt64, _ needed: [UInt64]) -> Set<Place> {
        guard let entry = holder.entry else { return [] }
        let ends = CertainEnds(check).before(entry) { needed[$0] & bit != 0 }
        return Set(ends.own.map { Place($0) } + ends.existing.map { Place(existing: $0) })
    }

    private func dependencies(of place: Place) -> [Place] {
        if place.isExisting {
            return check.existing?.pendingDependencies(of: place.number)
                .map { Place(existing: $0) } ?? []
        }
        return check.dependencies.range(of: place.number)
            .map { Place(check.dependencies.links[$0]) }
    }

    private func takes(_ place: Place) -> [Int32] {
        if place.isExisting { return check.existing?.pendingLocks(of: place.number) ?? [] }
        return check.takes(place.number)
    }

    private func names(backFrom end: Place, _ cameFrom: [Place: Place]) -> [String] {
        var names: [String] = []
        var place: Place? = end
        while let current = place {
            let name =
                current.isExisting
                ? check.existing?.name(of: current.number) ?? ""
                : check.plan.declarations[current.number].name
            // Where a group ends and begins is one to the reader.
            if names.last != name { names.append(name) }
            place = cameFrom[current]
        }
        return names.reversed()
    }
}
