internal import Synchronization

/// How a body is found and run, and how the machine hears of its end.
extension Launch {
    /// What a body came to; three words that are never copied, since most bodies last no longer than
    /// it takes to pass this on.
    struct Ending: ~Copyable, Sendable {
        let node: Int
        var output: AnyOutput?
        /// `nil` when it succeeded.
        var failed: Failed?

        final class Failed: Sendable {
            let result: LaunchMachine.Result

            init(_ result: LaunchMachine.Result) {
                self.result = result
            }
        }
    }

    /// Tells the machine what a body came to, if there was one.
    ///
    /// - Returns: Its node; -1 for none.
    @discardableResult
    static func end(
        _ ending: borrowing Ending?,
        _ state: inout sending State,
        at now: Instant
    ) -> Int {
        switch ending {
        case .none: return -1
        case .some(let ending):
            if let failed = ending.failed {
                state.machine.ended(ending.node, failed.result, at: now)
            } else if state.machine.succeeded(ending.node, at: now), let output = ending.output {
                state.outputs.keep(output, of: ending.node)
            }
            return ending.node
        }
    }

    func run(_ body: Unmanaged<Body>?, of node: Int) -> Ending {
        var ending = Ending(node: node)
        do {
            // Made in place: a variable of its own would retain the launch for every body.
            ending.output = try body?._withUnsafeGuaranteedRef {
                try $0.run(OperationContext(launch: self, node: node))
            }
        } catch {
            ending.failed = Ending.Failed(result(of: error, node))
        }
        return ending
    }

    /// Runs a body that may block on a thread of its own; when there is none to be had, the
    /// operation fails.
    func runAlone(_ body: Unmanaged<Body>?, of node: Int) {
        let refusal = IdleThread.run("slipway-block") { [self] in
            end(run(body, of: node))
        }
        guard let refusal else { return }
        end(Ending(node: node, failed: Ending.Failed(result(of: NoThread(refusal), node))))
    }

    /// A body that may block found no thread.
    private struct NoThread: Error, CustomStringConvertible {
        let description: String

        init(_ refusal: IdleThread.Refusal) {
            description = "cannot start a thread for a blocking body: \(refusal)"
        }
    }

    /// Ends a body, and takes no other one.
    func end(_ ending: borrowing Ending) {
        perform { machine, now in
            machine.ended(ending.node, ending.failed?.result ?? .succeeded, at: now)
        } after: { state, counts in
            if counts, let output = ending.output { state.outputs.keep(output, of: ending.node) }
        }
    }

    /// A node's body, which the plan, or the machine's topology, keeps for as long as there is the
    /// launch: to be called without being retained, which would cost more than many bodies do.
    @inline(__always)
    func body(of node: Int) -> (Unmanaged<Body>?, BodyKind) {
        if node < graph.operationCount {
            return graph.plan.declarations.withUnsafeBufferPointer { declarations in
                let kind = declarations[node].kind
                return (declarations[node].body.map(Unmanaged.passUnretained), kind)
            }
        }
        return lateBody(of: node)
    }

    /// The body of a kind of launch action, or of an operation that was added.
    private func lateBody(of node: Int) -> (Unmanaged<Body>?, BodyKind) {
        if node < graph.nodeCount {
            let action = graph.plan.actionDeclarations[node - graph.operationCount]
            return (.passUnretained(action.handler), action.kind)
        }
        let declaration = state.withLock { $0.machine.topology.declaration(of: node) }
        return (declaration.body.map(Unmanaged.passUnretained), declaration.kind)
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
