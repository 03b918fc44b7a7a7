public import Slipway

/// The times of a launch, summed up.
public struct TimeSummary: Hashable, Sendable {
    /// The use of one queue.
    public struct QueueTime: Hashable, Sendable {
        /// The queue.
        public var queue: Queue
        /// The number of operations that have run, or run, on it.
        public var operations: Int
        /// The time in which at least one of these operations ran.
        public var busy: Duration
        /// The run times of these operations, added up over all attempts; more than `busy` if some
        /// ran at the same time.
        public var run: Duration
    }

    /// The phase of the launch.
    public var phase: Phase
    /// When the process started, before `main`.
    public var processStart: Instant
    /// The launch became ready.
    public var isFinished: Bool
    /// From the process's start to the launch's: the runtime, `main`, reading the configuration;
    /// `nil` before.
    public var beforeLaunch: Duration?
    /// From the process's start to ready, to its end if it never was ready, or until now; `nil` if
    /// unknown.
    public var total: Duration?
    /// The used queues, `main` first, then `userInitiated`.
    public var queues: [QueueTime]
    /// The number of operations that gate readiness, without groups.
    public var operations: Int
    /// The number of these operations that have ended, with any outcome.
    public var ended: Int
    /// The number of operations, also of the background stage, that ended in each unsuccessful way,
    /// worst first; without zeros, and without those that were added on demand.
    public var troubles: [Trouble]
    /// The programs that operations started, in the order of their first start;
    /// ``ProgramStatus/startup`` is the time that each took to become ready.
    public var programs: [ProgramStatus]
    /// The longest hold on the main queue's thread; `nil` if none took a millisecond.
    public var mainBlock: MainBlock?

    /// The number of operations with the same unsuccessful end.
    public struct Trouble: Hashable, Sendable {
        /// `failed`, `timed out`, `cancelled`, `skipped` or `degraded`.
        public var word: String
        /// The number of these operations.
        public var count: Int
    }
}

extension Report {
    /// The times of the launch, summed up.
    ///
    /// - Parameter now: The end of the times of a launch under way; `nil` leaves them open.
    /// - Returns: The summary; ``TimeSummary/headline`` is its one-line text.
    public func timeSummary(at now: Instant? = nil) -> TimeSummary {
        let end = course.readyAt ?? course.endedAt ?? now
        let words = operations.lazy.filter { $0.isLack && !$0.isGroup }.map(\.resultWord)
        let counts = words.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        return TimeSummary(
            phase: course.phase,
            processStart: processStart,
            isFinished: course.readyAt != nil,
            beforeLaunch: course.launchedAt.map { processStart.elapsed(to: $0) },
            total: end.map { processStart.elapsed(to: $0) },
            queues: queueTimes(at: now),
            operations: operations.count(where: \.isCounted),
            ended: operations.count { $0.isCounted && $0.outcome != nil },
            troubles: ["failed", "timed out", "cancelled", "skipped", "degraded"].compactMap {
                word in counts[word].map { TimeSummary.Trouble(word: word, count: $0) }
            },
            programs: programs,
            mainBlock: mainBlock
        )
    }

    private func queueTimes(at now: Instant?) -> [TimeSummary.QueueTime] {
        var used: [Queue] = []
        var spans: [Queue: [Span]] = [:]
        var counts: [Queue: Int] = [:]
        for operation in operations {
            let taken = operation.spans(at: now)
            guard !taken.isEmpty else { continue }
            if counts[operation.queue] == nil { used.append(operation.queue) }
            counts[operation.queue, default: 0] += 1
            spans[operation.queue, default: []] += taken
        }
        return Queue.inOrder(used).compactMap { queue in
            guard let spans = spans[queue] else { return nil }
            return TimeSummary.QueueTime(
                queue: queue,
                operations: counts[queue] ?? 0,
                busy: Self.union(spans),
                run: spans.reduce(.zero) { $0 + $1.start.duration(to: $1.end) }
            )
        }
    }

    /// The total time in which at least one of the spans lasted.
    private static func union(_ spans: [Span]) -> Duration {
        var busy = Duration.zero
        var covered: Instant?
        for span in spans.sorted(by: { $0.start < $1.start }) {
            let start = covered.map { max($0, span.start) } ?? span.start
            if span.end > start { busy += start.duration(to: span.end) }
            covered = max(start, span.end)
        }
        return busy
    }
}

/// The time in which a slot of a queue was held.
private typealias Span = (start: Instant, end: Instant)

extension OperationStatus {
    /// The times in which the operation held a slot of its queue: each attempt, but not the time
    /// between attempts; none for a group.
    fileprivate func spans(at now: Instant?) -> [Span] {
        guard !declared.isGroup else { return [] }
        var spans: [Span] = attempts.map { ($0.startedAt, max($0.startedAt, $0.endedAt)) }
        let open = spans.isEmpty ? startedAt : attemptStartedAt
        if let open, let end = endedAt ?? now { spans.append((open, max(open, end))) }
        return spans
    }
}
