internal import Synchronization

/// The one thread of the process that watches the timers of all launches and the signals, so that
/// both are noticed while a main thread is busy.
///
/// Started by the first launch; then it stays, asleep.
enum AlarmThread {
    private struct State: Sendable {
        var watched: [Timekeeper] = []
        var isRunning = false
    }

    private static let state = AdaptiveMutex(State())
    private static let parker = Parker.signals

    /// Whether the thread is there.
    static var isRunning: Bool { state.withLock { $0.isRunning } }

    /// Begins to watch.
    static func watch(_ timekeeper: Timekeeper) {
        state.withLock { $0.watched.append(timekeeper) }
        wake()
    }

    /// Forgets; a timer that has just come may still be told.
    static func forget(_ timekeeper: Timekeeper) {
        state.withLock { $0.watched.removeAll { $0 === timekeeper } }
    }

    /// Has the thread there before there is something to watch: later none may be had, and what is
    /// to be timed would never be.
    ///
    /// - Returns: Why there is none; `nil` when it is there.
    static func prepare() -> IdleThread.Refusal? {
        // With the lock held: another launch learns how it went.
        state.withLock { state in
            guard !state.isRunning else { return nil }
            let refusal = IdleThread.run("slipway-timer") { run() }
            state.isRunning = refusal == nil
            return refusal
        }
    }

    /// Looks again.
    static func wake() {
        // A launch has prepared it.
        if isRunning { parker.notify() } else { _ = prepare() }
    }

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
        let watched = state.withLock { $0.watched }
        // Left for the one that is about to be watched, if nobody is there yet who wants it.
        let signal = watched.contains(where: \.watchesSignals) ? Signals.take() : nil
        var wasBusy = signal != nil
        var next: Instant?
        for timekeeper in watched {
            let (due, following) = timekeeper.takeDue(at: .now)
            tell(timekeeper, due, timekeeper.watchesSignals ? signal : nil)
            wasBusy = wasBusy || !due.isEmpty
            next = [next, following].compactMap(\.self).min()
        }
        return (wasBusy, next)
    }

    /// Tells a launch what has come; all but what the pool waits for on another thread, since it can
    /// lead to code of the user's, which must not keep other launches from their timers.
    private static func tell(_ timekeeper: Timekeeper, _ due: [Timekeeper.Timer], _ signal: Int32?)
    {
        var others: [Timekeeper.Timer] = []
        for timer in due {
            if timer == .relief { timekeeper.fired(timer) } else { others.append(timer) }
        }
        guard !others.isEmpty || signal != nil else { return }
        let tell = { @Sendable [others] in
            if let signal { timekeeper.caught(signal) }
            for timer in others { timekeeper.fired(timer) }
        }
        // Late for others is better than never.
        if IdleThread.run("slipway-due", tell) != nil { tell() }
    }
}
