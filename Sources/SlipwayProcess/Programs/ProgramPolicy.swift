package import Slipway

/// The demands on a program, and what follows when it ends by itself.
package struct ProgramPolicy: Hashable, Sendable {
    /// Checks of a running program.
    package struct Health: Hashable, Sendable {
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
            every: Duration,
            misses: Int,
            successes: Int = 1,
            startPeriod: Duration = .zero
        ) {
            self.every = every
            self.misses = misses
            self.successes = successes
            self.startPeriod = startPeriod
        }
    }

    /// The ends of a process that are a success.
    package struct SuccessfulEnds: Hashable, Sendable {
        /// Exit statuses.
        package var statuses: Set<Int32>
        /// Numbers of signals.
        package var signals: Set<Int32>

        /// Names them; by default it is the status 0 alone.
        package init(statuses: Set<Int32> = [0], signals: Set<Int32> = []) {
            self.statuses = statuses
            self.signals = signals
        }

        func contains(_ end: ChildStatus) -> Bool {
            switch end {
            case .exited(let status): statuses.contains(status)
            case .killed(let signal): signals.contains(signal)
            case .outOfMemory, .unknown: false
            }
        }
    }

    /// The programs that depend on it, when it is started again.
    package enum Dependents: Hashable, Sendable {
        /// They go on.
        case kept
        /// They are restarted once it is ready.
        case restarted
        /// They are ended when it ends, and started once it is ready.
        case stopped
    }

    /// The meaning of its end, which may change while it runs.
    package struct End: Hashable, Sendable {
        /// The consequence of its end.
        package var policy: EndPolicy
        /// The consequence of its restart for those that depend on it.
        package var dependents: Dependents
        /// The ends after which it need not be started again, or the service ends well.
        package var success: SuccessfulEnds
        /// When the service ends because of it, that exits with its status.
        package var passesExitStatus: Bool

        /// Creates rules.
        package init(
            _ policy: EndPolicy = .fail,
            dependents: Dependents = .kept,
            success: SuccessfulEnds = SuccessfulEnds(),
            passesExitStatus: Bool = false
        ) {
            self.policy = policy
            self.dependents = dependents
            self.success = success
            self.passesExitStatus = passesExitStatus
        }
    }

    /// The meaning of its end.
    package var end: End
    /// A first start that fails is followed by others.
    package var includesFirstStart = false
    /// A command is run before it is given up.
    package var hasLastCommand = false
    /// The time after which it is ready because it still runs; `nil` if it is ready by something
    /// else.
    package var settling: Duration?
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
        end = End(ended)
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
            ended: end.policy,
            isOptional: isOptional,
            startLimit: startLimit,
            longestStart: longestStart,
            includesFirstStart: includesFirstStart,
            hasLastStep: hasLastCommand
        )
    }
}
