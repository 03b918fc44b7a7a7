/// When a failed attempt is tried again, and after what pause.
///
/// Three budgets are nested: the attempt's `timeout`, the operation's `budget` over all attempts and
/// pauses, and the launch's deadline. An attempt that could not begin within the outer two is not
/// made. During a pause the operation holds neither its place in the queue nor its locks.
public struct Retry: Sendable {
    /// How many attempts there are at most, the first one included; at least 1.
    public var attempts: Int
    /// The pause after the first failed attempt.
    public var initial: Duration
    /// What the pause is multiplied by after each further attempt; at least 1.
    public var factor: Double
    /// The longest pause, before jitter.
    public var maximum: Duration
    /// How far a pause is moved at random in either direction, as a part of it: 0 (not at all) to 1
    /// (from nothing to twice as long).
    public var jitter: Double
    /// Whether an attempt that failed with this error may be tried again; `nil` for always.
    ///
    /// A timeout always may.
    public var retries: (@Sendable (any Error) -> Bool)?

    /// Pauses that grow: `initial`, then `factor` times as long after each attempt, at most
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

    /// Pauses of one length.
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
            maximum: pause,
            jitter: jitter,
            retries: retries
        )
    }

    /// The same without its closure.
    var withoutCalls: Retry {
        var retry = self
        retry.retries = nil
        return retry
    }

    /// The pause after attempt number `attempt` (from 1); `random`, from 0 to 1, is where in the
    /// jitter's range it is.
    func pause(after attempt: Int, random: Double) -> Duration {
        var pause = Double(initial.nanoseconds)
        let longest = Double(maximum.nanoseconds)
        for _ in 1..<max(1, attempt) where pause < longest { pause *= factor }
        pause = min(pause, longest) * (1 + jitter * (2 * random - 1))
        return .nanoseconds(Int64(max(0, min(pause, 9e18))))
    }
}
