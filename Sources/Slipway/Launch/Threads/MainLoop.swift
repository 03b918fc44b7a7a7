internal import CSlipway
// For libdispatch's symbols, which CSlipway calls.
internal import Dispatch
internal import Glibc
internal import Synchronization

/// The loop that the main queue's thread runs: an executor for Swift's tasks, a place to post
/// closures to, a heartbeat, and, on thread 0, the Dispatch main queue, so that `@MainActor` code
/// runs there too.
///
/// On Linux neither `DispatchQueue.main` nor `@MainActor` is thread 0 once `main` is `async`;
/// whoever needs thread 0 has to own its loop.
final class MainLoop: SerialExecutor, TaskExecutor, Sendable {
    private enum Work: Sendable {
        case job(UnownedJob)
        case call(@Sendable () -> Void)
    }

    private struct Beat: Sendable {
        let interval: Duration
        let call: @Sendable () -> Void
        var next: Instant
    }

    private struct State: Sendable {
        var work: [Work] = []
        /// Whether there may be an operation to run; see ``turn``.
        var mustTurn = false
        /// Runs one operation of the main queue, and says whether there may be another.
        var turn: @Sendable () -> Bool = { false }
        /// Called when the thread has looked for work in vain for a moment.
        var beforeRest: @Sendable () -> Void = {}
        /// Called before it sleeps, and before it does what is not an operation and may take long.
        var beforeAbsence: @Sendable () -> Void = {}
        /// The thread sleeps, or is about to: new work has to wake it.
        var isParked = false
        var isStopped = false
        /// The thread has left: what is posted from now on is left to threads of its own.
        var hasLeft = false
        /// One of those is there.
        var hasLateThread = false
        var beats: [Beat] = []
    }

    private let state = AdaptiveMutex(State())
    private let wakeup = Wakeup()
    /// Whether there is something to run; for the thread that looks for it without taking the lock.
    private let hasWork = Atomic(false)
    /// Whether to look for a while before sleeping.
    private let isHurried = Atomic(false)

    /// After how many rounds of work the Dispatch main queue gets its turn.
    private static let dispatchTurn = 64

    deinit { wakeup.close() }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        keepingAlive(self) { post(.job(job)) }
    }

    func post(_ call: @escaping @Sendable () -> Void) { post(.call(call)) }

    /// Sets what runs an operation of the main queue: called on the loop's thread after
    /// ``callForTurn()``, until it says `false`; what is called when the thread has looked for
    /// work in vain for a moment; and what is called before it sleeps, or does something else that may
    /// take long.
    func setTurn(
        _ turn: @escaping @Sendable () -> Bool = { false },
        beforeRest: @escaping @Sendable () -> Void = {},
        beforeAbsence: @escaping @Sendable () -> Void = {}
    ) {
        state.withLock { state in
            state.turn = turn
            state.beforeRest = beforeRest
            state.beforeAbsence = beforeAbsence
        }
    }

    /// There may be an operation of the main queue to run.
    func callForTurn() {
        let mustWake = state.withLock { state in
            state.mustTurn = true
            return state.isParked
        }
        hasWork.store(true, ordering: .releasing)
        if mustWake { wakeup.wake() }
    }

    /// Whether the thread is to look for work for a while before it sleeps: to be found looking
    /// costs the other side well under a microsecond, to be woken some twenty.
    func setHurried(_ isHurried: Bool) {
        self.isHurried.store(isHurried, ordering: .relaxed)
    }

    /// Calls `call` on the loop's thread every `interval`, the first time right away, until
    /// ``stop()``.
    func beat(every interval: Duration, _ call: @escaping @Sendable () -> Void) {
        state.withLock { state in
            guard !state.isStopped else { return }
            state.beats.append(Beat(interval: interval, call: call, next: .now))
        }
        wakeup.wake()
    }

    /// Makes ``run(drainingDispatch:)`` return once what was posted before has run, and lets go of
    /// what beats.
    func stop() {
        let (mustWake, beats) = state.withLock { state in
            state.isStopped = true
            defer { state.beats = [] }
            return (state.isParked, state.beats)
        }
        hasWork.store(true, ordering: .releasing)
        if mustWake { wakeup.wake() }
        // Let go of here, without the lock: what ends with it may call the loop.
        _ = consume beats
    }

    /// Runs what is posted, on the calling thread, until ``stop()``.
    ///
    /// - Parameter drainingDispatch: Whether to run the Dispatch main queue as well; on thread 0
    ///   only.
    func run(drainingDispatch: Bool) {
        let dispatch = drainingDispatch ? slipway_dispatch_main_handle() : -1
        var rounds = 0
        var hasRested = false
        while true {
            let taken = take()
            if !taken.work.isEmpty { taken.beforeAbsence() }
            for work in taken.work { run(work) }
            if taken.mustTurn, taken.turn() { callForTurn() }
            let isBusy = taken.mustTurn || !taken.work.isEmpty
            rounds += 1
            let isDue = rounds % Self.dispatchTurn == 0
            if !isDue, isBusy { continue }
            // Once it is stopped there is nothing to be there for.
            if !taken.isStopped {
                if !isDue, lookForWork(upTo: Look.brief) { continue }
                taken.beforeRest()
                if !isDue, !hasRested {
                    hasRested = true
                    if lookForWork(upTo: Look.first) { continue }
                }
                taken.beforeAbsence()
            }
            if drainingDispatch { slipway_dispatch_main_drain(dispatch) }
            callBeats(at: .now)
            if isBusy { continue }
            if taken.isStopped, leave() { return }
            guard let pause = park() else { continue }
            Wakeup.wait(for: wakeup.descriptor, dispatch, upTo: pause.duration)
            state.withLock { $0.isParked = false }
            wakeup.clear()
        }
    }

    private func lookForWork(upTo duration: Duration) -> Bool {
        guard isHurried.load(ordering: .relaxed) else { return false }
        return Look.until({ hasWork.load(ordering: .relaxed) }, upTo: duration)
    }

    private func post(_ work: Work) {
        let (mustWake, isLate) = state.withLock { state in
            state.work.append(work)
            let isLate = state.hasLeft && !state.hasLateThread
            if isLate { state.hasLateThread = true }
            return (state.isParked, isLate)
        }
        hasWork.store(true, ordering: .releasing)
        if mustWake { wakeup.wake() }
        if isLate { IdleThread.run("slipway-late") { [self] in runLate() } }
    }

    /// Ends the loop, unless there is work after all.
    private func leave() -> Bool {
        state.withLock { state in
            state.hasLeft = state.work.isEmpty
            return state.hasLeft
        }
    }

    /// Goes on with a body that was left behind when its launch ended, so that it ends too.
    private func runLate() {
        while true {
            let work = take().work
            for work in work { run(work) }
            guard work.isEmpty else { continue }
            let isDone = state.withLock { state in
                if state.work.isEmpty { state.hasLateThread = false }
                return state.work.isEmpty
            }
            if isDone { return }
        }
    }

    private struct Taken: Sendable {
        let work: [Work]
        let mustTurn: Bool
        let turn: @Sendable () -> Bool
        let beforeRest: @Sendable () -> Void
        let beforeAbsence: @Sendable () -> Void
        let isStopped: Bool
    }

    private func take() -> Taken {
        // Before the lock is taken: what comes after it raises the flag again.
        hasWork.store(false, ordering: .relaxed)
        return state.withLock { state in
            defer {
                state.mustTurn = false
                if !state.work.isEmpty {
                    state.work.removeAll(keepingCapacity: state.work.count < 1024)
                }
            }
            return Taken(
                work: state.work,
                mustTurn: state.mustTurn,
                turn: state.turn,
                beforeRest: state.beforeRest,
                beforeAbsence: state.beforeAbsence,
                isStopped: state.isStopped
            )
        }
    }

    private func run(_ work: Work) {
        switch work {
        case .call(let call): call()
        case .job(let job):
            job.runSynchronously(
                isolatedTo: asUnownedSerialExecutor(),
                taskExecutor: asUnownedTaskExecutor()
            )
        }
    }

    private func callBeats(at now: Instant) {
        let due = state.withLock { state in
            var due: [@Sendable () -> Void] = []
            for index in state.beats.indices where state.beats[index].next <= now {
                due.append(state.beats[index].call)
                state.beats[index].next = now.advanced(by: state.beats[index].interval)
            }
            return due
        }
        for call in due { call() }
    }

    private struct Pause {
        let duration: Duration?
    }

    /// Says how long to sleep; `nil` when there is work after all.
    private func park() -> Pause? {
        state.withLock { state in
            guard state.work.isEmpty, !state.mustTurn, !state.isStopped else { return nil }
            state.isParked = true
            let next = state.beats.map(\.next).min()
            return Pause(duration: next.map { Instant.now.duration(to: $0) })
        }
    }
}
