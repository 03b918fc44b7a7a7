package import Slipway

/// The demands on a program, and what follows when it ends by itself.
package struct ProgramPolicy: Hashable, Sendable {
    /// Checks of a running program.
    package struct Health: Hashable, Sendable {
        /// The pause before each check.
        package var every: Duration
        /// After how many failed checks in a row it is ended.
        package var misses: Int

        /// Creates limits.
        package init(every: Duration, misses: Int) {
            self.every = every
            self.misses = misses
        }
    }

    /// The consequence of its end.
    package var ended: EndPolicy
    /// The service can do without it: when restarts are used up, the launch is degraded instead of
    /// failed.
    package var isOptional: Bool
    /// The longest time that it may take to become ready when it is started again; its operation
    /// has its own timeout.
    package var startLimit: Duration
    /// The longest time that starting may take with the extensions that it asks for.
    package var longestStart: Duration
    /// The longest time between two pings; `nil` for a program without a watchdog.
    package var watchdog: Duration?
    /// `nil` for a program that is not checked.
    package var health: Health?
    /// The time between the signal that asks it to end and SIGKILL.
    package var grace: Duration
    /// The name of that signal.
    package var stopSignal = "SIGTERM"
    /// Its operation has a command that ends it, a `stop`.
    package var hasStopCommand: Bool

    /// Creates a policy.
    package init(
        ended: EndPolicy = .fail,
        isOptional: Bool = false,
        startLimit: Duration = .seconds(90),
        longestStart: Duration = .seconds(90),
        watchdog: Duration? = nil,
        health: Health? = nil,
        grace: Duration = .seconds(10),
        hasStopCommand: Bool = false
    ) {
        self.ended = ended
        self.isOptional = isOptional
        self.startLimit = startLimit
        self.longestStart = longestStart
        self.watchdog = watchdog
        self.health = health
        self.grace = grace
        self.hasStopCommand = hasStopCommand
    }

    /// The part that its supervisor has to know.
    var supervision: Supervisor.Policy {
        Supervisor.Policy(
            ended: ended,
            isOptional: isOptional,
            startLimit: startLimit,
            longestStart: longestStart
        )
    }
}
