internal import Synchronization

/// How a body is found and run, and how the machine hears of its end.
extension Launch {
    /// What a body came to.
    struct Ending: Sendable {
        let node: Int
        var output: AnyOutput?
        /// Why it did not succeed; `nil` when it did.
        var failed: LaunchMachine.Result?
    }

    /// Tells the machine what a body came to.
    static func end(_ ending: Ending, _ state: inout sending State, at now: Instant) {
        let counts = state.machine.ended(ending.node, ending.failed ?? .succeeded, at: now)
        if counts, let output = ending.output { state.outputs.keep(output, of: ending.node) }
    }

    /// Ends a body, and takes no other one.
    func end(_ ending: Ending) {
        perform { machine, now in
            machine.ended(ending.node, ending.failed ?? .succeeded, at: now)
        } after: { state, counts in
            if counts, let output = ending.output { state.outputs.keep(output, of: ending.node) }
        }
    }

    /// A node's body, and how it uses its thread.
    func body(of node: Int) -> (Body?, BodyKind) {
        if node < graph.operationCount {
            let declaration = graph.plan.declarations[node]
            return (declaration.body, declaration.kind)
        }
        if node < graph.nodeCount {
            let action = graph.plan.actionDeclarations[node - graph.operationCount]
            return (action.handler, action.kind)
        }
        let declaration = state.withLock { $0.machine.topology.declaration(of: node) }
        return (declaration.body, declaration.kind)
    }

    /// What an error means: for retries the operation's own policy is asked, without the lock.
    func result(of error: any Error, _ node: Int) -> LaunchMachine.Result {
        if error is CancellationError { return .cancelled(nil) }
        if let error = error as? Cancelled { return .cancelled(error.description) }
        let retry = state.withLock { $0.machine.topology.policies(of: node)?.retry }
        return .failed("\(error)", mayRetry: retry?.retries?(error) ?? true)
    }

    /// The value of an operation; of a group, that of the child it takes its value from.
    func output(of node: Int) -> AnyOutput? {
        state.withLock { state in
            var node = node
            while let group = state.machine.topology.groupAt[node] {
                let declaration = state.machine.topology.groups[group]
                guard declaration.exit == node, declaration.result >= 0 else { break }
                node = Int(declaration.result)
            }
            return state.outputs[node]
        }
    }

    func isCancelled(_ node: Int) -> Bool {
        guard cancellations.load(ordering: .acquiring) > 0 else { return false }
        return state.withLock { $0.machine.isCancelled(node) }
    }
}
