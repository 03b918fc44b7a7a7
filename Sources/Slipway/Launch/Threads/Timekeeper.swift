internal import CSlipway
internal import Glibc
internal import Synchronization

/// One thread that watches the launch's timers and the process's signals, so that both are noticed
/// while the main thread is busy.
///
/// Started when there is something to watch.
final class Timekeeper: Sendable {
    private struct State: Sendable {
        var timers: [LaunchMachine.Timer: Instant] = [:]
        var thread: Thread?
        var isStopped = false
    }

    private let state = Mutex(State())
    private let wakeup = Wakeup()
    private let signals: SignalCounter?
    private let fired: @Sendable (LaunchMachine.Timer) -> Void
    private let caught: @Sendable (Int32) -> Void

    /// - Parameters:
    ///   - signals: The signals to watch, if any.
    ///   - fired: Called on the timekeeper's thread when a timer has come.
    ///   - caught: Called on the timekeeper's thread with the number of a signal.
    init(
        signals: SignalCounter? = nil,
        fired: @escaping @Sendable (LaunchMachine.Timer) -> Void,
        caught: @escaping @Sendable (Int32) -> Void = { _ in }
    ) {
        self.signals = signals
        self.fired = fired
        self.caught = caught
        if signals != nil { wake() }
    }

    deinit { wakeup.close() }

    func arm(_ timer: LaunchMachine.Timer, at instant: Instant) {
        let isFirst = state.withLock { state in
            let earliest = state.timers.values.min()
            state.timers[timer] = instant
            return earliest.map { instant < $0 } ?? true
        }
        if isFirst { wake() }
    }

    func disarm(_ timer: LaunchMachine.Timer) {
        // The thread may wake for nothing then; it looks again.
        state.withLock { _ = $0.timers.removeValue(forKey: timer) }
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

    private func wake() {
        state.withLock { state in
            guard state.thread == nil, !state.isStopped else { return }
            state.thread = Thread("slipway-timer") { [self] in watch() }
        }
        wakeup.wake()
    }

    private func watch() {
        while true {
            if let signals, let signal = signals.take() { caught(signal) }
            let now = Instant.now
            let (due, next, isStopped) = state.withLock { state in
                let due = state.timers.filter { $0.value <= now }.map(\.key)
                for timer in due { state.timers[timer] = nil }
                return (due, state.timers.values.min(), state.isStopped)
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
