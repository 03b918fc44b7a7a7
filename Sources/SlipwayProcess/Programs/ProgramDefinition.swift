package import Slipway
package import SlipwaySystem

/// A program to start and to supervise.
package struct ProgramDefinition: Sendable {
    /// The sign by which a program is known to be ready.
    package typealias Ready = ProgramReadiness<String, HealthCheck>

    /// Checks the program once; returns why it does not work, `nil` if it does.
    package typealias HealthCheck = @Sendable () async -> CheckFailure?

    /// Ends the program in its own way, within a time; returns why that failed, `nil` if it did not.
    package typealias StopCommand = @Sendable (_ limit: Duration) async -> String?

    /// Runs before the program is given up; gets its status and the longest time for this, and
    /// returns why it failed, `nil` if it did not.
    package typealias LastCommand = @Sendable (ProgramStatus, _ limit: Duration) async -> String?

    /// The program's name: that of its operation.
    package let name: String
    /// The command to run.
    package private(set) var command: ChildCommand
    /// The programs that this one requires, directly or through others; empty if no program of the
    /// service has a rule for those that require it.
    package private(set) var requires: Set<String>
    /// The sign that the program is ready.
    package let ready: Ready
    /// The policy for its end.
    package private(set) var policy: ProgramPolicy
    /// The command that ends it before its processes are asked to; `nil` for none.
    package private(set) var stopCommand: StopCommand?
    /// The command that runs before the program is given up; `nil` for none.
    package private(set) var lastCommand: LastCommand?
    /// The health check; `nil` for a program that is not checked.
    package private(set) var check: HealthCheck?

    /// Describes a program; nothing is started.
    package init(
        name: String,
        command: ChildCommand,
        requires: Set<String> = [],
        ready: Ready,
        policy: ProgramPolicy,
        stopCommand: StopCommand? = nil,
        lastCommand: LastCommand? = nil,
        check: HealthCheck? = nil
    ) {
        self.name = name
        self.command = command
        self.requires = requires
        self.ready = ready
        self.policy = policy
        self.stopCommand = stopCommand
        self.lastCommand = lastCommand
        self.check = check
    }

    /// Has later starts run with other limits.
    mutating func limit(to limits: [GroupResource: UInt64]) {
        command.settings.resources = limits
        command.group?.limits = limits
    }

    /// Changes the times from now on; an end that has begun keeps its own.
    mutating func change(to times: ProgramTimes) { policy.times = times }

    /// Changes what the program's end means from now on.
    mutating func change(to end: ProgramEnd) { policy.end = end }

    /// Changes the programs that this one requires from now on.
    mutating func require(_ programs: Set<String>) { requires = programs }

    /// Takes over how another definition has the program watched and ended; the command stays.
    mutating func renew(_ other: ProgramDefinition) {
        (requires, policy, check) = (other.requires, other.policy, other.check)
        (stopCommand, lastCommand) = (other.stopCommand, other.lastCommand)
        command.settings.stopSignal = other.command.settings.stopSignal
        command.settings.endsWhole = other.command.settings.endsWhole
    }
}

/// A change to a program that a reload takes over: how it is watched and ended.
package struct ProgramRenewal: Sendable {
    let definition: ProgramDefinition
    let hasNewCheck: Bool
    let hasNewCommand: Bool

    /// Describes a change.
    ///
    /// - Parameters:
    ///   - definition: The program from then on.
    ///   - hasNewCheck: The program's health is checked in another way, too.
    ///   - hasNewCommand: The program is run in another way, too, once it is started: an operator
    ///     has stopped it.
    package init(_ definition: ProgramDefinition, hasNewCheck: Bool, hasNewCommand: Bool) {
        self.definition = definition
        self.hasNewCheck = hasNewCheck
        self.hasNewCommand = hasNewCommand
    }
}

/// The end of a service because of a program.
package struct ProgramConclusion: Sendable {
    /// The kinds of end.
    package enum End: Sendable {
        /// The service cannot go on without the program.
        case failure(Failure)
        /// The service has done its work, as the program has.
        case success(reason: String)
    }

    /// The program.
    package let name: String
    package let end: End
    /// The status with which the service is to exit; `nil` for the usual one.
    package let exitStatus: Int32?
}

/// Why a program is not running after its start was asked for.
package enum ProgramFailure: Error, Hashable, Sendable {
    /// The program could not be started, or ended by itself: why, and the system error behind it,
    /// if it named one.
    case ended(String, ErrorNumber? = nil)
    /// The task was cancelled, and the program's processes were ended; `lack` is what the start
    /// still lacked, as a predicate, and `lastLine` the program's last line.
    case cancelled(lack: String?, lastLine: String?)
}
