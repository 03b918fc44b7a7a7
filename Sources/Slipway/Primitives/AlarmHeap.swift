/// Timers and when they are due, the earliest first; with equal instants, in the order of arming.
///
/// A disarmed timer leaves its alarm in the heap, where it is stale until it comes first or most of
/// the heap is stale.
package struct AlarmHeap<Timer: Hashable & Sendable>: Sendable {
    private struct Alarm: Comparable, Sendable {
        let at: Instant
        let number: Int
        let timer: Timer

        static func == (left: Alarm, right: Alarm) -> Bool { left.number == right.number }
        static func < (left: Alarm, right: Alarm) -> Bool {
            (left.at, left.number) < (right.at, right.number)
        }
    }

    private var alarms = MinHeap<Alarm>()
    /// The number of each timer's present alarm.
    private var armed: [Timer: Int] = [:]
    private var lastNumber = 0

    /// Creates a heap in which no timer is armed.
    package init() {}

    /// When the next timer is due.
    package var next: Instant? {
        mutating get {
            while let first = alarms.first, armed[first.timer] != first.number {
                _ = alarms.popFirst()
            }
            return alarms.first?.at
        }
    }

    /// Arms a timer for an instant; replaces its earlier instant.
    package mutating func arm(_ timer: Timer, at instant: Instant) {
        lastNumber += 1
        armed[timer] = lastNumber
        alarms.insert(Alarm(at: instant, number: lastNumber, timer: timer))
    }

    package mutating func disarm(_ timer: Timer) {
        armed[timer] = nil
        guard alarms.count > 64, alarms.count > 4 * armed.count else { return }
        let live = alarms.unordered.filter { armed[$0.timer] == $0.number }
        alarms.removeAll()
        for alarm in live { alarms.insert(alarm) }
    }

    /// Takes the next timer if it is due; it is no longer armed.
    package mutating func takeDue(at now: Instant) -> Timer? {
        guard let next, next <= now, let alarm = alarms.popFirst() else { return nil }
        armed[alarm.timer] = nil
        return alarm.timer
    }

    /// Makes room for so many more timers, which may be armed soon.
    mutating func expect(_ count: Int) { armed.reserveCapacity(armed.count + count) }
}
