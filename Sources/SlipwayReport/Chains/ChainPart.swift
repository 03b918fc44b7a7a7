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
        /// It waited for a lock.
        case lock(Lock)
        /// It waited for a place in its queue.
        case slot(Queue)
        /// It could have started, and its queue, or (`nil`) the launch, was paused.
        case pause(Queue?)
        /// Its body ran; the number of the attempt, from 1. Of a group: an attempt that failed.
        case run(attempt: Int)
        /// It waited for its next attempt: the pause, and then a place in its queue.
        case backoff
        /// Its fallback was looked for.
        case fallback
        /// None of these: the time from the end of one step to the beginning of the next.
        case gap
    }

    /// The use of it.
    public var kind: Kind
    /// The operation, or a group around it or before it; `nil` for the launch itself.
    public var operation: String?
    /// When it began, from the process's start.
    public var start: Duration
    /// Its length, longer than zero.
    public var duration: Duration

    /// Creates a part.
    public init(_ kind: Kind, of operation: String?, start: Duration, duration: Duration) {
        self.kind = kind
        self.operation = operation
        self.start = start
        self.duration = duration
    }

    /// Its body, or an attempt of a group, ran.
    package var isRun: Bool { if case .run = kind { true } else { false } }
}

/// Parts that follow one another up to an instant.
struct ChainParts {
    private(set) var parts: [ChainPart] = []
    /// The end of the last one.
    private(set) var reached: Instant
    private let zero: Instant
    private let end: Instant

    init(from start: Instant, to end: Instant, zero: Instant) {
        reached = min(start, end)
        self.end = end
        self.zero = zero
    }

    /// Adds what filled the time from the last part on; nothing if that instant was reached before.
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
