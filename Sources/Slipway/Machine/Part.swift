/// The body of an operation that stays, in the machine of its launch: its supervisor, and how far its
/// present run is.
struct Part: Sendable {
    /// The stages of a run of the body.
    enum Stage: Hashable, Sendable {
        /// It has returned, or has not begun.
        case none
        case running
        /// It was asked to end.
        case asked(since: Instant)
        /// It was cancelled, perhaps after it had been asked to end.
        case cancelled(wasAsked: Bool)
    }

    /// Its timers; the supervisor's, and one of its end.
    enum Timer: Hashable, Sendable {
        case supervisor(Supervisor.Timer)
        /// It was asked to end, and should have.
        case grace
    }

    var supervisor: Supervisor
    var stage = Stage.none
    /// The number of its runs: news of an earlier one does not count.
    var run = 0
    /// The end of its last run; `nil` while it runs.
    var result: LaunchMachine.Result?
    /// Why its last end, which was asked for, went wrong.
    var failure: Failure?
    /// An attempt of its operation waits for it.
    var isAwaited = false
    /// Operators wait to be told what their requests came to.
    var hasCallers = false

    /// Its body was asked to give up.
    var isCancelled: Bool { if case .cancelled = stage { true } else { false } }

    /// It runs, or will again by itself.
    var isThere: Bool {
        switch supervisor.state {
        case .starting, .running, .ending, .pausing: true
        case .idle, .stopped, .ended: false
        }
    }
}
