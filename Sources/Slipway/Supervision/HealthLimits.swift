/// The limits of the checks of a running program.
package struct HealthLimits: Hashable, Sendable {
    /// The interval before each check.
    package var every: Duration
    /// The number of failed checks, not made up for, after which the program is ended.
    package var misses: Int
    /// The number of passed checks in a row that make up for failed ones.
    package var successes: Int
    /// The time from readiness on in which failed checks do not count, until one has passed.
    package var startPeriod: Duration

    /// Creates limits.
    package init(
        every: Duration = .seconds(10),
        misses: Int = 3,
        successes: Int = 1,
        startPeriod: Duration = .zero
    ) {
        self.every = every
        self.misses = misses
        self.successes = successes
        self.startPeriod = startPeriod
    }
}
