internal import CSlipway
internal import Glibc
internal import Synchronization

/// Looking again and again, instead of sleeping, for what another thread is about to do: to be found
/// looking costs the other side well under a microsecond, to be woken costs both some twenty.
enum Look {
    /// As long as it would take to be woken.
    static let brief = Duration.microseconds(30)
    /// As long as it takes a process's first threads to come up and to do something.
    static let first = Duration.microseconds(250)

    /// How many threads look; never more than there are CPUs, and with a single one none.
    ///
    /// Not fewer: of two that hand work to each other, the one begins to look before the other has
    /// noticed that it need not any more.
    private static let lookers = Atomic(0)
    private static let most = CPUs.usable > 1 ? CPUs.usable : 0

    /// Looks whether something has happened; once only where too many look already.
    ///
    /// - Returns: Whether it happened before `duration` had passed.
    @inline(__always)
    static func until(_ hasHappened: () -> Bool, upTo duration: Duration) -> Bool {
        if hasHappened() { return true }
        defer { lookers.subtract(1, ordering: .relaxed) }
        guard lookers.add(1, ordering: .relaxed).oldValue < most else { return false }
        let end = Instant.now.advanced(by: duration)
        repeat {
            for _ in 0..<32 {
                if hasHappened() { return true }
                slipway_relax()
            }
            // The thread that is waited for may itself wait for this processor.
            sched_yield()
        } while .now < end
        return hasHappened()
    }
}
