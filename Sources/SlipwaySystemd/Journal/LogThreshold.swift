internal import Synchronization

/// The log level; may be changed at any time from any thread.
public final class LogThreshold: Sendable {
    private let level: Atomic<Int>

    /// Admits entries that are at least as important as `priority`.
    public init(_ priority: LogPriority = .info) {
        level = Atomic(priority.rawValue)
    }

    /// The least important priority that is admitted.
    public var priority: LogPriority {
        get { LogPriority(atMost: level.load(ordering: .relaxed)) }
        set { level.store(newValue.rawValue, ordering: .relaxed) }
    }
}

extension LogPriority {
    /// The nearest priority at or above a syslog level of 0 to 7; levels that Slipway does not use
    /// count as errors.
    public init(atMost level: Int) {
        self = LogPriority(rawValue: level) ?? (level > 7 ? .debug : .error)
    }
}
