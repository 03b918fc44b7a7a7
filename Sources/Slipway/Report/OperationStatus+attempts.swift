/// What more than one attempt comes to.
extension OperationStatus {
    /// How many attempts have begun, as far as is known; 0 for one that may not be tried again.
    package var attemptCount: Int { max(attempt, attempts.count) }

    /// The time between its attempts, added up: pauses, and the waits for a place and for locks
    /// after them; `nil` before the second one.
    public var backoff: Duration? {
        let starts = attempts.map(\.startedAt) + [attemptStartedAt].compactMap(\.self)
        guard starts.count > 1 else { return nil }
        return zip(attempts, starts.dropFirst()).reduce(.zero) { sum, pair in
            sum + max(pair.0.endedAt.duration(to: pair.1), .zero)
        }
    }

    /// `3 attempts, 450ms between them`; `nil` for no more than one.
    package var retries: String? {
        guard attemptCount > 1 else { return nil }
        let between = backoff.map { ", \($0.timespan) between them" } ?? ""
        return "\(attemptCount) attempts\(between)"
    }

    /// `attempt 2 of 4`.
    func attemptWords(_ number: Int) -> String {
        attemptLimit > 1 ? "attempt \(number) of \(attemptLimit)" : "attempt \(number)"
    }

    /// `attempt 1: HTTP 503`, about the last one that failed; `nil` when none has.
    var lastFailure: String? {
        attempts.last?.failure.map { "attempt \(attempts.count): \($0.message)" }
    }
}
