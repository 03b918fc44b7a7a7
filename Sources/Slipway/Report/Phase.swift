/// Where a launch is, as a whole.
public enum Phase: Hashable, Sendable {
    /// Operations of the launch stage have not all ended.
    case starting
    /// Every required operation succeeded; `degraded` when an optional one did not, or one
    /// succeeded with a fallback.
    case ready(degraded: Bool)
    /// Asked to stop, or failing: running operations are being cancelled, then what succeeded is
    /// torn down in reverse.
    case stopping
    /// Ended because it was asked to.
    case stopped
    /// Ended because a required operation failed or the deadline passed.
    case failed

    /// The one word for the phase, as the protocol writes it.
    public var word: String {
        switch self {
        case .starting: "starting"
        case .ready(degraded: false): "ready"
        case .ready(degraded: true): "degraded"
        case .stopping: "stopping"
        case .stopped: "stopped"
        case .failed: "failed"
        }
    }
}

/// A reason why a launch failed, with what it kept from running.
public struct RootCause: Hashable, Sendable {
    /// The operation that failed; `nil` when the launch as a whole did (its deadline passed, or it
    /// stalled).
    public var operation: String?
    /// What went wrong.
    public var failure: Failure
    /// The operations that were skipped because of it, in declaration order.
    public var skipped: [String]

    /// Creates a root cause.
    public init(operation: String?, failure: Failure, skipped: [String] = []) {
        self.operation = operation
        self.failure = failure
        self.skipped = skipped
    }
}
