internal import Synchronization

/// Threads for bodies that block: one for each, never those that other bodies share.
///
/// A thread is started when work comes and no thread is idle; an idle one ends after a while. The
/// queues' widths bound how many there can be.
final class BlockingThreads: Sendable {
    private struct State: Sendable {
        var work = Fifo<@Sendable () -> Void>()
        var threads = 0
        /// Threads that run something.
        var busy = 0
        /// Threads that sleep.
        ///
        /// One that does not yet looks for work before it does, under the lock.
        var idle = 0
        var isClosed = false
    }

    private let state = Mutex(State())
    private let wakeup = Wakeup(countsSingly: true)

    /// How long an idle thread waits for more work before it ends.
    private static let patience = Duration.seconds(5)

    deinit { wakeup.close() }

    /// Runs `call` on a thread of the pool.
    func run(_ call: @escaping @Sendable () -> Void) {
        let (mustStart, mustWake) = state.withLock { state in
            state.work.append(call)
            // Never more threads than there is work, however quickly it comes and goes.
            let mustStart = state.threads < state.busy + state.work.count
            if mustStart { state.threads += 1 }
            return (mustStart, !mustStart && state.idle > 0)
        }
        if mustStart {
            Thread("slipway-block") { [self] in work() }.detach()
        } else if mustWake {
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
            while let call = take() {
                call()
                state.withLock { $0.busy -= 1 }
            }
            let mayRest = state.withLock { state -> Bool? in
                guard state.work.isEmpty else { return nil }
                if state.isClosed { state.threads -= 1 } else { state.idle += 1 }
                return !state.isClosed
            }
            guard let mayRest else { continue }
            guard mayRest, rest() else { return }
        }
    }

    private func take() -> (@Sendable () -> Void)? {
        state.withLock { state in
            let call = state.work.popFirst()
            if call != nil { state.busy += 1 }
            return call
        }
    }

    /// Sleeps until there may be work.
    ///
    /// - Returns: `false` when none came for so long that the thread is to end.
    private func rest() -> Bool {
        Wakeup.wait(for: wakeup.descriptor, upTo: Self.patience)
        let wasCalled = wakeup.clear()
        return state.withLock { state in
            state.idle -= 1
            let goesOn = wasCalled || !state.work.isEmpty
            if !goesOn { state.threads -= 1 }
            return goesOn
        }
    }
}
