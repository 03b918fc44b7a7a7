/// Where the time of a launch went, in a few numbers.
public struct TimeSummary: Hashable, Sendable {
    /// What one queue did for the launch.
    public struct QueueTime: Hashable, Sendable {
        /// The queue.
        public var queue: Queue
        /// How many operations ran, or run, on it.
        public var operations: Int
        /// How long at least one of them ran.
        public var busy: Duration
        /// Their run times, added up; more than `busy` where they ran at the same time.
        public var run: Duration
    }

    /// Where the launch is.
    public var phase: Phase
    /// Whether the launch became ready.
    public var isFinished: Bool
    /// From the process's start to the launch's: the runtime, `main`, reading the configuration;
    /// `nil` before.
    public var beforeLaunch: Duration?
    /// From the process's start to ready, to its end if it never was, or so far; `nil` if the
    /// report does not say.
    public var total: Duration?
    /// What each queue did, `main` first, then `userInitiated`; without those that did nothing.
    public var queues: [QueueTime]
    /// How many operations there are.
    public var operations: Int
    /// How many of them have ended, however.
    public var ended: Int
    /// How many ended in each way that is not a plain success, worst first; without zeros.
    public var troubles: [Trouble]

    /// How many operations came to the same bad end.
    public struct Trouble: Hashable, Sendable {
        /// `failed`, `timed out`, `cancelled`, `skipped` or `degraded`.
        public var word: String
        /// How many.
        public var count: Int
    }
}

extension Report {
    /// The launch in a few numbers.
    ///
    /// - Parameter now: Up to when a launch that is under way is counted; `nil` leaves it open.
    /// - Returns: The summary, of which ``TimeSummary/headline`` is the one-line text.
    public func timeSummary(at now: Instant? = nil) -> TimeSummary {
        let end = readyAt ?? endedAt ?? now
        let words = operations.lazy.filter { $0.outcome != nil }.map(\.resultWord)
        let counts = words.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        return TimeSummary(
            phase: phase,
            isFinished: readyAt != nil,
            beforeLaunch: launchedAt.map { max(processStart.duration(to: $0), .zero) },
            total: end.map { max(processStart.duration(to: $0), .zero) },
            queues: queueTimes(at: now),
            operations: operations.count,
            ended: operations.count { $0.outcome != nil },
            troubles: ["failed", "timed out", "cancelled", "skipped", "degraded"].compactMap {
                word in counts[word].map { TimeSummary.Trouble(word: word, count: $0) }
            }
        )
    }

    private func queueTimes(at now: Instant?) -> [TimeSummary.QueueTime] {
        var order: [Queue] = [.main, .userInitiated]
        var spans: [Queue: [(start: Instant, end: Instant)]] = [:]
        for operation in operations {
            guard let start = operation.startedAt, let end = operation.endedAt ?? now else {
                continue
            }
            if !order.contains(operation.queue) { order.append(operation.queue) }
            spans[operation.queue, default: []].append((start, max(start, end)))
        }
        return order.compactMap { queue in
            guard let spans = spans[queue] else { return nil }
            return TimeSummary.QueueTime(
                queue: queue,
                operations: spans.count,
                busy: Self.union(spans),
                run: spans.reduce(.zero) { $0 + $1.start.duration(to: $1.end) }
            )
        }
    }

    /// How long at least one of the spans lasted.
    private static func union(_ spans: [(start: Instant, end: Instant)]) -> Duration {
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
