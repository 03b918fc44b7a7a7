/// The calls around a body: its condition, its fallback and its teardown, each in a task.
extension Launch {
    func evaluateCondition(of index: Int) {
        let condition = state.withLock { $0.calls[index]?.condition }
        runInTask(on: pool, index, .condition) { [self] in
            let answer: Result<Bool, Failure>
            do {
                let context = OperationContext(running: self, index: index, call: .condition)
                answer = .success(try await condition?.evaluate(context) ?? true)
            } catch {
                let subject = "condition '\(condition?.description ?? "")'"
                answer = .failure(Failure(error).saying { "\(subject): \($0)" })
            }
            perform { machine, now in machine.conditionEnded(index, answer, at: now) }
        }
    }

    func findFallback(of index: Int) {
        let fallback = state.withLock { $0.calls[index]?.fallback }
        runInTask(on: pool, index, .fallback) { [self] in
            var output: AnyOutput?
            let found: Result<FallbackUse, Failure>
            do {
                let context = OperationContext(running: self, index: index, call: .fallback)
                let (value, use) =
                    try await fallback?.find(context) ?? (nil, FallbackUse(source: ""))
                output = value
                found = .success(use)
            } catch {
                found = .failure(Failure(error))
            }
            let value = output
            perform { machine, now in
                machine.fallbackEnded(index, found, at: now)
            } after: { state, counts in
                if counts { state.values[index] = value }
            }
        }
    }

    func tearDown(_ index: Int) {
        let (stop, isMain, output) = state.withLock { state in
            let isMain = state.machine.isOnMain(index)
            return (state.calls[index]?.teardown, isMain, state.value(of: index))
        }
        guard let stop else { return tornDown(index, nil) }
        // Owned by the launch's teardown, which waits for it, up to the grace.
        runInTask(on: isMain ? loop : pool, index, nil) { [self] in
            do {
                try await stop(output)
                tornDown(index, nil)
            } catch {
                tornDown(index, Failure(error))
            }
        }
    }

    private func tornDown(_ index: Int, _ failure: Failure?) {
        perform { machine, now in machine.tornDown(index, failure, at: now) }
    }

    /// Runs something for an operation in a task of its own, which is cancelled when the operation is;
    /// a teardown, of which `kind` is `nil`, is not.
    func runInTask(
        on executor: any TaskExecutor,
        _ index: Int,
        _ kind: CallKind?,
        _ call: @escaping @Sendable () async -> Void
    ) {
        let worker = Worker(nil)
        runInTask(on: executor, index, kind, worker, call)
    }

    /// The same, in the task of a worker that was made before.
    func runInTask(
        on executor: any TaskExecutor,
        _ index: Int,
        _ kind: CallKind?,
        _ worker: Worker,
        _ call: @escaping @Sendable () async -> Void
    ) {
        state.withLock { state in
            worker.operation = kind == nil ? nil : index
            // Cancelled since it was decided on, when it had no worker yet.
            if let kind { worker.isCancelled = state.machine.isCancelled(kind, of: index) }
            state.workers.add(worker)
        }
        guard let world else {
            return start(Workers.Request(worker: worker, call: call, executor: executor))
        }
        let task = world.start(index) { [self] in
            await call()
            state.withLock { $0.workers.remove(worker) }
        }
        own(task, worker)
    }
}
