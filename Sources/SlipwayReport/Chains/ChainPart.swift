public import Slipway

/// A part of the time that a critical chain explains: the parts of a chain follow one another without a
/// gap, from the process's start to the end of the chain.
public struct ChainPart: Hashable, Sendable {
    /// The use of the time.
    public enum Kind: Hashable, Sendable {
        /// The process had started, and the launch had not: the runtime, `main`, the configuration.
        case beforeLaunch
        /// A condition was evaluated.
        case condition
        /// The operation waited for a lock.
        case lock(Lock)
        /// The operation waited for a slot of its queue.
        case slot(Queue)
        /// The operation could have started, but its queue, or (`nil`) the launch, was paused.
        case pause(Queue?)
        /// The body ran; the number of the attempt, from 1. For a group: an attempt that failed.
        case run(attempt: Int)
        /// The operation waited for its next attempt: the backoff, and then a slot of its queue.
        case backoff
        /// The operation's fallback ran.
        case fallback
        /// Any other time from the end of one step to the beginning of the next.
        case gap
    }

    /// The use of the time.
    public var kind: Kind
    /// The operation, or a group around it or before it; `nil` for the launch itself.
    public var operation: String?
    /// When the part began, from the process's start.
    public var start: Duration
    /// The length, longer than zero.
    public var duration: Duration

    /// Creates a part.
    public init(_ kind: Kind, of operation: String?, start: Duration, duration: Duration) {
        self.kind = kind
        self.operation = operation
        self.start = start
        self.duration = duration
    }

    /// The body of an operation, or an attempt of a group, ran.
    package var isRun: Bool { if case .run = kind { true } else { false } }
}

/// Parts that follow one another up to an instant.
struct ChainParts {
    private(set) var parts: [ChainPart] = []
    /// The end of the last part.
    private(set) var reached: Instant
    private let zero: Instant
    private let end: Instant

    init(from start: Instant, to end: Instant, zero: Instant) {
        reached = min(start, end)
        self.end = end
        self.zero = zero
    }

    /// Adds the part from the end of the last one to `instant`; nothing if that was reached before.
    mutating func add(_ kind: ChainPart.Kind, of operation: String?, to instant: Instant) {
        let next = min(instant, end)
        guard next > reached else { return }
        parts.append(
            ChainPart(
                kind,
                of: operation,
                start: zero.duration(to: reached),
                duration: reached.duration(to: next)
            )
        )
        reached = next
    }
}
