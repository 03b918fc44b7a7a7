internal import Synchronization

/// A launch's timers, and the thread that waits for the next one and, if asked, for signals.
///
/// The thread runs no user code, which could delay the next timer.
final class Clock<Timer: Hashable & Sendable>: Sendable {
    /// An entry of the heap; it is stale once its timer was disarmed or armed again.
    private struct Alarm: Comparable, Sendable {
        let at: Instant
        let number: Int
        let timer: Timer

        static func == (left: Alarm, right: Alarm) -> Bool { left.number == right.number }
        static func < (left: Alarm, right: Alarm) -> Bool {
            (left.at, left.number) < (right.at, right.number)
        }
    }

    private struct State: Sendable {
        var alarms = MinHeap<Alarm>()
        /// The number of each timer's present alarm.
        var armed: [Timer: Int] = [:]
        var lastNumber = 0
        var isStopped = false

        /// Removes the stale alarms once they are most of the heap.
        mutating func sweep() {
            guard alarms.count > 64, alarms.count > 4 * armed.count else { return }
            let live = alarms.unordered.filter { armed[$0.timer] == $0.number }
            alarms.removeAll()
            for alarm in live { alarms.insert(alarm) }
        }

        /// The next alarm that is not stale.
        var next: Alarm? {
            mutating get {
                while let first = alarms.first, armed[first.timer] != first.number {
                    _ = alarms.popFirst()
                }
                return alarms.first
            }
        }
    }

    private let state = AdaptiveMutex(State())
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
            let first = state.next
            state.lastNumber += 1
            state.armed[timer] = state.lastNumber
            state.alarms.insert(Alarm(at: instant, number: state.lastNumber, timer: timer))
            return first.map { instant < $0.at } ?? true
        }
        if isFirst { parker.notify() }
    }

    /// So many more may be armed soon.
    func expect(_ count: Int) {
        state.withLock { $0.armed.reserveCapacity($0.armed.count + count) }
    }

    func disarm(_ timer: Timer) {
        state.withLock { state in
            state.armed[timer] = nil
            state.sweep()
        }
    }

    /// Ends the thread; a timer that was just due may still be reported.
    func stop() {
        state.withLock { $0.isStopped = true }
        parker.notify()
    }

    private func run() {
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
            while let alarm = state.next, alarm.at <= now {
                due.append(alarm.timer)
                state.armed[alarm.timer] = nil
            }
            return (due, state.next?.at, state.isStopped)
        }
    }
}
