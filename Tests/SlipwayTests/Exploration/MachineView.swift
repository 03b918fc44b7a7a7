@testable import Slipway

/// A launch in virtual time as the check of an addition sees it.
final class MachineView: ExistingOperations {
    let driver: MachineDriver
    /// The group that is added to, -1 for none.
    let group: Int

    init(driver: MachineDriver, group: Int) {
        self.driver = driver
        self.group = group
    }

    private var topology: Topology { driver.machine.topology }

    func node(named name: String) -> Int? { topology.node(named: name) }
    func node(of operation: OperationID) -> Int? { topology.node(of: operation) }
    func name(of node: Int) -> String { topology.name(of: node) }
    func origin(of node: Int) -> Origin { topology.origin(of: node) }

    func isOptional(_ node: Int) -> Bool {
        guard driver.machine.nodes[node].state != .ended else { return false }
        var node = node
        while true {
            let declaration = topology.declaration(of: node)
            if declaration.isOptional, topology.policies(of: node)?.fallback == nil { return true }
            let around = Int(declaration.group)
            guard around >= 0, around != group else { return false }
            node = topology.groups[around].exit
        }
    }

    func stage(of node: Int) -> Stage {
        let isLate = driver.machine.nodes[node].flags.contains(.background)
        return isLate && driver.machine.stage != .ready ? .background : .launch
    }

    func pendingDependencies(of node: Int) -> [Int] {
        guard driver.machine.nodes[node].state != .ended else { return [] }
        return topology.dependencies(of: node).map(\.node)
    }

    func pendingLocks(of node: Int) -> [Int32] {
        guard driver.machine.nodes[node].state != .ended,
            !driver.machine.detail(of: node).holdsLocks
        else { return [] }
        return topology.lockNumbers(of: node)
    }

    var names: [String] { topology.operations.map { topology.name(of: $0) } }
    var lanes: [Graph.Lane] { topology.lanes }
    var locks: [Lock] { topology.locks }
    var lockSteps: [LockStep] { topology.lockSteps }

    var heldAround: [(lock: Int32, group: String)] {
        var held: [(lock: Int32, group: String)] = []
        var group = group
        while group >= 0 {
            let declaration = topology.groups[group]
            held += topology.lockNumbers(of: declaration.entry).map { ($0, declaration.name) }
            group = Int(declaration.parent)
        }
        return held
    }
}
