internal import CSlipway
internal import Synchronization

/// The threads of every queue but main: they run bodies, and go on with those that were suspended.
///
/// As many as there are CPUs, while there is work for them; ``PoolCrew`` decides.
final class Pool: TaskExecutor, Sendable {
    private struct State: Sendable {
        var crew = PoolCrew(cpus: CPUs.threads)
        var jobs = JobQueue()
        /// How many jobs have run.
        var jobsRun = 0
    }

    private let state = AdaptiveMutex(State())
    private let jobCount = Atomic(0)
    /// ``PoolCrew/calls``, for threads that look for them without the lock.
    private let calls = Atomic(0)
    private let isWatched = Atomic(false)
    /// Whether the main queue's thread sees to it, when it has looked for work of its own in vain,
    /// that what waits here gets threads.
    private let isLookedAfter = Atomic(false)
    private let source = AdaptiveMutex<Source?>(nil)
    /// Whether its first thread has come up.
    private let isUp = Atomic(false)
    /// Whether there will be no more bodies: nothing to look for.
    private let isOver = Atomic(false)

    /// Where bodies come from.
    final class Source: Sendable {
        /// Runs bodies on the calling thread until there are none, or one is left to a task; says
        /// whether there may be more because of that.
        let runTurn: @Sendable () -> Bool
        /// Tells whether ``runTurn`` would find any.
        let look: @Sendable () -> PoolWork
        /// Asks for ``relieve()`` to be called at an instant.
        let arm: @Sendable (Instant) -> Void

        init(
            runTurn: @escaping @Sendable () -> Bool,
            look: @escaping @Sendable () -> PoolWork,
            arm: @escaping @Sendable (Instant) -> Void
        ) {
            self.runTurn = runTurn
            self.look = look
            self.arm = arm
        }
    }

    /// How long work may wait while nothing gets on.
    static let patience = Duration.microseconds(500)

    /// How long to wait before the kernel is asked again for a thread.
    private static let pause = Duration.milliseconds(10)

    /// Sets where bodies come from; without, the threads only go on with what was suspended.
    func setSource(_ source: Source?) {
        self.source.withLock { $0 = source }
        isOver.store(source == nil, ordering: .relaxed)
    }

    private func look() -> PoolWork { source.withLock { $0 }?.look() ?? PoolWork() }

    /// How many bodies wait for a thread, those that were suspended included.
    private func waiting(_ work: PoolWork) -> Int {
        work.startable + jobCount.load(ordering: .relaxed)
    }

    /// Whether suspended bodies wait to go on.
    var hasJobs: Bool { jobCount.load(ordering: .relaxed) > 0 }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        keepingAlive(self) {
            state.withLock { $0.jobs.append(job) }
            jobCount.add(1, ordering: .releasing)
            if !slipway_looks_for_jobs() { signal() }
        }
    }

    /// There is work for one more thread.
    ///
    /// - Returns: Whether a thread will come for it that would not have.
    @discardableResult
    func signal() -> Bool {
        // Not before the work is where ``endLookout()`` finds it.
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        let mayWait = isLookedAfter.load(ordering: .relaxed)
        switch ask({ $0.workCame(mayWait: mayWait) }) {
        case .called: return true
        case .started: return start()
        case .nobody:
            if !mayWait { watch() }
            return false
        }
    }

    /// Asks the crew, and shows its calls to those that look for them.
    private func ask<Answer: Sendable>(_ question: (inout PoolCrew) -> Answer) -> Answer {
        state.withLock { state in
            let answer = question(&state.crew)
            calls.store(state.crew.calls, ordering: .relaxed)
            return answer
        }
    }

    /// From now on, until ``endLookout()``, one thread has to do: a short launch is over before
    /// another one is there, and a long one does not notice the microseconds.
    func beginLookout() { isLookedAfter.store(true, ordering: .relaxed) }

    /// Gives what waits the threads that it has not got so far.
    func endLookout() {
        guard isLookedAfter.load(ordering: .relaxed) else { return }
        isLookedAfter.store(false, ordering: .relaxed)
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        var waiting = waiting(look())
        while waiting > 0, signal() { waiting -= 1 }
    }

    /// There is work, but the threads are expected to come to it in no time; makes sure they do.
    ///
    /// No fence is needed for ``relieve()`` and ``endLookout()`` to find the work: either they look
    /// after it came, or what they wrote before they looked is read here, since bodies become
    /// startable under the lock under which they look. For jobs of other threads ``signal()`` has
    /// seen to it.
    func watch(for patience: Duration = patience) {
        guard !isLookedAfter.load(ordering: .relaxed) else { return }
        guard !isWatched.load(ordering: .relaxed), let source = source.withLock({ $0 }) else {
            return
        }
        guard !isWatched.exchange(true, ordering: .acquiringAndReleasing) else { return }
        let steps = source.look().steps
        state.withLock { $0.crew.beganWaiting(progress: steps + $0.jobsRun) }
        source.arm(.now.advanced(by: patience))
    }

    /// Lends threads if work has waited while nothing got on.
    func relieve() {
        isWatched.store(false, ordering: .relaxed)
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        let work = look()
        let waiting = waiting(work)
        state.withLock { state in
            let progress = work.steps + state.jobsRun
            state.crew.hasWaited(waiting, progress: progress)
        }
        while ask({ $0.lend(at: .now) }), start() {}
        if waiting > 0 { watch() }
    }

    /// Starts a thread that was counted in.
    ///
    /// - Returns: `false` when the kernel refused it: it is asked again after a while, if work waits
    ///   then. Meanwhile deadlines hold, and say what waits.
    private func start() -> Bool {
        let refusal = IdleThread.run("slipway-pool") { [self] in
            slipway_set_pool_thread(true)
            work()
            slipway_set_pool_thread(false)
        }
        guard refusal != nil else { return true }
        ask { $0.wasRefused() }
        watch(for: Self.pause)
        return false
    }

    /// Whether its first thread has come up.
    var hasBegun: Bool { isUp.load(ordering: .relaxed) }

    private func work() {
        isUp.store(true, ordering: .relaxed)
        let executor = asUnownedTaskExecutor()
        while true {
            var mayBeMore = true
            if let job = takeJob() {
                job.runSynchronously(on: executor)
            } else {
                mayBeMore = source.withLock { $0 }?.runTurn() ?? false
            }
            // What there is for a thread to spare is watched.
            if slipway_take_spare() {
                if leave() { return }
            } else if !mayBeMore {
                guard lookForWork() else { return }
            }
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

    /// Looks for a moment for work that is about to come; counts the calling thread out when there
    /// is none.
    private func lookForWork() -> Bool {
        if ask({ $0.beganLooking() }) {
            let waiting = waiting(look())
            if waiting > 0 {
                ask { $0.foundWork() }
                // Others may have begun to look meanwhile, and were not told of the rest.
                if waiting > 1 { signal() }
                return true
            }
        }
        let end = Instant.now.advanced(by: Look.brief)
        var left = Look.brief
        while left > .zero, Look.until({ isCalled || isOver.load(ordering: .relaxed) }, upTo: left)
        {
            if ask({ $0.tookCall() }) { return true }
            if isOver.load(ordering: .relaxed) { break }
            left = Instant.now.duration(to: end)
        }
        return !ask { $0.lookedInVain(at: .now) }
    }

    private var isCalled: Bool { calls.load(ordering: .relaxed) > 0 }

    /// Ends the part of a thread to spare, unless there are jobs after all.
    private func leave() -> Bool {
        ask { $0.left(at: .now) }
        // What came before the thread was counted out found no room.
        guard hasJobs else { return true }
        let isBack = ask { $0.cameBack() }
        if !isBack { watch() }
        return !isBack
    }
}

/// What the pool's threads could do besides going on with what was suspended.
struct PoolWork: Sendable {
    /// How many bodies could start.
    var startable = 0
    /// Counts the bodies that ended: whether anything gets on.
    var steps = 0
}
