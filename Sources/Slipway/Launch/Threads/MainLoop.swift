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
        /// The thread sleeps, or is about to: new work has to wake it.
        var isParked = false
        var isStopped = false
        var beats: [Beat] = []
    }

    private let state = Mutex(State())
    private let wakeup = Wakeup()

    deinit { wakeup.close() }

    func enqueue(_ job: consuming ExecutorJob) { post(.job(UnownedJob(job))) }

    func post(_ call: @escaping @Sendable () -> Void) { post(.call(call)) }

    /// Calls `call` on the loop's thread every `interval`, the first time right away.
    func beat(every interval: Duration, _ call: @escaping @Sendable () -> Void) {
        state.withLock { $0.beats.append(Beat(interval: interval, call: call, next: .now)) }
        wakeup.wake()
    }

    /// Makes ``run(drainingDispatch:)`` return once what was posted before has run.
    func stop() {
        state.withLock { $0.isStopped = true }
        wakeup.wake()
    }

    /// Runs what is posted, on the calling thread, until ``stop()``.
    ///
    /// - Parameter drainingDispatch: Whether to run the Dispatch main queue as well; on thread 0
    ///   only.
    func run(drainingDispatch: Bool) {
        let dispatch = drainingDispatch ? slipway_dispatch_main_handle() : -1
        while true {
            let (batch, isStopped) = take()
            for work in batch { run(work) }
            if drainingDispatch { slipway_dispatch_main_drain(dispatch) }
            callBeats(at: .now)
            guard batch.isEmpty else { continue }
            if isStopped { return }
            guard let pause = park() else { continue }
            Wakeup.wait(for: wakeup.descriptor, dispatch, upTo: pause.duration)
            state.withLock { $0.isParked = false }
            wakeup.clear()
        }
    }

    private func post(_ work: Work) {
        let mustWake = state.withLock { state in
            state.work.append(work)
            return state.isParked
        }
        if mustWake { wakeup.wake() }
    }

    private func take() -> ([Work], isStopped: Bool) {
        state.withLock { state in
            defer { state.work.removeAll(keepingCapacity: state.work.count < 1024) }
            return (state.work, state.isStopped)
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
            guard state.work.isEmpty, !state.isStopped else { return nil }
            state.isParked = true
            let next = state.beats.map(\.next).min()
            return Pause(duration: next.map { Instant.now.duration(to: $0) })
        }
    }
}
