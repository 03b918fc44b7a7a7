/// The state of a launch as a whole.
public enum Phase: Hashable, Sendable {
    /// Operations of the launch stage have not all ended.
    case starting
    /// Every required operation succeeded; `degraded` if an operation ended otherwise than succeeded or
    /// not needed, or the service said so (``Launch/degrade(reason:)``).
    case ready(degraded: Bool)
    /// Stopping or failing: running operations are cancelled, then succeeded ones are torn down in
    /// reverse.
    case stopping
    /// Ended by a stop.
    case stopped
    /// Ended because a required operation failed, the deadline passed, the launch stalled, or the service
    /// said so (``Launch/fail(_:)``).
    case failed

    /// The word for the phase in the protocol.
    public var word: String { kind.rawValue }

    /// The words for the phases: a launch that is ready and lacks something has one of its own.
    package enum Word: String, CaseIterable, Hashable, Sendable {
        case starting, ready, degraded, stopping, stopped, failed
    }

    /// The phase as one of the words.
    package var kind: Word {
        switch self {
        case .starting: .starting
        case .ready(degraded: false): .ready
        case .ready(degraded: true): .degraded
        case .stopping: .stopping
        case .stopped: .stopped
        case .failed: .failed
        }
    }

    /// The phase of a word.
    package init(_ kind: Word) {
        switch kind {
        case .starting: self = .starting
        case .ready: self = .ready(degraded: false)
        case .degraded: self = .ready(degraded: true)
        case .stopping: self = .stopping
        case .stopped: self = .stopped
        case .failed: self = .failed
        }
    }
}

/// A reason why a launch failed, with the operations that it skipped.
public struct RootCause: Hashable, Sendable {
    /// The operation that failed; `nil` if the launch as a whole did (its deadline passed, it stalled, or
    /// ``Launch/fail(_:)`` was called).
    public var operation: String?
    /// The failure itself.
    public var failure: Failure
    /// The operations that were skipped because of it, in declaration order.
    public var skipped: [String]
    /// The operation was cancelled, and did not fail by itself; ``failure`` has the reason.
    public var isCancelled: Bool

    /// Creates a root cause.
    public init(
        operation: String?,
        failure: Failure,
        skipped: [String] = [],
        isCancelled: Bool = false
    ) {
        self.operation = operation
        self.failure = failure
        self.skipped = skipped
        self.isCancelled = isCancelled
    }

    /// `'user-data' failed: HTTP 503`; only the message if the launch as a whole failed.
    package var words: String { words(failure.message) }

    /// The cause in words, with another message.
    package func words(_ message: String) -> String {
        operation.map { "'\($0)' \(isCancelled ? "was cancelled" : "failed"): \(message)" }
            ?? message
    }
}
