/// What stands around a body: its condition, its fallback and its teardown, each in a task.
extension Launch {
    func evaluateCondition(of node: Int) {
        let condition = state.withLock { $0.machine.topology.policies(of: node)?.condition }
        runInTask(on: pool, node) { [self] in
            let answer: Result<Bool, Failure>
            do {
                let context = OperationContext(launch: self, node: node)
                answer = .success(try await condition?.evaluate(context) ?? true)
            } catch {
                let words = "condition '\(condition?.description ?? "")': \(error)"
                answer = .failure(Failure(.error, words))
            }
            perform { machine, now in machine.conditionEnded(node, answer, at: now) }
        }
    }

    func findFallback(of node: Int) {
        let fallback = state.withLock { $0.machine.topology.policies(of: node)?.fallback }
        runInTask(on: pool, node) { [self] in
            var output: AnyOutput?
            let found: Result<FallbackUse, Failure>
            do {
                let context = OperationContext(launch: self, node: node)
                let (value, use) =
                    try await fallback?.find(context) ?? (nil, FallbackUse(source: ""))
                output = value
                found = .success(use)
            } catch {
                found = .failure(Failure(.error, "\(error)"))
            }
            let value = output
            perform { machine, now in
                machine.fallbackEnded(node, found, at: now)
            } after: { state, counts in
                if counts, let value { state.outputs.keep(value, of: node) }
            }
        }
    }

    func tearDown(_ node: Int) {
        let (stop, isMain) = state.withLock { state in
            let topology = state.machine.topology
            return (topology.policies(of: node)?.stop, topology.laneNumber(of: node) == 0)
        }
        guard let stop else { return tornDown(node, nil) }
        let output = output(of: node)
        let executor: any TaskExecutor = isMain ? loop : pool
        // Owned by the launch's teardown, which waits for it, up to the grace.
        runInTask(on: executor, node, isCancelled: false) { [self] in
            do {
                try await stop(output, OperationContext(launch: self, node: node))
                tornDown(node, nil)
            } catch {
                tornDown(node, Failure(.error, "\(error)"))
            }
        }
    }

    private func tornDown(_ node: Int, _ failure: Failure?) {
        perform { machine, now in machine.tornDown(node, failure, at: now) }
    }

    /// Runs something for a node in a task of its own, which, unless it is not to be, is cancelled
    /// when the node is.
    func runInTask(
        on executor: any TaskExecutor,
        _ node: Int,
        isCancelled: Bool = true,
        _ call: @escaping @Sendable () async -> Void
    ) {
        let worker = Worker(nil)
        state.withLock { state in
            worker.node = isCancelled ? node : -1
            // Cancelled since it was decided on, when it had no worker yet.
            worker.isCancelled = isCancelled && state.machine.isCancelled(node)
            state.workers.add(worker)
        }
        guard let world else {
            return start(Workers.Request(worker: worker, call: call, executor: executor))
        }
        let task = world.start(node) { [self] in
            await call()
            state.withLock { $0.workers.remove(worker) }
        }
        own(task, worker)
    }
}
