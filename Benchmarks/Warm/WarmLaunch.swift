internal import Engines
internal import Slipway

/// Plans for repeated launches.
enum WarmLaunch {
    /// The kind of body.
    enum Bodies: String, CaseIterable {
        case sync, async
    }

    /// Declares empty operations.
    static func declare(_ shape: Shape, _ bodies: Bodies) -> Plan {
        var plan = Plan("warm")
        var handles: [Handle<Void>] = []
        for node in 0..<shape.count {
            let requires = shape.dependencies(of: node).map { handles[Int($0)] as any Dependency }
            let name = shape.names[node]
            let handle =
                switch bodies {
                case .sync: plan.add(name, requires: requires) { _ in }
                case .async: plan.add(name, requires: requires) { (_: OperationContext) async in }
                }
            handles.append(handle)
        }
        return plan
    }
}
