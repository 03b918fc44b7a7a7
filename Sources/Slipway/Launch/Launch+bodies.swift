internal import CSlipway
internal import Synchronization

/// How bodies run: on whose threads, one after another, and how the machine hears of it.
extension Launch {
    /// What a body came to; three words, since most of them last no longer than it takes to pass
    /// this on.
    struct Ending: Sendable {
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

    var poolWork: PoolWork {
        state.withLock { state in
            PoolWork(startable: state.machine.startable(.pool), steps: state.turns.steps)
        }
    }

    // MARK: The pool

    /// Runs bodies on the calling thread of the pool until there are none; those that are `async`
    /// in a task, which is left behind when it suspends.
    ///
    /// - Returns: `false` when there was none.
    func runPoolTurn() -> Bool {
        var pace = Pace(id: Int(slipway_thread_id()), at: .now)
        guard var node = next(after: nil, &pace) else { return false }
        while true {
            let (body, kind) = body(of: node)
            switch kind {
            case .synchronous, .groupEntry, .groupExit:
                let ending = run(body, of: node)
                guard let following = next(after: ending, &pace) else { return true }
                node = following
            case .blocking:
                Thread("slipway-block") { [self, node] in runAlone(body, of: node) }
                guard let following = next(after: nil, &pace) else { return true }
                node = following
            case .asynchronous:
                startWorker(with: node)
                return true
            }
        }
    }

    /// Ends one body and takes the next, in one visit to the machine.
    private func next(
        after ending: Ending?,
        _ pace: inout Pace,
        for worker: Worker? = nil
    ) -> Int? {
        var isSpare = false
        let (next, chores, isMore) = state.withLock { state in
            let now = Instant.now
            pace.note(now)
            if let ending { Self.end(ending, &state, at: now) }
            var next: Int?
            // Others come to the rest sooner than they could be told to.
            isSpare = ending != nil && state.turns.isSpare(pace, at: now)
            if !isSpare, worker.map({ !$0.isCancelled }) ?? true {
                next = state.machine.takeNext(.pool, releasing: ending?.node ?? -1, at: now)
                if next == nil { state.turns.left(pace) }
            }
            if let worker {
                worker.node = next ?? -1
                if next == nil { state.workers.remove(worker) }
            }
            let isMore = state.machine.startable(.pool) > 0
            return (next, Self.takeChores(&state), isMore)
        }
        if let chores { perform(chores.chores) }
        if isMore { if pace.isShort { pool.watch() } else { pool.signal() } }
        if isSpare { slipway_set_spare() }
        return next
    }

    private static func end(_ ending: Ending, _ state: inout sending State, at now: Instant) {
        if let failed = ending.failed {
            state.machine.ended(ending.node, failed.result, at: now)
        } else if state.machine.succeeded(ending.node, at: now), let output = ending.output {
            state.outputs[ending.node] = output
        }
    }

    private func run(_ body: Unmanaged<Body>?, of node: Int) -> Ending {
        var ending = Ending(node: node)
        do {
            let context = OperationContext(launch: self, node: node)
            ending.output = try body?._withUnsafeGuaranteedRef { try $0.run(context) }
        } catch {
            ending.failed = Ending.Failed(result(of: error, node))
        }
        return ending
    }

    private func runAlone(_ body: Unmanaged<Body>?, of node: Int) {
        end(run(body, of: node))
    }

    /// Ends a body, and takes no other one.
    private func end(_ ending: Ending) {
        perform { machine, now in
            machine.ended(ending.node, ending.failed?.result ?? .succeeded, at: now)
        } after: { state, counts in
            if counts, let output = ending.output { state.outputs[ending.node] = output }
        }
    }

    // MARK: Workers

    /// From how many operations on their bodies go on, once they were suspended, on the threads that
    /// all Swift code shares, instead of on the pool's.
    ///
    /// To go on on the pool's spares a launch the start of libdispatch, some 300 µs; but a task that
    /// prefers them looks its preference up, under a lock, at every call: 0.2 µs for each body.
    private static let many = 1500

    private var prefersPool: Bool { graph.nodeCount < Self.many }

    private func startWorker(with node: Int) {
        let worker = Worker()
        state.withLock { state in
            worker.node = node
            // Cancelled since it was taken, when it had no worker yet.
            worker.isCancelled = state.machine.isCancelled(node)
            state.workers.add(worker)
        }
        if prefersPool {
            // The job that this makes is the next that this thread looks for.
            slipway_set_looks_for_jobs(true)
            let task = Task.detached(executorPreference: pool) { [self] in
                await work(worker, startingWith: node)
            }
            slipway_set_looks_for_jobs(false)
            own(task, worker)
        } else {
            own(
                Task.immediateDetached { [self] in await work(worker, startingWith: node) },
                worker
            )
        }
    }

    /// Keeps the task of a worker, so that it can be cancelled, unless it has ended meanwhile.
    private func own(_ task: Task<Void, Never>, _ worker: Worker) {
        let isCancelled = state.withLock { _ in
            worker.task = task
            return worker.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    private nonisolated(nonsending) func work(_ worker: Worker, startingWith first: Int) async {
        var pace = Pace(id: worker.id, at: .now)
        var node = first
        while true {
            let (body, kind) = body(of: node)
            var ending = Ending(node: node)
            switch kind {
            case .synchronous, .groupEntry, .groupExit:
                ending = run(body, of: node)
            case .blocking:
                Thread("slipway-block") { [self, node] in runAlone(body, of: node) }
                guard let following = next(after: nil, &pace, for: worker) else { return }
                node = following
                continue
            case .asynchronous:
                do {
                    let context = OperationContext(launch: self, node: node)
                    ending.output = try await body?.takeUnretainedValue().runAsynchronously(context)
                } catch {
                    ending.failed = Ending.Failed(result(of: error, node))
                }
            }
            // After a suspension it may be on a thread that all Swift code shares: not the place to
            // run what may take long.
            guard slipway_is_pool_thread(), prefersPool || !pool.hasJobs else {
                return end(ending, worker)
            }
            guard let following = next(after: ending, &pace, for: worker) else { return }
            node = following
            // Those that were suspended come first: they were started first. Without a preference
            // for the pool, a task that yields would leave it.
            if prefersPool, pool.hasJobs { await Task.yield() }
        }
    }

    private func end(_ ending: Ending, _ worker: Worker) {
        state.withLock { $0.workers.remove(worker) }
        end(ending)
    }

    // MARK: The main queue

    /// Runs bodies of the main queue on the calling thread, the main loop's, one after another.
    ///
    /// - Returns: Whether there may be another.
    func runMainTurn() -> Bool {
        var ending: Ending?
        for _ in 0..<Self.mainTurn {
            guard let node = nextOnMain(after: ending) else { return false }
            // This may take long.
            pool.endLookout()
            let (body, kind) = body(of: node)
            if kind == .asynchronous {
                ending = nil
                runHere(node, on: loop)
            } else {
                ending = run(body, of: node)
            }
        }
        if let ending { end(ending) }
        return hasMainWork
    }

    /// After how many bodies whatever else is posted to the main queue's thread gets its turn.
    private static let mainTurn = 16

    /// Ends one body of the main queue and takes the next, in one visit to the machine.
    private func nextOnMain(after ending: Ending?) -> Int? {
        let (node, rest) = state.withLock { state in
            let now = Instant.now
            if let ending { Self.end(ending, &state, at: now) }
            state.mainIsCalled = false
            let freedBy = Int(state.machine.lanes[0].freedBy)
            let node = state.machine.takeNext(.main, releasing: freedBy, at: now)
            let chores = Self.takeChores(&state)
            return (node, Rest(chores: chores, startable: state.machine.startable(.pool)))
        }
        finish(rest)
        return node
    }

    /// Runs a body that was taken on the calling thread; an `async` one in a task on `executor`.
    func runHere(_ node: Int, on executor: any TaskExecutor) {
        let (body, kind) = body(of: node)
        switch kind {
        case .synchronous, .blocking, .groupEntry, .groupExit:
            end(run(body, of: node))
        case .asynchronous:
            runInTask(on: executor, node) { [self] in
                var ending = Ending(node: node)
                do {
                    let context = OperationContext(launch: self, node: node)
                    ending.output = try await body?.takeUnretainedValue().runAsynchronously(context)
                } catch {
                    ending.failed = Ending.Failed(result(of: error, node))
                }
                end(ending)
            }
        }
    }

    private var hasMainWork: Bool { state.withLock { $0.machine.startable(.main) > 0 } }

    // MARK: Conditions, fallbacks, teardown

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
                if counts, let value { state.outputs[node] = value }
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
    private func runInTask(
        on executor: any TaskExecutor,
        _ node: Int,
        isCancelled: Bool = true,
        _ call: @escaping @Sendable () async -> Void
    ) {
        let worker = Worker()
        state.withLock { state in
            worker.node = isCancelled ? node : -1
            // Cancelled since it was decided on, when it had no worker yet.
            worker.isCancelled = isCancelled && state.machine.isCancelled(node)
            state.workers.add(worker)
        }
        let work = { @Sendable [self] in
            await call()
            state.withLock { $0.workers.remove(worker) }
        }
        let task =
            world.map { $0.start(node, work) }
            ?? Task.detached(executorPreference: executor, operation: work)
        own(task, worker)
    }

    // MARK: What bodies see

    /// A node's body, which the plan, or the machine's topology, keeps for as long as there is the
    /// launch: to be called without being retained, which would cost more than many bodies do.
    @inline(__always)
    private func body(of node: Int) -> (Unmanaged<Body>?, BodyKind) {
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
    private func result(of error: any Error, _ node: Int) -> LaunchMachine.Result {
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
