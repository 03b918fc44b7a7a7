/// Decides how many threads a ``Pool`` has: who comes for work, who waits for more, who leaves, and
/// when threads are lent.
///
/// A value without a thread or a clock: what happens goes in, and how many threads are to be started
/// comes out. The pool asks it under its lock.
struct PoolCrew: Sendable {
    /// Threads that run something, look for it, or are being started.
    private(set) var threads = 0
    /// Those of them that look for work, and have not been called.
    private(set) var looking = 0
    /// Those that were called while they looked, and have not noticed yet.
    private(set) var calls = 0
    /// How many threads there may be; more than CPUs while some are lent.
    private(set) var capacity: Int
    /// How many are lent the next time that nothing gets on.
    private(set) var lending = 1
    /// How many of those are to be started still.
    private var owed = 0
    /// Whether work has come for which there was nobody, since a thread last began to look.
    private var isUnheard = false

    private let cpus: Int
    /// The most threads there can be, lent ones included.
    private let limit: Int
    /// When threads were last lent.
    private var lentAt = Instant(nanoseconds: 0)
    /// How far things were when they began to be watched.
    private var watchedProgress = 0

    /// For how long there may be more threads than CPUs once work had to wait for one.
    static let loan = Duration.seconds(5)

    init(cpus: Int, limit: Int = 512) {
        self.cpus = cpus
        self.limit = limit
        capacity = cpus
    }

    /// Who comes for work.
    enum Comer: Sendable {
        /// A thread that is to be started now.
        case started
        /// A thread that looks for work, and will notice.
        case called
        /// Nobody who would not have come anyway.
        case nobody
    }

    /// There is work for one more thread.
    ///
    /// - Parameter mayWait: Whether somebody sees to it later that there are enough: until then one
    ///   thread has to do.
    /// - Returns: Who comes for it.
    mutating func workCame(mayWait: Bool) -> Comer {
        if looking > 0 {
            looking -= 1
            calls += 1
            return .called
        }
        guard threads < (mayWait ? 1 : capacity) else {
            isUnheard = true
            return .nobody
        }
        threads += 1
        return .started
    }

    /// A thread found nothing to do, and looks for a moment before it leaves.
    ///
    /// - Returns: Whether it has to see once more itself whether there is work: some may have come
    ///   since it found nothing, and nobody was called.
    mutating func beganLooking() -> Bool {
        defer { isUnheard = false }
        looking += 1
        return isUnheard
    }

    /// A thread found work as soon as it had said that it looks; there may be more for others.
    mutating func foundWork() {
        // A call that it got is left to another one that looks, if there is one.
        if looking > 0 { looking -= 1 } else { calls -= 1 }
    }

    /// A thread that looks has noticed a call.
    ///
    /// - Returns: Whether it is its own; `false` when another one was quicker.
    mutating func tookCall() -> Bool {
        guard calls > 0 else { return false }
        calls -= 1
        return true
    }

    /// A thread has looked in vain.
    ///
    /// - Returns: Whether it leaves; `false` when it was called at the last moment.
    mutating func lookedInVain(at now: Instant) -> Bool {
        if tookCall() { return false }
        looking -= 1
        left(at: now)
        return true
    }

    /// A thread leaves.
    mutating func left(at now: Instant) {
        threads -= 1
        // Not sooner: what blocked then may block still, and the next work is not to wait again.
        if capacity > cpus, lentAt.duration(to: now) > Self.loan { capacity = cpus }
    }

    /// A thread that was counted in could not be started; nor could more be lent.
    mutating func wasRefused() {
        threads -= 1
        owed = 0
        lending = 1
        capacity = max(cpus, threads)
    }

    /// A thread that has left saw that there is work after all.
    ///
    /// - Returns: Whether it is one of the crew again; `false` when there are enough.
    mutating func cameBack() -> Bool {
        guard threads < capacity else { return false }
        threads += 1
        return true
    }

    /// Work waits from now on for threads that are busy.
    ///
    /// - Parameter progress: A number that changes when any of them gets on.
    mutating func beganWaiting(progress: Int) { watchedProgress = progress }

    /// Work has waited for a while.
    ///
    /// Threads are lent if it waits still and nothing got on meanwhile: then bodies block that were
    /// not declared to. Twice as many each time that this did not help.
    ///
    /// ``lend(at:)`` tells for each whether it is to be started.
    mutating func hasWaited(_ waiting: Int, progress: Int) {
        owed = 0
        guard waiting > 0, progress == watchedProgress || threads == 0 else {
            lending = 1
            return
        }
        // If the only thread was refused, more than one would be as well.
        guard threads > 0 else { return owed = 1 }
        owed = min(lending, waiting)
        lending = min(2 * lending, limit)
    }

    /// Counts in one of the threads that are lent.
    ///
    /// - Returns: Whether one is to be started.
    mutating func lend(at now: Instant) -> Bool {
        guard owed > 0, threads < limit else { return false }
        owed -= 1
        threads += 1
        if threads > capacity {
            capacity = threads
            lentAt = now
        }
        return true
    }
}
