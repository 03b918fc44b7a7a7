internal import Synchronization

/// Threads for synchronous bodies, which may block: never those that `async` code shares.
///
/// A thread is started when work comes and no thread is idle; an idle one ends after a while. The
/// queues' widths bound how many there can be.
final class WorkerPool: Sendable {
    private struct State: Sendable {
        var work = Fifo<@Sendable () -> Void>()
        var idle = 0
        /// Idle threads that were woken and have not looked yet.
        var called = 0
        var isClosed = false
    }

    private let state = Mutex(State())
    private let wakeup = Wakeup(countsSingly: true)

    /// How long an idle thread waits for more work before it ends.
    private static let patience = Duration.seconds(5)

    deinit { wakeup.close() }

    /// Runs `call` on a thread of the pool.
    func run(_ call: @escaping @Sendable () -> Void) {
        let mustStart = state.withLock { state in
            state.work.append(call)
            guard state.idle > state.called else { return true }
            state.called += 1
            return false
        }
        if mustStart {
            Thread("slipway-worker") { [self] in work() }.detach()
        } else {
            wakeup.wake()
        }
    }

    /// Lets idle threads end now.
    func close() {
        let idle = state.withLock { state in
            state.isClosed = true
            return state.idle
        }
        for _ in 0..<idle { wakeup.wake() }
    }

    private func work() {
        while true {
            while let call = state.withLock({ $0.work.popFirst() }) { call() }
            let mayRest = state.withLock { state in
                guard state.work.isEmpty, !state.isClosed else { return false }
                state.idle += 1
                return true
            }
            guard mayRest else {
                if state.withLock({ $0.work.isEmpty }) { return }
                continue
            }
            Wakeup.wait(for: wakeup.descriptor, upTo: Self.patience)
            let wasCalled = wakeup.clear()
            let mustEnd = state.withLock { state in
                state.idle -= 1
                if state.called > 0 { state.called -= 1 }
                return !wasCalled && state.work.isEmpty
            }
            if mustEnd { return }
        }
    }
}
