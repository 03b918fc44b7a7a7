/// The number and the pauses of the checks of a running program.
package struct HealthLimits: Hashable, Sendable {
    /// The pause before each check.
    package var every: Duration
    /// After how many failed checks that nothing made up for it is ended.
    package var misses: Int
    /// The number of passed checks in a row that make up for failed ones.
    package var successes: Int
    /// For how long from its readiness on failed checks do not count, until one has passed.
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
