/// The calls around a body: its condition, its fallback and its teardown, each in a task.
extension Launch {
    func evaluateCondition(of index: Int) {
        let condition = state.withLock { $0.calls[index]?.condition }
        runInTask(on: .pool, index, .condition) { [self] in
            let answer: Result<Bool, Failure>
            do {
                let context = OperationContext(running: self, index: index, call: .condition)
                answer = .success(try await condition?.evaluate(context) ?? true)
            } catch {
                let subject = "condition '\(condition?.description ?? "")'"
                answer = .failure(Failure(error).saying { "\(subject): \($0)" })
            }
            perform { $0.conditionEnded(index, answer) }
        }
    }

    func findFallback(of index: Int) {
        let (fallback, error) = state.withLock { state in
            (state.calls[index]?.fallback, state.machine.errorBeforeFallback(of: index))
        }
        runInTask(on: .pool, index, .fallback) { [self] in
            var output: AnyOutput?
            let found: Result<FallbackUse?, Failure>
            var decline: String?
            do {
                let context = OperationContext(running: self, index: index, call: .fallback)
                let value = try await fallback?.find(error, context)
                output = value?.0
                found = .success(value?.1)
            } catch let error as FallbackDeclined {
                found = .success(nil)
                decline = error.reason
            } catch {
                found = .failure(Failure(error))
            }
            let (value, words) = (output, decline)
            perform { machine in
                machine.fallbackEnded(index, found, declining: words)
            } after: { state, counts in
                if counts { state.values[index] = value }
            }
        }
    }

    /// Asks the policy of a group whether it may be tried again after these errors.
    func judge(_ failure: Failure, of index: Int) {
        let retries = state.withLock { $0.calls[index]?.retries }
        runInTask(on: .pool, index, nil) { [self] in
            let mayRetry = retries.map { failure.errors.allSatisfy($0) } ?? true
            perform { $0.judged(index, mayRetry: mayRetry) }
        }
    }

    func tearDown(_ index: Int) {
        let (stop, isMain, output) = state.withLock { state in
            let isMain = state.machine.isOnMain(index)
            return (state.calls[index]?.teardown, isMain, state.value(of: index))
        }
        guard let stop else { return tornDown(index, nil) }
        // Owned by the launch's teardown, which waits for it, up to the grace.
        runInTask(on: isMain ? .main : .pool, index, nil) { [self] in
            do {
                try await stop(output)
                tornDown(index, nil)
            } catch {
                tornDown(index, Failure(error))
            }
        }
    }

    /// Lets go of all closures of the launch's author, once the launch has ended; a body that was
    /// left behind keeps its closures alive until it returns.
    func letGoOfCalls() {
        let dropped = state.withLock { state in
            var dropped: [OperationCalls] = []
            for index in state.calls.indices where !state.machine.isLeftBehind(index) {
                if let calls = state.calls[index].take() { dropped.append(calls) }
            }
            return dropped
        }
        // Without the lock: what ends with them may call the launch.
        _ = consume dropped
    }

    private func tornDown(_ index: Int, _ failure: Failure?) {
        perform { $0.tornDown(index, failure) }
    }

    /// Runs `call` for an operation in a task of its own.
    ///
    /// The task is cancelled with the operation, unless `kind` is `nil`, as for a teardown.
    func runInTask(
        on runner: LaunchMachine.Runner,
        _ index: Int,
        _ kind: CallKind?,
        _ call: @escaping @Sendable () async -> Void
    ) {
        runInTask(Worker(runner), index, kind, call)
    }

    /// Runs `call` for an operation in the task of a worker that was made before.
    func runInTask(
        _ worker: Worker,
        _ index: Int,
        _ kind: CallKind?,
        _ call: @escaping @Sendable () async -> Void
    ) {
        state.withLock { state in
            if let kind {
                worker.operation = index
                // The operation may have been cancelled before the call had this worker.
                worker.isCancelled = state.machine.isCancelled(kind, of: index)
            }
            state.workers.add(worker)
        }
        guard let world else {
            return start(Workers.Request(worker: worker, call: call))
        }
        let task = world.start(index) { [self] in
            await asTask(of: worker) { await call() }
            state.withLock { $0.workers.remove(worker) }
        }
        own(task, worker)
    }
}
