package import Glibc
package import Slipway

/// The way by which a signal has come to this process: one that is sent to a whole group of
/// processes comes to each of them, and a parent may pass its own on, so that the same signal comes
/// several times.
package enum SignalWay: Hashable, Sendable {
    case direct
    /// Its parent has passed it on, with this number.
    case passed(Int32)

    /// - Parameters:
    ///   - code: `si_code` of the signal.
    ///   - sender: The process that sent it.
    ///   - value: What that process gave it.
    package init(code: Int32, sender: pid_t, value: Int32) {
        self = code == SI_QUEUE && sender == getppid() ? .passed(value) : .direct
    }
}

/// Counts signals that may come by several ways: as many were sent as came by one of them at most.
///
/// A signal that comes by one way again at once was sent once, as timeout(1) does to a process and
/// its group.
package struct SignalCount: Sendable {
    private static let moment = Duration.milliseconds(20)
    private var counts: [SignalWay: Int] = [:]
    private var last: [SignalWay: Instant] = [:]

    /// Begins with none.
    package init() {}

    /// Counts a signal that has come; returns how many were sent.
    package mutating func add(_ way: SignalWay, at now: Instant) -> Int {
        defer { last[way] = now }
        let isAgain = last[way].map { $0.duration(to: now) < Self.moment } ?? false
        if !isAgain { counts[way, default: 0] += 1 }
        return counts.values.max() ?? 0
    }
}
