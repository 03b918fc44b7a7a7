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

    /// What the loop does besides what is posted to it.
    struct Turn {
        /// Runs operations of the main queue, and says whether there may be more; called after
        /// ``callForTurn()``.
        var run: () -> Bool = { false }
        /// Called when the thread has looked for work in vain for a moment.
        var beforeRest: () -> Void = {}
        /// Called before the thread sleeps, or does what is not an operation and may take long.
        var beforeAbsence: () -> Void = {}
    }

    private struct State: Sendable {
        var work: [Work] = []
        var isStopped = false
        /// The thread has left: what is posted from now on is left to threads of its own.
        var hasLeft = false
        /// One of those is there.
        var hasLateThread = false
        var beats: [Beat] = []
    }

    private let state = AdaptiveMutex(State())
    private let wakeup = Wakeup()
    /// Whether something was posted, or the loop stopped; the thread takes the lock only then.
    private let hasWork = Atomic(false)
    /// Whether there may be an operation to run.
    private let mustTurn = Atomic(false)
    /// The thread sleeps, or is about to: who has something for it has to wake it.
    ///
    /// Who raises one of the two flags above looks at this one after that, and the thread the other way
    /// round, so that one of both notices: hence the sequentially consistent ordering.
    private let isParked = Atomic(false)
    /// Whether to look for a while before sleeping.
    private let isHurried = Atomic(false)

    /// Why the thread could not be woken, an error number; `nil` when it can.
    var failure: Int32? { wakeup.failure }

    /// After how many rounds of work the Dispatch main queue gets its turn.
    private static let dispatchTurn = 64

    deinit { wakeup.close() }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        keepingAlive(self) { post(.job(job)) }
    }

    func post(_ call: @escaping @Sendable () -> Void) { post(.call(call)) }

    /// There may be an operation of the main queue to run.
    func callForTurn() {
        mustTurn.store(true, ordering: .sequentiallyConsistent)
        wakeIfParked()
    }

    private func wakeIfParked() {
        if isParked.load(ordering: .sequentiallyConsistent) { wakeup.wake() }
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

    /// Makes ``run(_:drainingDispatch:)`` return once what was posted before has run, and lets go of
    /// what beats.
    func stop() {
        let beats = state.withLock { state in
            state.isStopped = true
            defer { state.beats = [] }
            return state.beats
        }
        hasWork.store(true, ordering: .sequentiallyConsistent)
        wakeIfParked()
        // Let go of here, without the lock: what ends with it may call the loop.
        _ = consume beats
    }

    /// Runs what is posted, and what there is in turn, on the calling thread, until ``stop()``.
    ///
    /// - Parameters:
    ///   - turn: What else there is to do.
    ///   - drainingDispatch: Whether to run the Dispatch main queue as well; on thread 0 only.
    func run(_ turn: Turn, drainingDispatch: Bool) {
        let dispatch = drainingDispatch ? slipway_dispatch_main_handle() : -1
        var rounds = 0
        var hasRested = false
        var isStopped = false
        while true {
            let work = take(&isStopped)
            if !work.isEmpty { turn.beforeAbsence() }
            for work in work { run(work) }
            let isTurn = mustTurn.exchange(false, ordering: .acquiringAndReleasing)
            if isTurn, turn.run() { callForTurn() }
            let isBusy = isTurn || !work.isEmpty
            rounds += 1
            let isDue = rounds % Self.dispatchTurn == 0
            if !isDue, isBusy { continue }
            // Once it is stopped there is nothing to be there for.
            if !isStopped {
                if !isDue, lookForWork(upTo: Look.brief) { continue }
                turn.beforeRest()
                if !isDue, !hasRested {
                    hasRested = true
                    if lookForWork(upTo: Look.first) { continue }
                }
                turn.beforeAbsence()
            }
            if drainingDispatch { slipway_dispatch_main_drain(dispatch) }
            callBeats(at: .now)
            if isBusy { continue }
            if isStopped, leave() { return }
            guard let pause = park() else { continue }
            Wakeup.wait(for: wakeup.descriptor, dispatch, upTo: pause.duration)
            isParked.store(false, ordering: .relaxed)
            wakeup.clear()
        }
    }

    /// Whether there is something to run.
    private var isWanted: Bool {
        mustTurn.load(ordering: .sequentiallyConsistent)
            || hasWork.load(ordering: .sequentiallyConsistent)
    }

    private func lookForWork(upTo duration: Duration) -> Bool {
        guard isHurried.load(ordering: .relaxed) else { return false }
        return Look.until({ isWanted }, upTo: duration)
    }

    private func post(_ work: Work) {
        let isLate = state.withLock { state in
            state.work.append(work)
            let isLate = state.hasLeft && !state.hasLateThread
            if isLate { state.hasLateThread = true }
            return isLate
        }
        hasWork.store(true, ordering: .sequentiallyConsistent)
        wakeIfParked()
        // One that is refused is asked for again with the next work.
        if isLate, IdleThread.run("slipway-late", { [self] in runLate() }) != nil {
            state.withLock { $0.hasLateThread = false }
        }
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
        var isStopped = true
        while true {
            let work = take(&isStopped)
            for work in work { run(work) }
            guard work.isEmpty else { continue }
            let isDone = state.withLock { state in
                if state.work.isEmpty { state.hasLateThread = false }
                return state.work.isEmpty
            }
            if isDone { return }
        }
    }

    /// Takes what was posted, and notes it if the loop was stopped.
    private func take(_ isStopped: inout Bool) -> [Work] {
        // Before the lock is taken: what comes after it raises the flag again.
        guard hasWork.exchange(false, ordering: .acquiringAndReleasing) else { return [] }
        let (work, isOver) = state.withLock { state in
            defer {
                if !state.work.isEmpty {
                    state.work.removeAll(keepingCapacity: state.work.count < 1024)
                }
            }
            return (state.work, state.isStopped)
        }
        if isOver { isStopped = true }
        return work
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
        isParked.store(true, ordering: .sequentiallyConsistent)
        guard !isWanted else {
            isParked.store(false, ordering: .relaxed)
            return nil
        }
        let next = state.withLock { $0.beats.map(\.next).min() }
        return Pause(duration: next.map { Instant.now.duration(to: $0) })
    }
}
