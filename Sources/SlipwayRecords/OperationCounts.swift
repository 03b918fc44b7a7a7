internal import Slipway

/// How many operations are in each state.
package struct OperationCounts: Hashable, Sendable {
    /// Wait for operations that they require or run after.
    package var pending = 0
    /// Wait for their queue, or for their obstacle.
    package var ready = 0
    /// Run.
    package var running = 0
    /// Ended with their value.
    package var succeeded = 0
    /// Ended with a fallback.
    package var degraded = 0
    /// Ended with an error.
    package var failed = 0
    /// Were cancelled.
    package var cancelled = 0
    /// Never started.
    package var skipped = 0

    /// Creates zero counts.
    package init() {}

    /// How many have ended, with any outcome.
    package var ended: Int { succeeded + degraded + failed + cancelled + skipped }
    /// How many there are.
    package var total: Int { pending + ready + running + ended }

    mutating func count(_ state: OperationStatus.State) {
        switch state {
        case .pending: pending += 1
        case .ready: ready += 1
        case .running: running += 1
        case .ended(.succeeded): succeeded += 1
        case .ended(.degraded): degraded += 1
        case .ended(.failed): failed += 1
        case .ended(.cancelled): cancelled += 1
        case .ended(.skipped), .ended(.notNeeded): skipped += 1
        }
    }
}
