public import Slipway

/// A span in which an operation of a launch did one thing, or waited for one.
public struct TimePhase: Hashable, Sendable {
    /// The things that an operation does, or waits for.
    public enum Kind: Hashable, Sendable {
        /// It waited for what it requires or runs after, for its group, or for its stage.
        case dependencies
        /// It waited for locks; of several this is the last one, and its holder, if that is known.
        case lock(Lock, holder: String?)
        /// It waited for a place in its queue.
        case slot
        /// Its body ran; the number of the attempt, from 1.
        case attempt(Int)
        /// It waited for its next attempt: the pause, and then a place in its queue.
        case backoff
        /// Its fallback ran, after its last attempt.
        case fallback
    }

    /// The thing that it did, or waited for.
    public var kind: Kind
    /// When it began.
    public var start: Instant
    /// When it ended; never before ``start``.
    public var end: Instant

    /// Creates a span.
    public init(_ kind: Kind, from start: Instant, to end: Instant) {
        self.kind = kind
        self.start = start
        self.end = max(start, end)
    }

    /// Its length.
    public var duration: Duration { start.duration(to: end) }
}

extension Report {
    /// The spans of an operation or a group from the launch's beginning to its own end, without gaps; spans
    /// of
    /// no length are left out.
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
