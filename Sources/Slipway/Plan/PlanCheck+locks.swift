extension PlanCheck {
    /// What an operation inside of groups finds taken already.
    private struct Held {
        var locks: Set<Int32> = []
        var holders: [(lock: Int32, group: String)] = []
    }

    /// Numbers the locks in order of first mention, and notes which are taken while a group around
    /// the operation holds others.
    ///
    /// A lock that a group around the operation holds is not taken again.
    mutating func numberLocks() {
        locks = existing?.locks ?? []
        lockNumbers = Array(repeating: [], count: plan.policies.count)
        guard plan.policies.contains(where: { !$0.locks.isEmpty }) else { return }
        var numbers: [Lock: Int32] = [:]
        for (number, lock) in locks.enumerated() {
            numbers[lock] = Int32(truncatingIfNeeded: number)
        }
        var outermost = Held()
        for holder in existing?.heldAround ?? [] {
            outermost.locks.insert(holder.lock)
            outermost.holders.append(holder)
        }
        var heldIn: [Held] = []
        var steps: Set<[Int32]> = []
        for node in plan.declarations.indices {
            let kind = plan.declarations[node].kind
            let policies = Int(plan.declarations[node].policies)
            let hasLocks = policies >= 0 && !plan.policies[policies].locks.isEmpty
            guard hasLocks || kind == .groupEntry else { continue }
            let declaration = plan.declarations[node]
            var held = declaration.group < 0 ? outermost : heldIn[Int(declaration.group)]
            var taken: [Int32] = []
            for lock in hasLocks ? plan.policies[policies].locks : [] {
                let number = numbers[lock] ?? Int32(truncatingIfNeeded: locks.count)
                if Int(number) == locks.count {
                    locks.append(lock)
                    numbers[lock] = number
                }
                if !held.locks.contains(number) { taken.append(number) }
            }
            for holder in held.holders {
                for number in taken where steps.insert([holder.lock, number]).inserted {
                    lockSteps.append(
                        LockStep(
                            group: holder.group,
                            held: locks[Int(holder.lock)],
                            operation: declaration.name,
                            taken: locks[Int(number)],
                            origin: plan.origin(of: declaration)
                        )
                    )
                }
            }
            if hasLocks { lockNumbers[policies] = taken.sorted() }
            guard kind == .groupEntry else { continue }
            held.locks.formUnion(taken)
            held.holders += taken.map { ($0, declaration.name) }
            heldIn.append(held)
        }
    }

    /// Whether groups that hold locks can keep each other, or themselves, from ending.
    ///
    /// - Parameter backwards: The nodes, each before all that it depends on.
    mutating func checkLocks(_ backwards: ContiguousArray<Int32>) {
        let isHeld =
            plan.groups.contains { !takes($0.entry).isEmpty }
            || existing?.heldAround.isEmpty == false
        guard isHeld else { return }
        faults += HeldLockSearch(self, backwards).faults()
        faults += LockOrderSearch(lockSteps, after: existing?.lockSteps ?? []).faults()
    }

    /// The locks that a node takes when it starts.
    func takes(_ node: Int) -> [Int32] {
        let policies = Int(plan.declarations[node].policies)
        return policies < 0 ? [] : lockNumbers[policies]
    }
}
