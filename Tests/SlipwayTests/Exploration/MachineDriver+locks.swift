@testable import Slipway

/// The rules of free locks, and of what nothing can move any more.
extension MachineDriver {
    /// Nobody who could start waits for a free lock, unless it is left to somebody who can start at
    /// once.
    func checkFreeLocks() {
        guard machine.isOpen, !machine.locks.isEmpty else { return }
        for node in machine.nodes.indices where machine.nodes[node].state == .lockWaiting {
            let lock = machine.detail(of: node).waitsForLock
            guard lock >= 0, machine.locks[Int(lock)].holder < 0, hasRoom(node) else { continue }
            let isLeftToAnother = machine.nodes.indices.contains { other in
                machine.nodes[other].state == .ready && hasRoom(other)
                    && machine.topology.lockNumbers(of: other).contains(lock)
            }
            if !isLeftToAnother {
                let lock = machine.topology.locks[Int(lock)]
                complain("\(name(node)) waits for '\(lock)', which is free")
            }
        }
    }

    /// An open launch in which nothing runs and nothing can start is ready, and all of it has ended,
    /// or it is paused.
    func checkStall() {
        guard machine.isOpen, machine.active == 0, !seen.isPaused, seen.pausedLanes.isEmpty else {
            return
        }
        for lane in machine.lanes.indices where machine.lanes[lane].startable > 0 { return }
        if machine.unended + machine.unendedBackground > 0 {
            complain("nothing can move the launch any more, and it waits")
        }
    }

    /// Whether a node could start as far as its queue is concerned.
    private func hasRoom(_ node: Int) -> Bool {
        if machine.nodes[node].flags.contains(.groupEntry) { return true }
        let lane = Int(machine.nodes[node].lane)
        return !seen.isPaused && !machine.lanes[lane].isPaused
            && machine.lanes[lane].held < machine.lanes[lane].width
    }
}
