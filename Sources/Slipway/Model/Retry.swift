#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// When a failed attempt is repeated, and after which backoff.
///
/// Three budgets are nested: the attempt's `timeout`, the operation's `budget` for all attempts and
/// backoffs, and the launch's deadline. An attempt that could not begin within the outer two is not
/// made. During a backoff the operation holds neither its slot in the queue nor its locks.
public struct Retry: Sendable {
    /// The most attempts, the first one included; at least 1.
    public var attempts: Int
    /// The backoff after the first failed attempt.
    public var initial: Duration
    /// The factor by which the backoff grows after each further attempt; at least 1.
    public var factor: Double
    /// The longest backoff, its jitter included.
    public var maximum: Duration
    /// The random variation of a backoff in either direction, as a fraction of it: 0 (none) to 1
    /// (from zero to twice as long).
    public var jitter: Double
    /// Tells whether an attempt that failed with this error may be repeated; `nil` for always.
    ///
    /// For an attempt that timed out, the error is a ``Failure`` of the kind
    /// ``Failure/Kind/timedOut``. The closure is not asked about a part that was not ready in
    /// time. Nothing follows a body that does not return within the plan's ``Plan/grace``.
    public var retries: (@Sendable (any Error) -> Bool)?

    /// Tells whether all attempts together have less time than one of them; a budget of zero is
    /// another mistake.
    package static func isTooShort(budget: Duration, _ timeout: Duration) -> Bool {
        .zero < budget && budget < timeout
    }

    /// Growing backoffs: `initial`, then `factor` times as long after each attempt, at most
    /// `maximum`.
    public static func exponential(
        attempts: Int,
        initial: Duration = .milliseconds(100),
        factor: Double = 2,
        maximum: Duration = .seconds(5),
        jitter: Double = 0.2,
        if retries: (@Sendable (any Error) -> Bool)? = nil
    ) -> Retry {
        Retry(
            attempts: attempts,
            initial: initial,
            factor: factor,
            maximum: maximum,
            jitter: jitter,
            retries: retries
        )
    }

    /// Backoffs of equal length.
    public static func constant(
        attempts: Int,
        pause: Duration,
        jitter: Double = 0,
        if retries: (@Sendable (any Error) -> Bool)? = nil
    ) -> Retry {
        Retry(
            attempts: attempts,
            initial: pause,
            factor: 1,
            // The backoff does not grow, and its jitter goes in either direction.
            maximum: .nanoseconds(Int64.max),
            jitter: jitter,
            retries: retries
        )
    }

    /// The same retry without its closure.
    var withoutCalls: Retry {
        var retry = self
        retry.retries = nil
        return retry
    }

    /// The backoff after attempt number `attempt` (from 1); `random`, from 0 to 1, selects a point
    /// in the jitter's range.
    func backoff(after attempt: Int, random: Double) -> Duration {
        guard initial > .zero else { return .zero }
        let growth = pow(factor, Double(max(1, attempt) - 1))
        let longest = Double(maximum.nanoseconds)
        let backoff = min(Double(initial.nanoseconds) * growth, longest)
        // The range itself is limited, and not the result: otherwise many attempts that wait for
        // one server would have the longest backoff, and meet there.
        let (least, most) = (backoff * (1 - jitter), min(backoff * (1 + jitter), longest))
        return .nanoseconds(Int64(max(0, min(least + (most - least) * random, 9e18))))
    }
}
