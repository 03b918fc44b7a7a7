internal import Synchronization

extension Launch {
    /// Adds operations to the launch while it runs, or before.
    ///
    /// ```swift
    /// try launch.add { plan in
    ///     plan.add("warm-cache", requires: [user]) { _ in await cache.warm() }
    /// }
    /// ```
    ///
    /// They are checked as a graph is: nothing is added if anything is wrong. They can depend on
    /// each other and on whatever the launch has, also on what has ended. Until the launch is ready
    /// they gate readiness; later they are of the background stage.
    ///
    /// - Parameters:
    ///   - group: The name of a group that has not ended and that they are to be part of; `nil` for
    ///     none.
    ///   - declare: Declares them; the queues are those of the launch.
    /// - Returns: What `declare` returns: handles, for example, for further additions.
    /// - Throws: ``AddingRefusal``, and what `declare` throws.
    @discardableResult
    public func add<Declared>(
        toGroup group: String? = nil,
        _ declare: (inout Plan) throws -> Declared
    ) throws -> Declared {
        guard let group else { return try add(toGroup: -1, declare) }
        let number = state.withLock { state in
            state.machine.topology.node(named: group).flatMap { state.machine.topology.groupAt[$0] }
        }
        guard let number else { throw AddingRefusal.unknownGroup(group) }
        return try add(toGroup: number, declare)
    }

    func add<Declared>(
        toGroup group: Int,
        _ declare: (inout Plan) throws -> Declared
    ) throws -> Declared {
        var plan = Plan(graph.plan.name)
        let declared = try declare(&plan)
        try add(plan, toGroup: group)
        return declared
    }

    private func add(_ plan: Plan, toGroup group: Int) throws(AddingRefusal) {
        // What was checked must still hold when it is taken in.
        let (refusal, effects) = additions.withLock { _ -> (AddingRefusal?, Effects?) in
            let addition: Graph
            do throws(GraphFaults) {
                addition = try Graph(plan, addingTo: LaunchView(launch: self, group: group))
            } catch {
                return (.faults(error), nil)
            }
            return take(addition, toGroup: group)
        }
        if let effects { perform(effects) }
        if let refusal { throw refusal }
    }

    private func take(_ addition: Graph, toGroup group: Int) -> (AddingRefusal?, Effects?) {
        ask { machine, now -> AddingRefusal? in
            do throws(AddingRefusal) {
                try machine.add(addition, toGroup: group, at: now)
                return nil
            } catch {
                return error
            }
        }
    }
}

extension OperationContext {
    /// Adds operations to the launch while this one runs; to the group that this one is in, if it
    /// is in one, which then ends only after them.
    ///
    /// - Returns: What `declare` returns.
    /// - Throws: ``AddingRefusal``, and what `declare` throws.
    @discardableResult
    public func add<Declared>(_ declare: (inout Plan) throws -> Declared) throws -> Declared {
        try launch.add(toGroup: launch.group(of: node), declare)
    }
}

/// A running launch as the check of an addition sees it.
final class LaunchView: ExistingOperations {
    let launch: Launch
    /// The group that is added to, -1 for none.
    let group: Int

    init(launch: Launch, group: Int) {
        self.launch = launch
        self.group = group
    }

    private func ask<Answer: Sendable>(_ question: (borrowing LaunchMachine) -> Answer) -> Answer {
        launch.state.withLock { question($0.machine) }
    }

    func node(named name: String) -> Int? { launch.node(named: name) }
    func node(of operation: OperationID) -> Int? { launch.node(of: operation) }
    func name(of node: Int) -> String { launch.name(of: node) }
    func origin(of node: Int) -> Origin { ask { $0.topology.origin(of: node) } }
    func isOptional(_ node: Int) -> Bool { ask { $0.mayEndWithoutValue(node, inside: group) } }

    func stage(of node: Int) -> Stage {
        ask { machine in
            let isLate = machine.nodes[node].flags.contains(.background)
            return isLate && machine.stage != .ready ? .background : .launch
        }
    }

    func pendingDependencies(of node: Int) -> [Int] {
        ask { machine in
            guard machine.nodes[node].state != .ended else { return [] }
            return machine.topology.dependencies(of: node).map(\.node)
        }
    }

    func pendingLocks(of node: Int) -> [Int32] {
        ask { machine in
            guard machine.nodes[node].state != .ended, !machine.detail(of: node).holdsLocks else {
                return []
            }
            return machine.topology.lockNumbers(of: node)
        }
    }

    var names: [String] {
        ask { machine in machine.topology.operations.map { machine.topology.name(of: $0) } }
    }

    var lanes: [Graph.Lane] { launch.graph.lanes }
    var locks: [Lock] { ask { $0.topology.locks } }
    var lockSteps: [LockStep] { ask { $0.topology.lockSteps } }

    var endsAround: [Int] {
        ask { machine in
            var ends: [Int] = []
            var group = group
            while group >= 0 {
                ends.append(machine.groups[group].declaration.exit)
                group = Int(machine.groups[group].declaration.parent)
            }
            return ends
        }
    }

    var heldAround: [(lock: Int32, group: String)] {
        ask { machine in
            var held: [(lock: Int32, group: String)] = []
            var group = group
            while group >= 0 {
                let declaration = machine.groups[group].declaration
                held += machine.topology.lockNumbers(of: declaration.entry).map {
                    ($0, declaration.name)
                }
                group = Int(declaration.parent)
            }
            return held
        }
    }
}

extension LaunchMachine {
    /// Whether an operation may end without a value while whoever is in a group goes on.
    fileprivate func mayEndWithoutValue(_ node: Int, inside group: Int) -> Bool {
        guard nodes[node].state != .ended else { return false }
        var node = node
        while true {
            let declaration = topology.declaration(of: node)
            if declaration.isOptional, topology.policies(of: node)?.fallback == nil { return true }
            let around = Int(declaration.group)
            guard around >= 0, around != group else { return false }
            node = groups[around].declaration.exit
        }
    }
}
