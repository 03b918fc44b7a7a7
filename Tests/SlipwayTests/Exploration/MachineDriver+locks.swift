@testable import Slipway

/// The rules about free locks and stalls.
extension MachineDriver {
    /// No operation that could start waits for a free lock, unless the lock is left to another one
    /// that can start at once.
    func checkFreeLocks() {
        guard machine.course.isOpen, !machine.topology.locks.isEmpty else { return }
        for node in machine.indices where machine.records[node].waitsForLock {
            guard case .waitingForLock(let lock?) = machine.records[state: node],
                machine.locks[lock].holder == nil, hasRoom(node)
            else { continue }
            let isLeftToAnother = machine.indices.contains { other in
                machine.records[other].isReady && hasRoom(other)
                    && machine.topology.operations[other].locks.contains(lock)
            }
            if !isLeftToAnother {
                let lock = machine.topology.locks[lock]
                complain("\(name(node)) waits for '\(lock)', which is free")
            }
        }
    }

    /// An open launch in which nothing runs and nothing can start is either ready with all
    /// operations ended, or paused.
    func checkStall() {
        guard machine.course.isOpen, machine.remaining.active == 0, !seen.isPaused,
            seen.pausedQueues.isEmpty
        else {
            return
        }
        if machine.slots.queues.contains(where: { $0.startable > 0 }) { return }
        if machine.remaining.unended + machine.remaining.unendedBackground > 0 {
            complain("nothing can move the launch any more, and it waits")
        }
    }

    /// Tells whether an operation's queue has room for it.
    private func hasRoom(_ node: Int) -> Bool {
        if machine.topology.operations[node].isGroup { return true }
        let queue = machine.slots.queues[machine.topology.operations[node].queue]
        return !seen.isPaused && !queue.isPaused && queue.held < queue.width
    }
}
