internal import CSlipway
internal import Synchronization

/// The pool's threads: they run bodies one after another, and those that are `async` in workers.
extension Launch {
    var poolWork: PoolWork {
        guard hasBegun.load(ordering: .acquiring) else { return PoolWork() }
        return state.withLock { state in
            PoolWork(startable: state.machine.startable(.pool), steps: state.turns.steps)
        }
    }

    /// Runs bodies on the calling thread of the pool until there are none; those that are `async`
    /// in a task, which is left behind when it suspends.
    ///
    /// - Returns: Whether there may be more, because of such a task; `false` when none was left.
    func runPoolTurn() -> Bool {
        guard hasBegun.load(ordering: .acquiring) else { return false }
        var pace = Pace(at: .now)
        guard var node = next(after: nil, &pace) else { return false }
        while true {
            let (body, kind) = body(of: node)
            switch kind {
            case .synchronous, .groupEntry, .groupExit:
                let ending = run(body, of: node)
                guard let following = next(after: ending, &pace) else { return false }
                node = following
            case .blocking:
                runAlone(body, of: node)
                guard let following = next(after: nil, &pace) else { return false }
                node = following
            case .asynchronous:
                startWorker(with: node)
                return true
            }
        }
    }

    /// Ends one body and takes the next, in one visit to the machine.
    private func next(
        after ending: consuming Ending?,
        _ pace: inout Pace,
        for worker: Worker? = nil
    ) -> Int? {
        var isSpare = false
        let thread = slipway_thread_token()
        let (next, rest) = state.withLock { state in
            let now = Instant.now
            pace.note(now)
            let ended = Self.end(ending, &state, at: now)
            var next: Int?
            // Others come to the rest sooner than they could be told to.
            isSpare = ended >= 0 && state.turns.isSpare(thread, pace, at: now)
            if !isSpare, worker.map({ !$0.isCancelled }) ?? true {
                next = state.machine.takeNext(.pool, releasing: ended, at: now)
            }
            if next == nil, !isSpare { state.turns.left(thread) }
            if let worker {
                worker.node = next ?? -1
                if next == nil { state.workers.remove(worker) }
            }
            return (next, Rest(&state))
        }
        if rest.callsMain { loop.callForTurn() }
        if let list = rest.chores { perform(list.chores) }
        if rest.startable > 0 { if pace.isShort { pool.watch() } else { pool.signal() } }
        if isSpare { slipway_set_spare() }
        return next
    }

    /// From how many operations on their bodies go on, once they were suspended, on the threads that
    /// all Swift code shares, instead of on the pool's.
    ///
    /// To go on on the pool's spares a launch the start of libdispatch, some 300 µs; but a task that
    /// prefers them looks its preference up, under a lock, at every call: 0.2 µs for each body.
    private static let many = 1500

    private var prefersPool: Bool { graph.nodeCount < Self.many }

    /// Makes the first worker while the first thread of the pool comes up, if that is to begin with a
    /// body that is `async`: to make a process's first task takes as long as the thread.
    ///
    /// On the main queue's thread, if that has nothing else to do.
    func startWorkerAhead() {
        guard CPUs.usable > 1, prefersPool, !pool.hasBegun else { return }
        let first = state.withLock { state in
            state.machine.startable(.main) > 0 ? nil : state.machine.peek(.pool)
        }
        guard let first, body(of: first).1 == .asynchronous else { return }
        let worker = Worker()
        state.withLock { $0.workers.add(worker) }
        own(start(worker, with: nil), worker)
    }

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
            let task = start(worker, with: node)
            slipway_set_looks_for_jobs(false)
            own(task, worker)
        } else {
            own(
                Task.immediateDetached { [self] in await work(worker, startingWith: node) },
                worker
            )
        }
    }

    /// Has the pool run a worker, which begins with a body that was taken, or (`nil`) takes one.
    private func start(_ worker: Worker, with node: Int?) -> Task<Void, Never> {
        Task.detached(executorPreference: pool) { [self] in
            await work(worker, startingWith: node)
        }
    }

    /// Keeps the task of a worker, so that it can be cancelled, unless it has ended meanwhile.
    func own(_ task: Task<Void, Never>, _ worker: Worker) {
        let isCancelled = state.withLock { _ in
            worker.task = task
            return worker.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    private nonisolated(nonsending) func work(_ worker: Worker, startingWith first: Int?) async {
        var pace = Pace(at: .now)
        guard var node = first ?? next(after: nil, &pace, for: worker) else { return }
        while true {
            let (body, kind) = body(of: node)
            var ending = Ending(node: node)
            switch kind {
            case .synchronous, .groupEntry, .groupExit:
                ending = run(body, of: node)
            case .blocking:
                runAlone(body, of: node)
                guard let following = next(after: nil, &pace, for: worker) else { return }
                node = following
                continue
            case .asynchronous:
                do {
                    let work = body?._withUnsafeGuaranteedRef { $0.asynchronous }
                    ending.output = try await work?(OperationContext(launch: self, node: node))
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

    private func end(_ ending: consuming Ending, _ worker: Worker) {
        state.withLock { $0.workers.remove(worker) }
        end(ending)
    }
}
