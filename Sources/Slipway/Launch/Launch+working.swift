internal import Synchronization

/// The work of the workers of a launch: a worker takes a body, runs it, and then ends it and takes
/// the next in one visit to the machine.
extension Launch {
    /// Starts workers as they are asked for, until no body will start any more.
    ///
    /// Called by the task that runs the launch, so that bodies have its task-local values.
    func startWorkers() async {
        state.withLock { $0.workers.prepare($0.threadCount) }
        while true {
            await withUnsafeContinuation { starter in
                if !state.withLock({ $0.workers.wait(starter) }) { starter.resume() }
            }
            guard let requests = state.withLock({ $0.workers.takeRequests() }) else { return }
            for request in requests {
                let task = Task(executorPreference: executor(of: request)) { [self] in
                    await run(request)
                }
                own(task, request.worker)
            }
        }
    }

    /// Has a request started by the task that starts the workers, or, when that has ended, in a
    /// task of its own.
    func start(_ request: Workers.Request) {
        let (isOver, starter) = state.withLock { state in
            state.workers.isOver ? (true, nil) : (false, state.workers.ask(for: request))
        }
        starter?.resume()
        if isOver {
            let task = Task.detached(executorPreference: executor(of: request)) { [self] in
                await run(request)
            }
            own(task, request.worker)
        }
    }

    private nonisolated(nonsending) func run(_ request: Workers.Request) async {
        guard let call = request.call else {
            return await asTask(of: request.worker) { await work(request.worker) }
        }
        await asTask(of: request.worker) { await call() }
        state.withLock { $0.workers.remove(request.worker) }
    }

    private func executor(of request: Workers.Request) -> any TaskExecutor {
        request.worker.runner == .main ? loop : pool
    }

    /// Notes the task of a worker, so that it can be cancelled; cancels it now if the worker was
    /// cancelled meanwhile.
    func own(_ task: Task<Void, Never>, _ worker: Worker) {
        let isCancelled = state.withLock { _ in
            worker.task = task
            return worker.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    /// The number of bodies after which a worker of the main queue lets other jobs run there.
    private static let bodiesAtATime = 16

    private nonisolated(nonsending) func work(_ worker: Worker) async {
        var count = 0
        var next = take(worker)
        while true {
            switch next {
            case .run(let work):
                var ending = await run(work, worker)
                count += 1
                if worker.runner == .main, count % Self.bodiesAtATime == 0 { await Task.yield() }
                next = endAndTake(&ending, worker)
                while case .endAgain = next {
                    await settle(&ending)
                    next = endAndTake(&ending, worker)
                }
            // Nothing of a body that has ended is held while the worker waits.
            case .wait:
                await wait(worker)
                next = take(worker)
            case .endAgain, .leave: return
            }
        }
    }

    /// A body that is to run.
    struct Work: Sendable {
        let index: Int
        let calls: OperationCalls?
        let isBlocking: Bool
        /// The action whose attempt has to be stored before it begins; `nil` for everything else.
        let action: ActionID?
    }

    static func work(_ index: Int, _ state: inout sending State) -> Work {
        Work(
            index: index,
            calls: state.calls[index],
            isBlocking: state.machine.isBlocking(index),
            action: state.machine.isAction(index)
                ? state.machine.attemptToStore(of: index) : nil
        )
    }

    /// The end of a body.
    struct BodyEnd: Sendable {
        let index: Int
        /// The closures that were called; to be let go of without the lock.
        let calls: OperationCalls?
        var output: AnyOutput?
        var result = LaunchMachine.Result.succeeded
        /// The value came too late, and was undone.
        var isUndone = false
        /// The work that is due before the end is told again; `nil` for none.
        fileprivate var demand: Demand?
        /// Another attempt may follow if the body's time had passed; `nil` until the operation was
        /// asked.
        fileprivate var mayFollowTimeout: Bool?

        fileprivate enum Demand {
            case undo
            case judge(Failure)
        }

        init(index: Int, calls: OperationCalls?) {
            (self.index, self.calls) = (index, calls)
            mayFollowTimeout = calls?.retries == nil ? true : nil
        }
    }

    private enum Step: Sendable {
        case run(Work)
        case endAgain
        case wait
        case leave
    }

    /// Takes the next body.
    private func take(_ worker: Worker) -> Step {
        var step = Step.leave
        let follow = visit { state in step = Self.next(worker, &state) }.follow
        perform(follow)
        return step
    }

    /// Ends one body and takes the next, in one visit to the machine.
    private func endAndTake(_ ending: inout BodyEnd, _ worker: Worker) -> Step {
        // A signal that stops the launch may have ended what the body waited for, too.
        if case .failed = ending.result { readSignals() }
        var step = Step.endAgain
        let follow = visit(keeping: ending.calls) { state in
            if Self.end(&ending, &state) { step = Self.next(worker, &state) }
        }.follow
        perform(follow)
        return step
    }

    private static func next(_ worker: Worker, _ state: inout sending State) -> Step {
        state.workers.arrived(worker)
        worker.operation = nil
        guard !worker.isCancelled, !state.workers.isOver else {
            state.workers.remove(worker)
            return .leave
        }
        guard let index = state.machine.takeBody(worker.runner) else { return .wait }
        worker.operation = index
        return .run(work(index, &state))
    }

    /// Tells the machine what a body came to.
    ///
    /// - Returns: `false` when the end is to be settled first (``settle(_:)``), and told again.
    static func end(_ ending: inout BodyEnd, _ state: inout sending State) -> Bool {
        let index = ending.index
        let verdict = state.machine.ended(
            index,
            ending.result,
            isUndone: ending.isUndone,
            mayFollowTimeout: ending.mayFollowTimeout
        )
        switch verdict {
        case .counts: if let output = ending.output { state.values[index] = output }
        case .dropped: break
        case .undo: ending.demand = .undo
        case .judge(let failure): ending.demand = .judge(failure)
        }
        return ending.demand == nil
    }

    /// Undoes the value of a body that came too late, or asks whether the body may be tried again.
    nonisolated(nonsending) func settle(_ ending: inout BodyEnd) async {
        switch ending.demand {
        case .undo:
            let index = ending.index
            let stop = state.withLock { $0.calls[index]?.teardown }
            // The operation failed when its time passed: an error now changes nothing.
            try? await stop?(ending.output)
            ending.isUndone = true
        case .judge(let failure):
            ending.mayFollowTimeout = ending.calls?.retries?(failure) ?? true
        case nil: break
        }
        ending.demand = nil
    }

    private nonisolated(nonsending) func wait(_ worker: Worker) async {
        await withUnsafeContinuation { wake in
            let waits = state.withLock { state in
                let startable = state.machine.startable(worker.runner)
                return state.workers.park(worker, wake, startable: startable)
            }
            if !waits { wake.resume() }
        }
    }

    /// Runs a body once.
    @inline(__always)
    nonisolated(nonsending) func run(
        _ work: Work,
        _ worker: Worker? = nil
    ) async -> BodyEnd {
        let context = OperationContext(running: self, index: work.index, call: .body)
        var ending = BodyEnd(index: work.index, calls: work.calls)
        do {
            if let action = work.action, !(await mayBegin(action)) {
                throw CancellationError()
            }
            guard work.isBlocking, worker?.runner == .pool else {
                ending.output = try await work.calls?.body?(context)
                return ending
            }
            let thread = try OwnThread()
            defer { thread.end() }
            ending.output = try await withTaskExecutorPreference(thread) {
                try await work.calls?.body?(context)
            }
        } catch {
            ending.result = result(of: error, work.calls)
        }
        return ending
    }

    /// The meaning of an error; for retries the operation's own policy is asked.
    func result(of error: any Error, _ calls: OperationCalls?) -> LaunchMachine.Result {
        if error is CancellationError { return .cancelled(nil) }
        if let error = error as? Cancelled { return .cancelled(error) }
        return .failed(Failure(error), mayRetry: calls?.retries?(error) ?? true)
    }
}
