/// The backoffs between the attempts of operations: random ones, or in a simulation those that
/// there once were.
struct RetryBackoffs: Sendable {
    /// The source of their jitter.
    private var random: SplitMix64
    /// The backoffs after the attempts of operations, by their numbers, as they were once.
    var known: [Int: [Duration]] = [:]

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    /// The backoff after an attempt of an operation; the number of the first attempt is 1.
    mutating func next(of index: Int, after attempt: Int, _ retry: Retry) -> Duration {
        let backoff = retry.backoff(after: attempt, random: random.fraction())
        guard let known = known[index], attempt <= known.count else { return backoff }
        return known[attempt - 1]
    }
}
