internal import CSlipway
// For the symbols of libdispatch that CSlipway calls.
internal import Dispatch
internal import Synchronization

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The loop on the main queue's thread: an executor for Swift's tasks, a heartbeat, and, on thread
/// 0, the Dispatch main queue, so that `@MainActor` code runs there too.
///
/// On Linux neither `DispatchQueue.main` nor `@MainActor` is on thread 0 once `main` is `async`; a
/// program that needs thread 0 must run its own loop.
final class MainLoop: SerialExecutor, TaskExecutor, Sendable {
    private struct Beat: Sendable {
        let owner: ObjectIdentifier
        let interval: Duration
        let call: @Sendable () -> Void
        var next: Instant
    }

    /// The longest time for which a launch's work has held up the thread.
    private struct Meter: Sendable {
        let owner: ObjectIdentifier
        let begun: Instant
        var longest: Duration
        let call: @Sendable (_ start: Instant, _ end: Instant) -> Void
    }

    private struct State: Sendable {
        var jobs: [UnownedJob] = []
        var isStopped = false
        /// The thread has left the loop: later jobs get another thread.
        var hasLeft = false
        /// The other thread, for later jobs, exists.
        var hasLateThread = false
        var beats: [Beat] = []
        var meters: [Meter] = []
    }

    private let state = Guarded(State())
    private let wakeup = Wakeup()
    /// The thread sleeps or is about to sleep, so that a new job must wake it.
    ///
    /// The two sides of a Dekker handshake: a thread that adds a job reads this afterwards; the
    /// loop's thread sets this and checks for jobs afterwards. Both are sequentially consistent, so
    /// that at least one of them sees the other.
    private let isParked = Atomic(false)
    /// When the thread last woke, in nanoseconds; 0 before and after its time in the loop.
    private let awakeSince = Atomic<Int64>(0)
    /// When the pass that runs now began, in nanoseconds; 0 before and after its time in the loop.
    private let passSince = Atomic<Int64>(0)
    /// The thread runs what the Dispatch main queue has.
    private let isInDispatch = Atomic(false)
    /// The thread is the process's first.
    private let isFirst = Atomic(false)

    /// The error number because of which the thread cannot be woken; `nil` if it can.
    var failure: Int32? { wakeup.failure }

    deinit { wakeup.close() }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        keepingAlive(self) { add(job) }
    }

    private func add(_ job: UnownedJob) {
        let isLate = state.withLock { state in
            state.jobs.append(job)
            let isLate = state.hasLeft && !state.hasLateThread
            if isLate { state.hasLateThread = true }
            return isLate
        }
        wakeIfParked()
        guard isLate else { return }
        do throws(Thread.Refusal) {
            try Thread("slipway-late") { [self] in runLate() }
        } catch {
            // The next job tries again.
            state.withLock { $0.hasLateThread = false }
        }
    }

    private func wakeIfParked() {
        if isParked.load(ordering: .sequentiallyConsistent) { wakeup.wake() }
    }

    /// Calls `call` on the loop's thread every `interval`, first at once, until ``stop()``, or until the
    /// owner is released.
    func beat(
        every interval: Duration,
        for owner: AnyObject,
        _ call: @escaping @Sendable () -> Void
    ) {
        state.withLock { state in
            guard !state.isStopped else { return }
            state.beats.append(
                Beat(owner: ObjectIdentifier(owner), interval: interval, call: call, next: .now)
            )
        }
        wakeup.wake()
    }

    /// Calls `call` on the loop's thread each time that the thread was held up for longer than ever
    /// since this call, and than `least`, with when that began and ended; until ``stop()``, or
    /// until the owner is released.
    func measure(
        for owner: AnyObject,
        from least: Duration,
        _ call: @escaping @Sendable (_ start: Instant, _ end: Instant) -> Void
    ) {
        let meter = Meter(owner: ObjectIdentifier(owner), begun: .now, longest: least, call: call)
        state.withLock { $0.meters.append(meter) }
    }

    /// Ends the beats of an owner, and what is measured for it.
    func release(_ owner: AnyObject) {
        let owner = ObjectIdentifier(owner)
        let released = state.withLock { state in
            let released = (
                state.beats.filter { $0.owner == owner },
                state.meters.filter { $0.owner == owner }
            )
            state.beats.removeAll { $0.owner == owner }
            state.meters.removeAll { $0.owner == owner }
            return released
        }
        // Released here, without the lock, as below.
        withExtendedLifetime(released) {}
    }

    /// Makes ``run(drainingDispatch:)`` return after the jobs that were added before, and releases
    /// the beats.
    func stop() {
        let released = state.withLock { state in
            state.isStopped = true
            defer { (state.beats, state.meters) = ([], []) }
            return (state.beats, state.meters)
        }
        wakeup.wake()
        // Released here, without the lock: their deinitializers may call the loop.
        withExtendedLifetime(released) {}
    }

    private static let hasDispatchHandle = Mutex(false)

    /// Has Dispatch make the descriptor of its main queue, unless it has one.
    ///
    /// Dispatch ends the process when it cannot. So this is called as early as possible: another
    /// thread may take the last descriptor between the look and the making.
    ///
    /// - Returns: The error number if there is no free descriptor; `nil` if it has been made.
    static func prepareForDispatch() -> Int32? {
        hasDispatchHandle.withLock { hasHandle in
            guard !hasHandle else { return nil }
            if let shortage = Wakeup.shortage { return shortage }
            _ = slipway_dispatch_main_handle()
            hasHandle = true
            return nil
        }
    }

    /// Runs jobs on the calling thread until ``stop()``.
    ///
    /// - Parameter drainingDispatch: Whether to run the Dispatch main queue too; on thread 0 only.
    func run(drainingDispatch: Bool) {
        let dispatch = drainingDispatch ? slipway_dispatch_main_handle() : -1
        isFirst.store(drainingDispatch, ordering: .relaxed)
        var passStart = Instant.now
        awakeSince.store(passStart.nanoseconds, ordering: .relaxed)
        passSince.store(passStart.nanoseconds, ordering: .relaxed)
        defer {
            awakeSince.store(0, ordering: .relaxed)
            passSince.store(0, ordering: .relaxed)
        }
        while true {
            let jobs = takeJobs()
            for job in jobs { run(job) }
            if drainingDispatch {
                isInDispatch.store(true, ordering: .relaxed)
                slipway_dispatch_main_drain(dispatch)
                isInDispatch.store(false, ordering: .relaxed)
            }
            let now = Instant.now
            callBeats(at: now, after: passStart)
            passStart = now
            passSince.store(now.nanoseconds, ordering: .relaxed)
            guard jobs.isEmpty else { continue }
            if leave() { return }
            isParked.store(true, ordering: .sequentiallyConsistent)
            if let pause = pause() {
                Wakeup.wait(for: wakeup.descriptor, dispatch, upTo: pause.duration)
                passStart = .now
                awakeSince.store(passStart.nanoseconds, ordering: .relaxed)
                passSince.store(passStart.nanoseconds, ordering: .relaxed)
            }
            // After the instants: a thread that sees this one awake also sees since when.
            isParked.store(false, ordering: .releasing)
            wakeup.clear()
        }
    }

    /// The time without rest after which the thread counts as held up.
    private static let noticeable = Duration.milliseconds(100)

    /// The thread, if it has not come to rest for a while; `nil` if it rests, or does not run the loop.
    func kept(at now: Instant) -> HeldThread? {
        guard let since = began(awakeSince), since.duration(to: now) >= Self.noticeable else {
            return nil
        }
        return HeldThread(
            since: since,
            isFirst: isFirst.load(ordering: .relaxed),
            isInDispatch: isInDispatch.load(ordering: .relaxed)
        )
    }

    /// The time since the thread last came back to its beats; `nil` if it rests, or does not run
    /// the loop.
    func passLength(at now: Instant) -> Duration? { began(passSince)?.duration(to: now) }

    /// An instant of the thread, if that is awake; `nil` if it rests, or does not run the loop.
    private func began(_ instant: borrowing Atomic<Int64>) -> Instant? {
        guard !isParked.load(ordering: .acquiring) else { return nil }
        let nanoseconds = instant.load(ordering: .relaxed)
        return nanoseconds > 0 ? Instant(nanoseconds: nanoseconds) : nil
    }

    private struct Pause {
        /// The time; `nil` for until the next job.
        let duration: Duration?
    }

    /// The time to sleep; `nil` when a job has been added meanwhile.
    private func pause() -> Pause? {
        state.withLock { state in
            guard state.jobs.isEmpty, !state.isStopped else { return nil }
            let next = state.beats.map(\.next).min()
            return Pause(duration: next.map { Instant.now.duration(to: $0) })
        }
    }

    private func takeJobs() -> [UnownedJob] {
        state.withLock { state in
            defer { state.jobs = [] }
            return state.jobs
        }
    }

    /// Leaves the loop if it was stopped, unless a job has been added.
    private func leave() -> Bool {
        state.withLock { state in
            state.hasLeft = state.isStopped && state.jobs.isEmpty
            return state.hasLeft
        }
    }

    /// Continues a body that was left behind when its launch ended, so that it ends too.
    private func runLate() {
        while true {
            let jobs = takeJobs()
            for job in jobs { run(job) }
            guard jobs.isEmpty else { continue }
            let isDone = state.withLock { state in
                if state.jobs.isEmpty { state.hasLateThread = false }
                return state.jobs.isEmpty
            }
            if isDone { return }
        }
    }

    private func run(_ job: UnownedJob) {
        job.runSynchronously(
            isolatedTo: asUnownedSerialExecutor(),
            taskExecutor: asUnownedTaskExecutor()
        )
    }

    /// Calls the beats that are due, and the meters whose longest time was exceeded, after a pass
    /// of the loop.
    private func callBeats(at now: Instant, after start: Instant) {
        let due = state.withLock { state in
            var due: [@Sendable () -> Void] = []
            for index in state.meters.indices {
                let meter = state.meters[index]
                let start = max(start, meter.begun)
                guard start.duration(to: now) > meter.longest else { continue }
                state.meters[index].longest = start.duration(to: now)
                due.append { meter.call(start, now) }
            }
            for index in state.beats.indices where state.beats[index].next <= now {
                due.append(state.beats[index].call)
                state.beats[index].next = now.advanced(by: state.beats[index].interval)
            }
            return due
        }
        for call in due { call() }
    }
}
