internal import Synchronization

/// The one thread of the process that watches the timers of all launches and the signals, so that
/// both are noticed while a main thread is busy.
///
/// Started when there is something to watch for the first time; then it stays, asleep.
enum AlarmThread {
    private struct State: Sendable {
        var watched: [Timekeeper] = []
        var isRunning = false
    }

    private static let state = AdaptiveMutex(State())
    private static let parker = Parker.signals

    /// Begins to watch.
    static func watch(_ timekeeper: Timekeeper) {
        let mustStart = state.withLock { state in
            state.watched.append(timekeeper)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if mustStart { Thread("slipway-timer") { run() } } else { parker.notify() }
    }

    /// Forgets; a timer that has just come may still be told.
    static func forget(_ timekeeper: Timekeeper) {
        state.withLock { $0.watched.removeAll { $0 === timekeeper } }
    }

    /// Looks again.
    static func wake() { parker.notify() }

    private static func run() {
        while true {
            let (wasBusy, next) = tellDue()
            if !wasBusy { _ = parker.wait(upTo: next.map { Instant.now.duration(to: $0) }) }
        }
    }

    /// Tells what has come.
    ///
    /// A function of its own, so that nothing keeps a launch alive while the thread sleeps.
    ///
    /// - Returns: Whether there was anything to tell, and when there will be.
    private static func tellDue() -> (wasBusy: Bool, next: Instant?) {
        let signal = Signals.take()
        var wasBusy = signal != nil
        var next: Instant?
        for timekeeper in state.withLock({ $0.watched }) {
            if let signal { timekeeper.caught(signal) }
            let (due, following) = timekeeper.takeDue(at: .now)
            for timer in due { timekeeper.fired(timer) }
            wasBusy = wasBusy || !due.isEmpty
            next = [next, following].compactMap(\.self).min()
        }
        return (wasBusy, next)
    }
}
