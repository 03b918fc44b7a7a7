package import Slipway

/// The demands on a program, and what follows when it ends by itself.
package struct ProgramPolicy: Hashable, Sendable {
    /// The meaning of the program's end.
    package var end: ProgramEnd
    /// A first start that fails is followed by others.
    package var includesFirstStart = false
    /// A command is run before the program is given up.
    package var hasLastCommand = false
    /// The time after which the program is ready because it still runs; `nil` if another sign makes
    /// it ready.
    package var settling: Duration?
    /// The service can do without the program: when restarts are used up, the launch is degraded
    /// instead of failed.
    package var isOptional: Bool
    package var times: ProgramTimes
    /// The longest time between two pings; `nil` for a program without a watchdog.
    package var watchdog: Duration?
    /// The limits of health checks; `nil` for a program that is not checked.
    package var health: HealthLimits?
    /// The name of the signal that asks it to end.
    package var stopSignal = "SIGTERM"
    /// The program's operation has a command that ends it, a `stop`.
    package var hasStopCommand: Bool

    /// Creates a policy.
    package init(
        ended: EndPolicy = .fail,
        isOptional: Bool = false,
        times: ProgramTimes = ProgramTimes(),
        watchdog: Duration? = nil,
        health: HealthLimits? = nil,
        hasStopCommand: Bool = false
    ) {
        end = ProgramEnd(ended)
        self.isOptional = isOptional
        self.times = times
        self.watchdog = watchdog
        self.health = health
        self.hasStopCommand = hasStopCommand
    }

    /// The part that the program's supervisor has to know.
    var supervision: Supervisor.Policy {
        Supervisor.Policy(
            ended: end.policy,
            isOptional: isOptional,
            startLimit: times.startLimit,
            longestStart: times.longestStart,
            includesFirstStart: includesFirstStart,
            hasLastStep: hasLastCommand
        )
    }
}

extension ProgramEnd.Successes {
    func contains(_ end: ChildStatus) -> Bool {
        switch end {
        case .exited(let status): statuses.contains(status)
        case .killed(let signal): signals.contains(signal)
        case .outOfMemory, .unknown: false
        }
    }
}
