internal import Slipway

/// How many launch actions are in each state; of ended actions, only the last are counted.
package struct ActionCounts: Hashable, Sendable {
    /// Wait for operations, or for earlier actions of their kind.
    package var waiting = 0
    /// Run.
    package var running = 0
    /// Succeeded.
    package var done = 0
    /// Ended with an error.
    package var failed = 0
    /// Were cancelled.
    package var cancelled = 0
    /// Expired before they could run.
    package var expired = 0
    /// Gave their place to a later one of their kind.
    package var superseded = 0
    /// Were interrupted by the end of the service, and must not be repeated by themselves.
    package var interrupted = 0

    /// Creates zero counts.
    package init() {}

    /// Takes counts by the words of the states.
    package init(_ counts: [String: Int]) {
        func count(_ word: String) -> Int { counts[word] ?? 0 }
        waiting = count("waiting")
        running = count("running")
        done = count("done")
        failed = count("failed")
        cancelled = count("cancelled")
        expired = count("expired")
        superseded = count("superseded")
        interrupted = count("interrupted")
    }

    /// How many have not ended.
    package var open: Int { waiting + running }

    mutating func count(_ state: ActionStatus.State) {
        switch state {
        case .waiting: waiting += 1
        case .running: running += 1
        case .done: done += 1
        case .failed: failed += 1
        case .cancelled: cancelled += 1
        case .expired: expired += 1
        case .superseded: superseded += 1
        case .interrupted: interrupted += 1
        }
    }
}
