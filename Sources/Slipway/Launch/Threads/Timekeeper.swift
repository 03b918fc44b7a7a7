internal import CSlipway
internal import Glibc
internal import Synchronization

/// One thread that watches the launch's timers and the process's signals, so that both are noticed
/// while the main thread is busy.
///
/// Started when there is something to watch.
final class Timekeeper: Sendable {
    enum Timer: Hashable, Sendable {
        case machine(LaunchMachine.Timer)
        /// The pool may need one more thread.
        case relief
    }

    /// A place in the heap; a leftover once its timer was disarmed or armed anew.
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
        /// The number of each timer's alarm.
        var armed: [Timer: Int] = [:]
        var lastNumber = 0
        var thread: Thread?
        var isStarted = false
        var isStopped = false

        /// Throws leftovers away once they are most of the heap.
        mutating func sweep() {
            guard alarms.count > 64, alarms.count > 4 * armed.count else { return }
            let live = alarms.unordered.filter { armed[$0.timer] == $0.number }
            alarms.removeAll()
            for alarm in live { alarms.insert(alarm) }
        }

        /// The next alarm that is not a leftover.
        var next: Alarm? {
            mutating get {
                while let first = alarms.first, armed[first.timer] != first.number {
                    _ = alarms.popFirst()
                }
                return alarms.first
            }
        }
    }

    private let state = Mutex(State())
    private let wakeup = Wakeup()
    private let signals: SignalCounter?
    private let fired: @Sendable (Timer) -> Void
    private let caught: @Sendable (Int32) -> Void

    /// - Parameters:
    ///   - signals: The signals to watch, if any.
    ///   - fired: Called on the timekeeper's thread when a timer has come.
    ///   - caught: Called on the timekeeper's thread with the number of a signal.
    init(
        signals: SignalCounter? = nil,
        fired: @escaping @Sendable (Timer) -> Void,
        caught: @escaping @Sendable (Int32) -> Void = { _ in }
    ) {
        self.signals = signals
        self.fired = fired
        self.caught = caught
    }

    /// Begins to watch signals, and what was armed before.
    ///
    /// Not sooner, so that the first operation does not wait for another thread to be made.
    func start() {
        let mustWatch = state.withLock { state in
            state.isStarted = true
            return signals != nil || !state.armed.isEmpty
        }
        if mustWatch { wake() }
    }

    deinit { wakeup.close() }

    func arm(_ timer: Timer, at instant: Instant) {
        if set(timer, at: instant) { wake() }
    }

    /// Arms a timer without waking the thread.
    ///
    /// - Returns: Whether it comes before all others: then ``wake()`` has to follow.
    func set(_ timer: Timer, at instant: Instant) -> Bool {
        state.withLock { state in
            let earliest = state.next
            state.lastNumber += 1
            state.armed[timer] = state.lastNumber
            state.alarms.insert(Alarm(at: instant, number: state.lastNumber, timer: timer))
            return earliest.map { instant < $0.at } ?? true
        }
    }

    func disarm(_ timer: Timer) {
        // The thread may wake for nothing then; it looks again.
        state.withLock { state in
            state.armed[timer] = nil
            state.sweep()
        }
    }

    /// Ends the thread and waits for it; not from the thread itself.
    func stop() {
        let thread = state.withLock { state in
            state.isStopped = true
            defer { state.thread = nil }
            return state.thread
        }
        wakeup.wake()
        thread?.join()
    }

    /// Has the thread look again; starts it if there is none.
    func wake() {
        state.withLock { state in
            guard state.isStarted, state.thread == nil, !state.isStopped else { return }
            state.thread = Thread("slipway-timer") { [self] in watch() }
        }
        wakeup.wake()
    }

    private func watch() {
        while true {
            if let signals, let signal = signals.take() { caught(signal) }
            let now = Instant.now
            let (due, next, isStopped) = state.withLock { state in
                var due: [Timer] = []
                while let alarm = state.next, alarm.at <= now {
                    due.append(alarm.timer)
                    state.armed[alarm.timer] = nil
                }
                return (due, state.next?.at, state.isStopped)
            }
            if isStopped { return }
            for timer in due { fired(timer) }
            guard due.isEmpty else { continue }
            Wakeup.wait(
                for: wakeup.descriptor,
                signals?.descriptor ?? -1,
                upTo: next.map { Instant.now.duration(to: $0) }
            )
            wakeup.clear()
        }
    }
}

/// Termination signals as a counter that a thread can sleep on.
struct SignalCounter: Sendable {
    private let wakeup = Wakeup()

    var descriptor: Int32 { wakeup.descriptor }

    /// Starts to count SIGTERM and SIGINT instead of letting them end the process.
    init() {
        for signal in [SIGTERM, SIGINT] { _ = slipway_catch_signal(signal, descriptor) }
    }

    /// The signal that came last, if one came since the last call.
    func take() -> Int32? {
        var count: UInt64 = 0
        guard read(descriptor, &count, 8) == 8 else { return nil }
        return slipway_last_signal()
    }

    static func name(of signal: Int32) -> String { signal == SIGTERM ? "SIGTERM" : "SIGINT" }

    /// Gives the signals their default disposition back.
    func close() {
        for signal in [SIGTERM, SIGINT] { _ = slipway_release_signal(signal) }
        wakeup.close()
    }
}
