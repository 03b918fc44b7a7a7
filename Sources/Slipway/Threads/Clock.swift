internal import Synchronization

/// A launch's timers, and the thread that waits for the next one and, if asked, for signals.
///
/// The thread runs no user code, which could delay the next timer.
final class Clock<Timer: Hashable & Sendable>: Sendable {
    private struct State: Sendable {
        var alarms = AlarmHeap<Timer>()
        var isStopped = false
    }

    private let state = Guarded(State())
    private let parker: Parker
    private let fired: @Sendable (Timer) -> Void
    private let readSignals: (@Sendable () -> Void)?

    /// - Parameters:
    ///   - fired: Called when a timer is due.
    ///   - readSignals: Called when ``Signals`` may have caught a signal; `nil` to ignore signals.
    init(
        fired: @escaping @Sendable (Timer) -> Void,
        readSignals: (@Sendable () -> Void)? = nil
    ) {
        self.fired = fired
        self.readSignals = readSignals
        parker = readSignals == nil ? Parker() : .signals
    }

    /// Starts the thread.
    func start() throws(Thread.Refusal) {
        try Thread("slipway-clock") { [self] in run() }
    }

    /// Arms a timer for an instant; replaces its earlier instant.
    func arm(_ timer: Timer, at instant: Instant) {
        let isFirst = state.withLock { state in
            let next = state.alarms.next
            state.alarms.arm(timer, at: instant)
            return next.map { instant < $0 } ?? true
        }
        if isFirst { parker.notify() }
    }

    /// Makes room for so many more timers, which may be armed soon.
    func expect(_ count: Int) { state.withLock { $0.alarms.expect(count) } }

    func disarm(_ timer: Timer) { state.withLock { $0.alarms.disarm(timer) } }

    /// Ends the thread; a timer that was just due may still be reported.
    func stop() {
        state.withLock { $0.isStopped = true }
        parker.notify()
    }

    private func run() {
        if readSignals == nil { keepTime() } else { Parker.sleepingOnSignals { keepTime() } }
    }

    private func keepTime() {
        while true {
            readSignals?()
            let (due, next, isStopped) = takeDue(at: .now)
            if isStopped { return }
            for timer in due { fired(timer) }
            guard due.isEmpty else { continue }
            _ = parker.wait(upTo: next.map { Instant.now.duration(to: $0) })
            if let next, Standstill.isTold(by: .now, for: next) { catchUp() }
        }
    }

    /// Lets the other threads tell first what ended in time.
    private func catchUp() {
        let end = Instant.now.advanced(by: Standstill.catchingUp)
        while Instant.now < end {
            readSignals?()
            _ = parker.wait(upTo: Instant.now.duration(to: end))
        }
    }

    /// The timers that are due, and the instant of the next one.
    private func takeDue(at now: Instant) -> (due: [Timer], next: Instant?, isStopped: Bool) {
        state.withLock { state in
            var due: [Timer] = []
            while let timer = state.alarms.takeDue(at: now) { due.append(timer) }
            return (due, state.alarms.next, state.isStopped)
        }
    }
}
