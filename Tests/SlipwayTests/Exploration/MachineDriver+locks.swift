@testable import Slipway

/// The rules of free locks.
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

    /// Whether a node could start as far as its queue is concerned.
    private func hasRoom(_ node: Int) -> Bool {
        if machine.nodes[node].flags.contains(.groupEntry) { return true }
        let lane = Int(machine.nodes[node].lane)
        return !seen.isPaused && !machine.lanes[lane].isPaused
            && machine.lanes[lane].held < machine.lanes[lane].width
    }
}
