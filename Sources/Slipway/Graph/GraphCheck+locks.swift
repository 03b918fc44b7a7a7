/// Locks that groups hold from their beginning to their end.
extension GraphCheck {
    /// Numbers the locks in order of first mention, and notes which are taken while a group around
    /// the operation holds others.
    ///
    /// A lock that a group around the operation holds is not taken again.
    mutating func takeLocks() {
        guard checked.contains(where: { !$0.options.locks.isEmpty }) else { return }
        var newNumbers: [Lock: Int] = [:]
        // A group comes after what is in it, and takes its locks before.
        for index in indices.reversed() where !options(index).locks.isEmpty {
            var locks: [Int] = []
            for lock in options(index).locks {
                let known = existing.number(of: lock) ?? newNumbers[lock]
                let number = known ?? existing.locks.count + newLocks.count
                if known == nil {
                    newNumbers[lock] = number
                    newLocks.append(lock)
                }
                if !isHeld(number, around: index) { locks.append(number) }
            }
            checked[index - base].locks = locks.sorted()
            noteSteps(to: index)
        }
        lockSteps.reverse()
    }

    private func isHeld(_ lock: Int, around index: Int) -> Bool {
        var around = parent(of: index)
        while let group = around {
            if locks(group).contains(lock) { return true }
            around = parent(of: group)
        }
        return false
    }

    /// The innermost group around an operation that holds locks.
    private func holder(around index: Int) -> Int? {
        var around = parent(of: index)
        while let group = around, locks(group).isEmpty { around = parent(of: group) }
        return around
    }

    private mutating func noteSteps(to index: Int) {
        guard let holder = holder(around: index) else { return }
        for held in locks(holder) {
            for taken in locks(index) {
                let step = LockStep(
                    group: name(holder),
                    held: lock(held),
                    operation: name(index),
                    taken: lock(taken),
                    origin: origin(of: index)
                )
                lockSteps.append((index, step))
            }
        }
    }

    private func lock(_ number: Int) -> Lock {
        let known = existing.locks.count
        return number < known ? existing.locks[number] : newLocks[number - known]
    }

    /// Reports groups that hold locks and could keep each other, or themselves, from ending.
    mutating func checkHolders() {
        guard launch != nil || checked.contains(where: { $0.isGroup && !$0.locks.isEmpty }) else {
            return
        }
        for index in indices {
            guard let holder = holder(around: index) else { continue }
            for link in dependencies(index) where !hasEnded(link.index) {
                guard !groups(around: link.index).contains(holder) else { continue }
                faults.append(
                    .waitsOutside(
                        name(index),
                        group: name(holder),
                        locks: locks(holder).map { lock($0) },
                        outside: name(link.index),
                        origin: origin(of: index)
                    )
                )
            }
        }
        checkLockOrder()
    }

    /// Groups that take locks in different orders: one holds the first and waits for the second,
    /// another the second and waits for the first.
    private mutating func checkLockOrder() {
        guard !lockSteps.isEmpty else { return }
        let steps = (existing.lockSteps + lockSteps).map(\.step)
        var numbers: [Lock: Int] = [:]
        for step in steps {
            for lock in [step.held, step.taken] where numbers[lock] == nil {
                numbers[lock] = numbers.count
            }
        }
        var successors = [[Int]](repeating: [], count: numbers.count)
        var stepBetween: [[Int]: LockStep] = [:]
        for step in steps {
            guard let held = numbers[step.held], let taken = numbers[step.taken],
                stepBetween[[held, taken]] == nil
            else { continue }
            stepBetween[[held, taken]] = step
            successors[held].append(taken)
        }
        for cycle in Digraph(successors).cycles(upTo: 100) {
            let pairs = zip(cycle, cycle.dropFirst() + cycle.prefix(1))
            faults.append(.lockOrder(pairs.compactMap { stepBetween[[$0, $1]] }))
        }
    }
}
