internal import Synchronization

/// A time that moves only by calls, with its alarms.
///
/// The time does not run due alarms: the driver takes them with ``takeDue(_:)``, one by one, so
/// that it can choose their order.
package final class VirtualTime: Sendable {
    /// The effect of an alarm.
    enum Alarm: Sendable {
        case timer(LaunchMachine.Timer)
        case call(@Sendable () -> Void)
        case sleeper(CheckedContinuation<Void, any Error>)
    }

    /// An entry of the heap; it is stale once no alarm has its number.
    private struct Entry: Comparable, Sendable {
        let at: Instant
        /// A limit comes after other alarms of its instant: work that ends exactly at its limit is
        /// in time.
        let isLimit: Bool
        let number: Int

        static func == (left: Entry, right: Entry) -> Bool { left.number == right.number }
        static func < (left: Entry, right: Entry) -> Bool {
            if left.at != right.at { return left.at < right.at }
            return left.isLimit == right.isLimit ? left.number < right.number : right.isLimit
        }
    }

    private struct State: Sendable {
        var entries = MinHeap<Entry>()
        /// The entries that are due.
        var due = Fifo<Entry>()
        var alarms: [Int: Alarm] = [:]
        var timers: [LaunchMachine.Timer: Int] = [:]
        /// The number of sleeping tasks of each running body.
        var sleepers: [Int: Int] = [:]
        /// The number of bodies with a sleeping task.
        var asleep = 0
        /// The body of each sleeping task.
        var bodies: [Int: Int] = [:]
        var lastNumber = 0

        mutating func add(_ alarm: Alarm, at instant: Instant, isLimit: Bool = false) -> Int {
            lastNumber += 1
            alarms[lastNumber] = alarm
            // The largest instant never comes.
            if instant.nanoseconds < .max {
                entries.insert(Entry(at: instant, isLimit: isLimit, number: lastNumber))
            }
            return lastNumber
        }

        mutating func remove(_ number: Int) -> Alarm? {
            guard let alarm = alarms.removeValue(forKey: number) else { return nil }
            if case .timer(let timer) = alarm { timers[timer] = nil }
            if let body = bodies.removeValue(forKey: number) { count(-1, body) }
            return alarm
        }

        mutating func fallAsleep(
            _ sleeper: CheckedContinuation<Void, any Error>,
            _ instant: Instant
        )
            -> Int
        {
            let number = add(.sleeper(sleeper), at: instant)
            bodies[number] = VirtualBody.number
            count(1, VirtualBody.number)
            return number
        }

        /// Changes the number of a body's sleeping tasks.
        mutating func count(_ step: Int, _ body: Int) {
            guard let before = sleepers[body] else { return }
            sleepers[body] = before + step
            asleep += (before + step > 0 ? 1 : 0) - (before > 0 ? 1 : 0)
        }

        mutating func gather(upTo now: Instant) {
            while let first = entries.first, first.at <= now, let entry = entries.popFirst() {
                if alarms[entry.number] != nil { due.append(entry) }
            }
        }
    }

    private let nanoseconds: Atomic<Int64>
    private let state = Guarded(State())

    /// Creates a time at `start`.
    package init(_ start: Instant = Instant(nanoseconds: 0)) {
        nanoseconds = Atomic(start.nanoseconds)
    }

    /// The present instant.
    package var now: Instant { Instant(nanoseconds: nanoseconds.load(ordering: .relaxed)) }

    /// Moves forward to an instant; never back.
    package func move(to instant: Instant) {
        guard instant > now else { return }
        nanoseconds.store(instant.nanoseconds, ordering: .relaxed)
    }

    /// Calls `call` when the driver takes the alarm of an instant.
    package func call(at instant: Instant, _ call: @escaping @Sendable () -> Void) {
        state.withLock { _ = $0.add(.call(call), at: instant) }
    }

    // Not inlined, nor is `disarm`: otherwise a launch in real time would instantiate the types
    // used here, some 16,000 instructions.
    @inline(never)
    func arm(_ timer: LaunchMachine.Timer, at instant: Instant) {
        state.withLock { state in
            if let number = state.timers[timer] { _ = state.remove(number) }
            state.timers[timer] = state.add(.timer(timer), at: instant, isLimit: true)
        }
    }

    @inline(never)
    func disarm(_ timer: LaunchMachine.Timer) {
        state.withLock { state in
            if let number = state.timers[timer] { _ = state.remove(number) }
        }
    }

    /// Suspends until the time is moved to `instant`; returns at once if it is there already.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    package nonisolated(nonsending) func sleep(until instant: Instant) async throws {
        if Task.isCancelled {
            // Yields, so that a loop that tries again and again can be noticed.
            await Task.yield()
            throw CancellationError()
        }
        guard instant > now else { return }
        let number = Atomic(0)
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isAsleep = state.withLock { state in
                    guard !Task.isCancelled else { return false }
                    number.store(state.fallAsleep(continuation, instant), ordering: .relaxed)
                    return true
                }
                if !isAsleep { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            let alarm = state.withLock { $0.remove(number.load(ordering: .relaxed)) }
            if case .sleeper(let continuation) = alarm {
                continuation.resume(throwing: CancellationError())
            }
        }
    }

    /// Notes that a body begins: its sleeping tasks count.
    func begin(_ body: Int) { state.withLock { $0.sleepers[body] = 0 } }

    /// Notes that a body has ended; tasks that it left behind may continue to sleep.
    func end(_ body: Int) {
        state.withLock { state in
            if state.sleepers.removeValue(forKey: body) ?? 0 > 0 { state.asleep -= 1 }
        }
    }

    /// Notes that a task of the present body waits for something inside of the launch, which counts as
    /// sleep.
    ///
    /// - Returns: The call that notes that the task goes on; to be called once.
    func fallAsleep() -> @Sendable () -> Void {
        let body = VirtualBody.number
        state.withLock { $0.count(1, body) }
        return { [self] in state.withLock { $0.count(-1, body) } }
    }

    /// Tells whether the body, or a task that it started, sleeps.
    func isAsleep(_ body: Int) -> Bool { state.withLock { $0.sleepers[body] ?? 0 > 0 } }

    /// The number of bodies that sleep, or have a sleeping task.
    var sleepingBodies: Int { state.withLock { $0.asleep } }

    /// The number of alarms that are due; some may have been disarmed since.
    var dueCount: Int {
        state.withLock { state in
            state.gather(upTo: now)
            return state.due.count
        }
    }

    /// Takes a due alarm by its index, 0 being the first; `nil` if it was disarmed.
    func takeDue(_ index: Int) -> Alarm? {
        state.withLock { state in state.due.pop(at: index).flatMap { state.remove($0.number) } }
    }

    /// The instant of the next alarm; `nil` if there is none.
    package var next: Instant? {
        state.withLock { state in
            while let first = state.entries.first {
                if state.alarms[first.number] != nil { return first.at }
                _ = state.entries.popFirst()
            }
            return nil
        }
    }

    /// Wakes all due sleepers in order, without a driver; for a time without a launch.
    package func wakeSleepers() {
        for _ in 0..<dueCount {
            if case .sleeper(let continuation) = takeDue(0) { continuation.resume() }
        }
    }

    /// Removes every alarm; sleepers wake with a `CancellationError`.
    func cancelAll() {
        let alarms = state.withLock { state in
            let alarms = state.alarms.sorted { $0.key < $1.key }
            defer {
                state.entries.removeAll()
                state.due = Fifo()
                for (number, _) in alarms { _ = state.remove(number) }
            }
            return alarms
        }
        for case (_, .sleeper(let continuation)) in alarms {
            continuation.resume(throwing: CancellationError())
        }
    }
}

/// The body that a task belongs to; the tasks that it starts inherit it.
enum VirtualBody {
    /// For tasks outside of bodies.
    static let none = 0

    @TaskLocal static var number = none
}
