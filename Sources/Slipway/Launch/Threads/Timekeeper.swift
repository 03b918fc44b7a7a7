internal import Synchronization

/// A launch's timers, and who is told of them and of signals; the ``AlarmThread`` watches them.
final class Timekeeper: Sendable {
    enum Timer: Hashable, Sendable {
        case machine(LaunchMachine.Timer)
        /// The pool may need one more thread.
        case relief
    }

    /// The number of each timer's alarm.
    ///
    /// Those that every launch has are in a row: to make the type of a hash table takes a process
    /// some 100,000 instructions, and a launch without timeouts needs none.
    private struct Armed: Sendable {
        private var common = (deadline: 0, grace: 0, teardown: 0, relief: 0)
        private var others: [Timer: Int] = [:]
        private(set) var count = 0

        /// `nil` when it is not armed; numbers are above 0.
        subscript(timer: Timer) -> Int? {
            get {
                switch timer {
                case .machine(.deadline): Self.known(common.deadline)
                case .machine(.grace): Self.known(common.grace)
                case .machine(.teardown): Self.known(common.teardown)
                case .relief: Self.known(common.relief)
                case .machine: others.isEmpty ? nil : others[timer]
                }
            }
            set {
                let before = self[timer]
                count += (newValue == nil ? 0 : 1) - (before == nil ? 0 : 1)
                switch timer {
                case .machine(.deadline): common.deadline = newValue ?? 0
                case .machine(.grace): common.grace = newValue ?? 0
                case .machine(.teardown): common.teardown = newValue ?? 0
                case .relief: common.relief = newValue ?? 0
                case .machine: if before != nil || newValue != nil { others[timer] = newValue }
                }
            }
        }

        private static func known(_ number: Int) -> Int? { number == 0 ? nil : number }
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
        var armed = Armed()
        var lastNumber = 0
        var isStarted = false
        var isWatched = false
        var isStopped = false

        /// Whether there is something to watch that is not; it is from now on.
        mutating func mustWatch(_ isWanted: Bool) -> Bool {
            guard isStarted, !isStopped, !isWatched, isWanted else { return false }
            isWatched = true
            return true
        }

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

    private let state = AdaptiveMutex(State())
    /// ``State/isStarted``, for those who would start it again and again.
    private let isStarted = Atomic(false)
    let watchesSignals: Bool
    let fired: @Sendable (Timer) -> Void
    let caught: @Sendable (Int32) -> Void

    /// - Parameters:
    ///   - watchesSignals: Whether to be watched for signals' sake, also without a timer.
    ///   - fired: Called, on any thread, when a timer has come.
    ///   - caught: Called, on any thread, with the number of a signal.
    init(
        watchesSignals: Bool = false,
        fired: @escaping @Sendable (Timer) -> Void,
        caught: @escaping @Sendable (Int32) -> Void = { _ in }
    ) {
        self.watchesSignals = watchesSignals
        self.fired = fired
        self.caught = caught
    }

    /// Begins to watch signals, and what was armed before; once.
    ///
    /// Not sooner, so that the first operation does not wait for another thread to be made.
    func start() {
        guard !isStarted.load(ordering: .relaxed) else { return }
        isStarted.store(true, ordering: .relaxed)
        let mustWatch = state.withLock { state in
            state.isStarted = true
            return state.mustWatch(watchesSignals || state.armed.count > 0)
        }
        if mustWatch { beWatched() }
    }

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

    /// Has the thread look again.
    func wake() {
        let (isWatched, mustWatch) = state.withLock { ($0.isWatched, $0.mustWatch(true)) }
        if mustWatch { beWatched() } else if isWatched { AlarmThread.wake() }
    }

    private func beWatched() {
        AlarmThread.watch(self)
        // It was stopped meanwhile, when there was nothing to forget.
        if state.withLock({ $0.isStopped }) { AlarmThread.forget(self) }
    }

    /// Ends it; a timer or a signal that has just come may still be told.
    func stop() {
        let wasWatched = state.withLock { state in
            state.isStopped = true
            return state.isWatched
        }
        if wasWatched { AlarmThread.forget(self) }
    }

    /// The timers that have come, and when the next one does.
    func takeDue(at now: Instant) -> (due: [Timer], next: Instant?) {
        state.withLock { state in
            var due: [Timer] = []
            while let alarm = state.next, alarm.at <= now {
                due.append(alarm.timer)
                state.armed[alarm.timer] = nil
            }
            return (due, state.next?.at)
        }
    }
}
