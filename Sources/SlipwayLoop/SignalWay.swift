package import Glibc
package import Slipway

/// The way by which a signal has come to this process.
///
/// The same signal may come several times: a signal to a group of processes comes to each of them,
/// and the parent of this process may pass on the one that it got.
package enum SignalWay: Hashable, Sendable {
    case direct
    /// The parent has passed the signal on, with this number.
    case passed(Int32)

    /// - Parameters:
    ///   - code: `si_code` of the signal.
    ///   - sender: The process that sent it.
    ///   - value: What that process gave it.
    package init(code: Int32, sender: pid_t, value: Int32) {
        self = code == SI_QUEUE && sender == getppid() ? .passed(value) : .direct
    }
}

/// Counts signals that may come by several ways: the number sent is the largest number that came by
/// one way.
///
/// Signals that come by the same way at once, within 20 ms, count as one: timeout(1) sends its
/// signal to a process, and to the group of the process too.
package struct SignalCount: Sendable {
    private static let moment = Duration.milliseconds(20)
    private var counts: [SignalWay: Int] = [:]
    private var last: [SignalWay: Instant] = [:]

    /// Creates a count of zero.
    package init() {}

    /// Counts a signal that has come; returns how many were sent.
    package mutating func add(_ way: SignalWay, at now: Instant) -> Int {
        defer { last[way] = now }
        let isAgain = last[way].map { $0.duration(to: now) < Self.moment } ?? false
        if !isAgain { counts[way, default: 0] += 1 }
        return counts.values.max() ?? 0
    }
}
