public import Slipway

/// A span in which an operation of a launch did one thing, or waited for one.
public struct TimePhase: Hashable, Sendable {
    /// The things that an operation does, or waits for.
    public enum Kind: Hashable, Sendable {
        /// The operation waited for what it requires or runs after, for its group, or for its
        /// stage.
        case dependencies
        /// The operation waited for locks: the last of them, and its holder, if that is known.
        case lock(Lock, holder: String?)
        /// The operation waited for a slot of its queue.
        case slot
        /// The body ran; the number of the attempt, from 1.
        case attempt(Int)
        /// The operation waited for its next attempt: the backoff, and then a slot of its queue.
        case backoff
        /// The fallback ran, after the last attempt.
        case fallback
    }

    /// The thing that the operation did, or waited for.
    public var kind: Kind
    /// When the span began.
    public var start: Instant
    /// When the span ended; never before ``start``.
    public var end: Instant

    /// Creates a span.
    public init(_ kind: Kind, from start: Instant, to end: Instant) {
        self.kind = kind
        self.start = start
        self.end = max(start, end)
    }

    /// The length of the span.
    public var duration: Duration { start.duration(to: end) }
}

extension Report {
    /// The spans of an operation or a group from the launch's beginning to its own end, without
    /// gaps.
    ///
    /// Spans of no length are left out.
    ///
    /// - Parameters:
    ///   - operation: One of ``operations``.
    ///   - now: The end of what is under way; `nil` leaves that out.
    /// - Returns: The spans in order; empty before the launch has begun.
    public func phases(of operation: OperationStatus, at now: Instant? = nil) -> [TimePhase] {
        guard let launchedAt = course.launchedAt, let end = operation.endedAt ?? now else {
            return []
        }
        var phases = Phases(from: launchedAt, to: end)
        phases.add(.dependencies, to: operation.readyAt ?? end)
        if let start = operation.startedAt ?? (operation.readyAt == nil ? nil : end) {
            if let wait = operation.lockWait {
                phases.add(
                    .lock(wait.lock, holder: wait.holder),
                    to: phases.reached.advanced(by: wait.duration),
                    atMost: start
                )
            }
            phases.add(.slot, to: start)
        }
        guard operation.startedAt != nil else { return phases.spans }
        for attempt in operation.attempts {
            phases.add(.backoff, to: attempt.startedAt)
            phases.add(.attempt(attempt.number), to: attempt.endedAt)
        }
        if let start = operation.attemptStartedAt {
            phases.add(.backoff, to: start)
            phases.add(.attempt(operation.attemptCount), to: end)
        } else if operation.attempts.isEmpty {
            phases.add(.attempt(1), to: end)
        } else {
            phases.add(operation.fallback == nil ? .backoff : .fallback, to: end)
        }
        return phases.spans
    }
}

/// Spans that follow one another.
private struct Phases {
    private(set) var spans: [TimePhase] = []
    private(set) var reached: Instant
    private let end: Instant

    init(from start: Instant, to end: Instant) {
        reached = start
        self.end = end
    }

    mutating func add(
        _ kind: TimePhase.Kind,
        to instant: Instant,
        atMost limit: Instant? = nil
    ) {
        let next = min(instant, limit ?? end, end)
        guard next > reached else { return }
        spans.append(TimePhase(kind, from: reached, to: next))
        reached = next
    }
}
