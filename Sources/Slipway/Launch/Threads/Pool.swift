internal import CSlipway
internal import Synchronization

/// The threads of every queue but main: they run bodies, and go on with those that were suspended.
///
/// As many as there are CPUs, while there is work for them. More are lent, up to a limit, when work
/// waits while none of them gets on: then bodies block that were not declared to.
final class Pool: TaskExecutor, Sendable {
    private struct State: Sendable {
        var jobs = Fifo<UnownedJob>()
        /// Threads that run something or look for it.
        var threads = 0
        /// How many there may be; more than CPUs while some are lent.
        var capacity = CPUs.threads
        /// When threads were last lent.
        var lentAt = Instant(nanoseconds: 0)
        /// How many jobs have run.
        var jobsRun = 0
        /// How many threads are lent the next time that nothing gets on.
        var lending = 1
        /// How far things were when they began to be watched.
        var watchedProgress = 0
    }

    private let state = AdaptiveMutex(State())
    private let jobCount = Atomic(0)
    private let isWatched = Atomic(false)
    /// Whether the main queue's thread sees to it, when it has looked for work of its own in vain,
    /// that what waits here gets threads.
    private let isLookedAfter = Atomic(false)
    private let source = AdaptiveMutex<Source?>(nil)

    /// Where bodies come from.
    struct Source: Sendable {
        /// Runs bodies on the calling thread until there are none, or one is suspended; `false` when
        /// there was none.
        let runTurn: @Sendable () -> Bool
        /// Tells whether ``runTurn`` would find any.
        let look: @Sendable () -> PoolWork
        /// Asks for ``relieve()`` to be called at an instant.
        let arm: @Sendable (Instant) -> Void
    }

    /// The most threads there can be, lent ones included.
    private static let limit = 512
    /// For how long there may be more threads than CPUs once work had to wait for one.
    private static let loan = Duration.seconds(5)
    /// How long work may wait while nothing gets on.
    private static let patience = Duration.microseconds(500)

    /// Sets where bodies come from; without, the threads only go on with what was suspended.
    func setSource(_ source: Source?) { self.source.withLock { $0 = source } }

    private func look() -> PoolWork { source.withLock { $0 }?.look() ?? PoolWork() }

    /// Whether suspended bodies wait to go on.
    var hasJobs: Bool { jobCount.load(ordering: .relaxed) > 0 }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.jobs.append(job) }
        jobCount.add(1, ordering: .releasing)
        if !slipway_looks_for_jobs() { signal() }
    }

    /// There is work for one more thread.
    ///
    /// - Returns: Whether a thread will come for it that would not have.
    @discardableResult
    func signal() -> Bool {
        // Not before the work is where ``endLookout()`` finds it.
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        let mayWait = isLookedAfter.load(ordering: .relaxed)
        let (hasRoom, isLate) = state.withLock { state in
            let hasRoom = state.threads < (mayWait ? 1 : state.capacity)
            if hasRoom { state.threads += 1 }
            return (hasRoom, !hasRoom && !mayWait)
        }
        if hasRoom { start() }
        if isLate { watch() }
        return hasRoom
    }

    /// From now on, until ``endLookout()``, one thread has to do: a short launch is over before
    /// another one is there, and a long one does not notice the microseconds.
    func beginLookout() { isLookedAfter.store(true, ordering: .relaxed) }

    /// Gives what waits the threads that it has not got so far.
    func endLookout() {
        guard isLookedAfter.load(ordering: .relaxed) else { return }
        isLookedAfter.store(false, ordering: .relaxed)
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        var waiting = look().startable + jobCount.load(ordering: .relaxed)
        while waiting > 0, signal() { waiting -= 1 }
    }

    /// There is work, but the threads are expected to come to it in no time; makes sure they do.
    func watch() {
        // Not before the work is where ``relieve()`` and ``endLookout()`` find it.
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        guard !isLookedAfter.load(ordering: .relaxed) else { return }
        guard !isWatched.load(ordering: .relaxed) else { return }
        guard !isWatched.exchange(true, ordering: .acquiringAndReleasing) else { return }
        let steps = look().steps
        state.withLock { $0.watchedProgress = steps + $0.jobsRun }
        source.withLock { $0 }?.arm(.now.advanced(by: Self.patience))
    }

    /// Lends a thread if work has waited while nothing got on; twice as many each time that did not
    /// help.
    func relieve() {
        isWatched.store(false, ordering: .relaxed)
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        let work = look()
        let stillWaits = hasJobs || work.startable > 0
        let lent = state.withLock { state -> Int in
            let gotOn = work.steps + state.jobsRun != state.watchedProgress
            guard stillWaits, !gotOn else {
                state.lending = 1
                return 0
            }
            let lent = max(0, min(state.lending, Self.limit - state.threads))
            state.threads += lent
            state.capacity = max(state.capacity, state.threads)
            state.lentAt = .now
            state.lending = min(2 * state.lending, Self.limit)
            return lent
        }
        for _ in 0..<lent { start() }
        if stillWaits { watch() }
    }

    private func start() {
        IdleThread.run("slipway-pool") { [self] in
            slipway_set_pool_thread(true)
            work()
            slipway_set_pool_thread(false)
        }
    }

    private func work() {
        let executor = asUnownedTaskExecutor()
        while true {
            if let job = takeJob() {
                job.runSynchronously(on: executor)
            } else if !(source.withLock { $0 }?.runTurn() ?? false) {
                guard !leave() else { return }
            }
            // What there is for a thread to spare is watched.
            if slipway_take_spare(), leave(isSpare: true) { return }
        }
    }

    private func takeJob() -> UnownedJob? {
        guard hasJobs else { return nil }
        let job = state.withLock { state in
            state.jobsRun += 1
            return state.jobs.popFirst()
        }
        if job != nil { jobCount.subtract(1, ordering: .relaxed) }
        return job
    }

    /// Ends the calling thread's part, unless there is work after all.
    private func leave(isSpare: Bool = false) -> Bool {
        state.withLock { state in
            state.threads -= 1
            guard state.capacity > CPUs.threads else { return }
            // Not sooner: what blocked then may block still, and the next work is not to wait again.
            if state.lentAt.duration(to: .now) > Self.loan { state.capacity = CPUs.threads }
        }
        // Whatever came after the last look and before the thread was counted out found no room.
        guard hasJobs || !isSpare && look().startable > 0 else { return true }
        let hasRoom = state.withLock { state in
            guard state.threads < state.capacity else { return false }
            state.threads += 1
            return true
        }
        if !hasRoom { watch() }
        return !hasRoom
    }
}

/// What the pool's threads could do besides going on with what was suspended.
struct PoolWork: Sendable {
    /// How many bodies could start.
    var startable = 0
    /// Counts the bodies that ended: whether anything gets on.
    var steps = 0
}
