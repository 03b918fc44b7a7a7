internal import Synchronization

/// What the workers of a launch do: take a body, run it, and end it and take the next in one visit to
/// the machine.
extension Launch {
    /// Starts workers as they are asked for, until no body will start any more.
    ///
    /// Called by the task that runs the launch, so that bodies have its task-local values.
    func startWorkers() async {
        while true {
            await withUnsafeContinuation { starter in
                if !state.withLock({ $0.workers.wait(starter) }) { starter.resume() }
            }
            guard let requests = state.withLock({ $0.workers.takeRequests() }) else { return }
            for request in requests {
                let task = Task(executorPreference: request.executor) { [self] in
                    await run(request)
                }
                own(task, request.worker)
            }
        }
    }

    /// Has something started by the task that starts the workers, or, when there is none any more, in
    /// a task of its own.
    func start(_ request: Workers.Request) {
        let woken = state.withLock { state in
            state.workers.isOver ? nil : state.workers.ask(for: request)
        }
        if let woken {
            for continuation in woken { continuation.resume() }
        } else {
            let task = Task.detached(executorPreference: request.executor) { [self] in
                await run(request)
            }
            own(task, request.worker)
        }
    }

    private func run(_ request: Workers.Request) async {
        guard let call = request.call else { return await work(request.worker) }
        await call()
        state.withLock { $0.workers.remove(request.worker) }
    }

    /// Keeps the task of a worker, so that it can be cancelled, unless it was meanwhile.
    func own(_ task: Task<Void, Never>, _ worker: Worker) {
        let isCancelled = state.withLock { _ in
            worker.task = task
            return worker.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    /// After how many bodies a worker of the main queue lets what else is posted there have its turn.
    private static let mainTurn = 16

    private func work(_ worker: Worker) async {
        var ending: Ending?
        var count = 0
        while let node = await next(after: ending, worker) {
            ending = await run(node, worker)
            count += 1
            if worker.runner == .main, count % Self.mainTurn == 0 { await Task.yield() }
        }
    }

    private enum Step: Sendable {
        case run(Int)
        case wait
        case leave
    }

    /// Ends one body and takes the next; waits until there is one.
    ///
    /// - Returns: `nil` when the worker is to end.
    private func next(after ending: Ending?, _ worker: Worker) async -> Int? {
        var ending = ending
        while true {
            let (step, effects) = state.withLock { state -> (Step, Effects) in
                let now = Instant.now
                let step = Self.step(ending, worker, &state, at: now)
                return (step, takeEffects(&state))
            }
            perform(effects)
            ending = nil
            switch step {
            case .run(let node): return node
            case .leave: return nil
            case .wait: await wait(worker)
            }
        }
    }

    private static func step(
        _ ending: Ending?,
        _ worker: Worker,
        _ state: inout sending State,
        at now: Instant
    ) -> Step {
        state.workers.arrived(worker)
        if let ending { end(ending, &state, at: now) }
        worker.node = -1
        guard let runner = worker.runner, !worker.isCancelled, !state.workers.isOver else {
            state.workers.remove(worker)
            return .leave
        }
        let freedBy =
            runner == .main ? Int(state.machine.lanes[0].freedBy) : ending?.node ?? -1
        guard let node = state.machine.takeNext(runner, releasing: freedBy, at: now) else {
            return .wait
        }
        worker.node = node
        return .run(node)
    }

    private func wait(_ worker: Worker) async {
        await withUnsafeContinuation { wake in
            let waits = state.withLock { state in
                guard let runner = worker.runner else { return false }
                let startable = state.machine.startable(runner)
                return state.workers.park(worker, wake, startable: startable)
            }
            if !waits { wake.resume() }
        }
    }

    private func run(_ node: Int, _ worker: Worker) async -> Ending {
        let (body, kind) = body(of: node)
        let context = OperationContext(launch: self, node: node)
        do {
            switch kind {
            case .asynchronous:
                return Ending(node: node, output: try await body?.asynchronous?(context))
            case .blocking where worker.runner == .pool:
                let thread = try OwnThread()
                defer { thread.end() }
                return try await withTaskExecutorPreference(thread) {
                    Ending(node: node, output: try body?.run(context))
                }
            case .synchronous, .blocking, .groupEntry, .groupExit:
                return Ending(node: node, output: try body?.run(context))
            }
        } catch {
            return Ending(node: node, failed: result(of: error, node))
        }
    }
}
