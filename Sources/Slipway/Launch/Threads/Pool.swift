internal import Synchronization

/// The threads of every queue but main: an executor, whose jobs are the launch's workers.
///
/// There are as many threads as CPUs to begin with. When jobs have waited for a while and none was
/// taken meanwhile, every thread is in a body that keeps it: then there is one more, up to a limit.
final class Pool: TaskExecutor, Sendable {
    private struct State: Sendable {
        var jobs = Fifo<UnownedJob>()
        /// How many jobs were taken.
        var taken = 0
        var threads = 0
        /// Threads that wait for a job.
        var idle: [Parker] = []
        /// How many threads there may be.
        var limit = 0
        /// What ``taken`` was when jobs were first seen to wait; `nil` while none is known to.
        var watched: Int?
        var isClosed = false
        /// Asks for ``relieve()`` to be called once ``patience`` has passed.
        var watch: @Sendable () -> Void = {}
    }

    private let state = AdaptiveMutex(State())

    /// How long jobs wait, while none is taken, for one more thread.
    static let patience = Duration.milliseconds(2)

    /// Makes the threads to begin with.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - limit: How many there may be later.
    ///   - watch: Asks for ``relieve()`` to be called once ``patience`` has passed.
    /// - Throws: There are fewer.
    func start(
        _ count: Int,
        upTo limit: Int,
        watch: @escaping @Sendable () -> Void
    ) throws(Thread.Refusal) {
        state.withLock { state in
            state.limit = max(count, limit)
            state.isClosed = false
            state.watch = watch
        }
        for _ in 0..<count { try addThread() }
    }

    /// How many jobs wait for a thread.
    var waiting: Int { state.withLock { $0.jobs.count } }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        keepingAlive(self) { add(job) }
    }

    private func add(_ job: UnownedJob) {
        enum Next { case notify(Parker), watch(@Sendable () -> Void), startThread, nothing }
        let next = state.withLock { state -> Next in
            state.jobs.append(job)
            if let parker = state.idle.popLast() { return .notify(parker) }
            // A body that was left behind goes on after the end.
            if state.isClosed { return state.threads == 0 ? .startThread : .nothing }
            guard state.watched == nil, state.threads < state.limit else { return .nothing }
            state.watched = state.taken
            return .watch(state.watch)
        }
        switch next {
        case .notify(let parker): parker.notify()
        case .watch(let watch): watch()
        // Refused, it is asked for again with the next job.
        case .startThread: _ = try? addThread()
        case .nothing: break
        }
    }

    /// Jobs may have waited for ``patience``: adds a thread if none was taken.
    func relieve() {
        let (isStuck, goesOn) = state.withLock { state in
            defer { state.watched = nil }
            guard !state.jobs.isEmpty, !state.isClosed else { return (false, false) }
            let isStuck = state.watched == state.taken && state.threads < state.limit
            return (isStuck, true)
        }
        // Refused, it is asked for again: deadlines hold meanwhile, and say what waits.
        if isStuck { _ = try? addThread() }
        guard goesOn else { return }
        let watch = state.withLock { state -> (@Sendable () -> Void)? in
            guard state.watched == nil, !state.jobs.isEmpty, state.threads < state.limit else {
                return nil
            }
            state.watched = state.taken
            return state.watch
        }
        watch?()
    }

    /// Lets the threads end once there are no jobs.
    func close() {
        let idle = state.withLock { state in
            state.isClosed = true
            state.watch = {}
            defer { state.idle = [] }
            return state.idle
        }
        for parker in idle { parker.notify() }
    }

    private func addThread() throws(Thread.Refusal) {
        state.withLock { $0.threads += 1 }
        do throws(Thread.Refusal) {
            try Thread("slipway-pool") { [self] in work() }
        } catch {
            state.withLock { $0.threads -= 1 }
            throw error
        }
    }

    private func work() {
        let executor = asUnownedTaskExecutor()
        let parker = Parker()
        while true {
            let (job, isOver) = state.withLock { state in
                if let job = state.jobs.popFirst() {
                    state.taken += 1
                    return (Optional(job), false)
                }
                guard state.isClosed else {
                    state.idle.append(parker)
                    return (nil, false)
                }
                state.threads -= 1
                return (nil, true)
            }
            if let job {
                job.runSynchronously(on: executor)
            } else if isOver {
                return
            } else {
                _ = parker.wait()
            }
        }
    }
}
