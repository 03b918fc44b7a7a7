/// A part, the body of an operation that stays, in the machine of its launch: its supervisor,
/// and the state of its present run.
struct Part: Sendable {
    /// The states of a run of the body.
    enum State: Hashable, Sendable {
        /// The run has returned, or has not begun.
        case none
        case running
        /// The run was asked to end.
        case asked(since: Instant)
        /// The run was cancelled, perhaps after it had been asked to end.
        case cancelled(wasAsked: Bool)
    }

    /// The timers of a part: the supervisor's, and one for the end of a run.
    enum Timer: Hashable, Sendable {
        case supervisor(Supervisor.Timer)
        /// The run was asked to end, and should have ended.
        case grace
    }

    var supervisor: Supervisor
    var state = State.none
    /// The number of the present run: news of an earlier one does not count.
    var run = 0
    /// The result of the last run; `nil` while it runs.
    var result: LaunchMachine.Result?
    /// Why the last end that was asked for went wrong.
    var failure: Failure?
    /// An attempt of the operation waits for the part.
    var isAwaited = false
    /// Operators wait to be told what their requests came to.
    var hasCallers = false

    /// The run was cancelled.
    var isCancelled: Bool { if case .cancelled = state { true } else { false } }

    /// The part runs, or will run again by itself.
    var isThere: Bool {
        switch supervisor.state {
        case .starting, .running, .ending, .pausing: true
        case .idle, .stopped, .ended: false
        }
    }
}
