/// The attempts, added up and in words.
extension OperationStatus {
    /// The number of attempts that have begun, as far as known; 0 for an operation without retries.
    package var attemptCount: Int { max(attempt, attempts.count) }

    /// The time between the attempts, added up: backoffs, and the following waits for a slot and
    /// for locks; `nil` before the second attempt, and when one that has ended is not in
    /// ``attempts``.
    public var backoff: Duration? {
        let ended = attemptStartedAt == nil ? attempt : attempt - 1
        guard ended <= attempts.count else { return nil }
        let starts = attempts.map(\.startedAt) + [attemptStartedAt].compactMap(\.self)
        guard starts.count > 1 else { return nil }
        return zip(attempts, starts.dropFirst()).reduce(.zero) { sum, pair in
            sum + pair.0.endedAt.elapsed(to: pair.1)
        }
    }

    /// `3 attempts, 450ms between them`; `nil` for at most one attempt.
    package var retries: String? {
        guard attemptCount > 1 else { return nil }
        let between = backoff.map { ", \($0.timespan) between them" } ?? ""
        return "\(attemptCount) attempts\(between)"
    }

    /// `attempt 2 of 4`.
    package func attemptWords(_ number: Int) -> String {
        declared.attemptLimit > 1
            ? "attempt \(number) of \(declared.attemptLimit)" : "attempt \(number)"
    }

    /// `attempt 1: HTTP 503`, about the last failed attempt; `nil` if none has failed.
    package var lastFailure: String? {
        attempts.last.flatMap { last in
            last.failure.map { "attempt \(last.number): \($0.message)" }
        }
    }
}
