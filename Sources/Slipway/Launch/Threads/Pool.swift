internal import CSlipway
internal import Synchronization

/// The threads of every queue but main: they run bodies, and go on with those that were suspended.
///
/// As many as there are CPUs, started when there is work for them. One more is lent, up to a limit,
/// when work waits while none of them gets on: then bodies block that were not declared to.
final class Pool: TaskExecutor, Sendable {
    private struct State: Sendable {
        var jobs = Fifo<UnownedJob>()
        var threads = 0
        /// Threads that have nothing to do, the last one to have become so at the end.
        var idle: [Parker] = []
        var isClosed = false
        /// How many jobs have run.
        var jobsRun = 0
        /// How many threads are lent the next time that nothing gets on.
        var lending = 1
        /// How far things were when they began to be watched.
        var watchedProgress = 0
    }

    private let state = Mutex(State())
    private let jobCount = Atomic(0)
    private let isWatched = Atomic(false)
    private let source = Mutex<Source?>(nil)

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
    /// How long work may wait while nothing gets on.
    private static let patience = Duration.microseconds(500)
    /// How many times an idle thread looks for work before it sleeps: some 20 µs.
    private static let looks = 1500
    /// How long an idle thread sleeps before it ends.
    private static let rest = Duration.seconds(5)

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
        let (parker, mustStart) = state.withLock { state -> (Parker?, mustStart: Bool) in
            if let parker = state.idle.popLast() { return (parker, false) }
            guard state.threads == 0 || state.threads < CPUs.threads else { return (nil, false) }
            state.threads += 1
            return (nil, true)
        }
        if let parker {
            parker.notify()
        } else if mustStart {
            start()
        } else {
            watch()
            return false
        }
        return true
    }

    /// There is work, but the threads are expected to come to it in no time; makes sure they do.
    func watch() {
        guard !isWatched.load(ordering: .relaxed) else { return }
        guard !isWatched.exchange(true, ordering: .acquiringAndReleasing) else { return }
        let steps = look().steps
        state.withLock { $0.watchedProgress = steps + $0.jobsRun }
        source.withLock { $0 }?.arm(.now.advanced(by: Self.patience))
    }

    /// Lends a thread if work has waited while nothing got on; twice as many each time that did not
    /// help.
    func relieve() {
        let work = look()
        let stillWaits = hasJobs || work.isWaiting
        isWatched.store(false, ordering: .releasing)
        let (parkers, missing) = state.withLock { state -> ([Parker], Int) in
            let gotOn = work.steps + state.jobsRun != state.watchedProgress
            guard stillWaits, !gotOn, !state.isClosed else {
                state.lending = 1
                return ([], 0)
            }
            let parkers = state.idle.suffix(state.lending)
            state.idle.removeLast(parkers.count)
            let missing = max(0, min(state.lending - parkers.count, Self.limit - state.threads))
            state.threads += missing
            state.lending = min(2 * state.lending, Self.limit)
            return (Array(parkers), missing)
        }
        for parker in parkers { parker.notify() }
        for _ in 0..<missing { start() }
        if stillWaits { watch() }
    }

    /// Lets the threads end once there is nothing to do.
    func close() {
        let idle = state.withLock { state in
            state.isClosed = true
            defer { state.idle = [] }
            return state.idle
        }
        for parker in idle { parker.notify() }
    }

    private func start() {
        Thread("slipway-pool") { [self] in work() }.detach()
    }

    private func work() {
        slipway_set_pool_thread()
        let parker = Parker()
        let executor = asUnownedTaskExecutor()
        while true {
            if let job = takeJob() {
                job.runSynchronously(on: executor)
            } else if !(source.withLock { $0 }?.runTurn() ?? false) {
                guard stay(parker, isSpare: false) else { return }
            }
            if slipway_take_spare(), !stay(parker, isSpare: true) { return }
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

    /// Has nothing to do: looks for a while, then sleeps.
    ///
    /// - Returns: `false` when the thread is to end.
    private func stay(_ parker: Parker, isSpare: Bool) -> Bool {
        let mayStay = state.withLock { state in
            if state.isClosed, state.jobs.isEmpty {
                state.threads -= 1
                return false
            }
            state.idle.append(parker)
            return true
        }
        guard mayStay else { return false }
        // What came after the last look found nobody idle. What there is for a thread to spare is
        // watched.
        if hasJobs || !isSpare && look().isWaiting, comeBack(parker) { return true }
        if parker.wait(looking: isSpare ? 0 : Self.looks, upTo: Self.rest) { return true }
        guard comeBack(parker) else {
            _ = parker.wait()  // Notified a moment ago.
            return true
        }
        state.withLock { $0.threads -= 1 }
        return false
    }

    /// Takes itself out of the idle; `false` when somebody has done so to notify it.
    private func comeBack(_ parker: Parker) -> Bool {
        state.withLock { state in
            guard let index = state.idle.firstIndex(where: { $0 === parker }) else { return false }
            state.idle.remove(at: index)
            return true
        }
    }
}

/// What the pool's threads could do besides going on with what was suspended.
struct PoolWork: Sendable {
    /// Whether bodies could start.
    var isWaiting = false
    /// Counts the bodies that ended: whether anything gets on.
    var steps = 0
}
