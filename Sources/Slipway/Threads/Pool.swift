internal import Synchronization

/// The threads of every queue except main: an executor whose jobs are the launch's workers.
///
/// The pool starts with as many threads as CPUs. When jobs have waited for a while and none was
/// taken, a body occupies every thread: then one thread is added, up to a limit.
final class Pool: TaskExecutor, Sendable {
    private struct State: Sendable {
        var jobs = Fifo<UnownedJob>()
        /// The number of jobs that were taken so far.
        var taken = 0
        var threads = 0
        /// The parkers of idle threads.
        var idle: [Parker] = []
        /// The most threads.
        var limit = 0
        /// The value of ``taken`` when jobs were first seen waiting; `nil` while none is known to
        /// wait.
        var watched: Int?
        var isClosed = false
        /// Asks for a call of ``relieve()`` after ``patience``.
        var watch: @Sendable () -> Void = {}
    }

    private let state = Guarded(State())

    /// The time that jobs must wait, while none is taken, before a thread is added.
    static let patience = Duration.milliseconds(2)

    /// The threads for jobs that are no bodies: the start of a worker, a cancellation, a condition, a
    /// fallback, a teardown.
    ///
    /// Bodies that never return must not keep such jobs from running.
    private static let reserve = 64

    /// Starts the first threads.
    ///
    /// - Parameters:
    ///   - count: Their number.
    ///   - limit: The most threads that bodies occupy later.
    ///   - watch: Asks for a call of ``relieve()`` after ``patience``.
    /// - Throws: The refusal, if not all threads could be started.
    func start(
        _ count: Int,
        upTo limit: Int,
        watch: @escaping @Sendable () -> Void
    ) throws(Thread.Refusal) {
        state.withLock { state in
            state.limit = max(count, limit) + Self.reserve
            state.isClosed = false
            state.watch = watch
        }
        for _ in 0..<count { try addThread() }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        keepingAlive(self) { add(job) }
    }

    private func add(_ job: UnownedJob) {
        enum Next { case notify(Parker), watch(@Sendable () -> Void), startThread, nothing }
        let next = state.withLock { state -> Next in
            state.jobs.append(job)
            if let parker = state.idle.popLast() { return .notify(parker) }
            // After the end, what was left behind may occupy every thread.
            if state.isClosed { return .startThread }
            guard state.watched == nil, state.threads < state.limit else { return .nothing }
            state.watched = state.taken
            return .watch(state.watch)
        }
        switch next {
        case .notify(let parker): parker.notify()
        case .watch(let watch): watch()
        // If the thread is refused, the next job tries again.
        case .startThread: _ = try? addThread()
        case .nothing: break
        }
    }

    /// Adds a thread if jobs have waited for ``patience`` and none was taken.
    func relieve() {
        let (isStuck, goesOn) = state.withLock { state in
            defer { state.watched = nil }
            guard !state.jobs.isEmpty, !state.isClosed else { return (false, false) }
            let isStuck = state.watched == state.taken && state.threads < state.limit
            return (isStuck, true)
        }
        // If the thread is refused, the next call tries again; deadlines still hold, and name what
        // waits.
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

    /// Lets the threads end once there are no jobs left.
    func close() {
        let (idle, hasJobs) = state.withLock { state in
            state.isClosed = true
            state.watch = {}
            defer { state.idle = [] }
            return (state.idle, !state.jobs.isEmpty)
        }
        for parker in idle { parker.notify() }
        // Bodies that were left behind may occupy every thread. If a further thread is refused,
        // these jobs wait until one of the bodies returns.
        if hasJobs { _ = try? addThread() }
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
