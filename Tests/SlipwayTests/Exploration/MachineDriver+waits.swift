@testable import Slipway

/// Bodies that wait for something of their own launch.
extension MachineDriver {
    /// A running body begins to wait for the end of an operation, or, with `nil`, for the launch to be ready.
    func beginWait(of node: Int, for target: Int?) {
        guard running.contains(node), waits[node] == nil else { return }
        trace?("wait of \(node) for \(target ?? -1)")
        let awaited = target.map { target in
            BodyWait.Target.operation(
                OperationID(
                    number: machine.topology.operations[target].declaration.number,
                    index: target
                )
            )
        }
        waits[node] = machine.beginWait(of: node, for: awaited ?? .ready, isOfBody: true)
        perform()
    }

    /// Its wait is over, if it waits: what it waited for is there, or it gives up.
    func endWait(of node: Int) {
        guard let number = waits.removeValue(forKey: node) else { return }
        machine.endWait(number)
        perform()
    }
}
