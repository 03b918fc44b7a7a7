package import Slipway
package import SlipwaySystem

/// A program to start and to supervise.
package struct ProgramDefinition: Sendable {
    /// The sign by which it is known to be ready.
    package typealias Ready = ProgramReadiness<String, HealthCheck>

    /// Checks the program once; returns why it does not work, `nil` if it does.
    package typealias HealthCheck = @Sendable () async -> CheckFailure?

    /// Ends the program in its own way, within a time; returns why that failed, `nil` if it did not.
    package typealias StopCommand = @Sendable (_ limit: Duration) async -> String?

    /// Does what comes before it is given up; gets how it is and how long that may take, and returns why it
    /// failed, `nil` if it did not.
    package typealias LastCommand = @Sendable (ProgramStatus, _ limit: Duration) async -> String?

    /// Its name: that of its operation.
    package let name: String
    /// The command to run.
    package private(set) var command: ChildCommand
    /// The programs that it requires, directly or through others, as far as that matters to any of them.
    package private(set) var requires: Set<String>
    /// When it is ready.
    package let ready: Ready
    /// The policy for its end.
    package private(set) var policy: ProgramPolicy
    /// The command that ends it before its processes are asked to; `nil` for none.
    package private(set) var stopCommand: StopCommand?
    /// The command before it is given up; `nil` for none.
    package private(set) var lastCommand: LastCommand?
    /// `nil` for a program that is not checked.
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

    /// Has it have other times from now on; an end that has begun keeps its own.
    mutating func change(to times: ProgramTimes) { policy.times = times }

    /// Has its end mean something else from now on.
    mutating func change(to end: ProgramEnd) { policy.end = end }

    /// Has it require other programs from now on.
    mutating func require(_ programs: Set<String>) { requires = programs }

    /// Has it watched and ended as another definition says; it runs with the command of this one.
    mutating func renew(_ other: ProgramDefinition) {
        (requires, policy, check) = (other.requires, other.policy, other.check)
        (stopCommand, lastCommand) = (other.stopCommand, other.lastCommand)
        command.settings.stopSignal = other.command.settings.stopSignal
        command.settings.endsWhole = other.command.settings.endsWhole
    }
}

/// The other way in which a reload has a program watched and ended that it takes over.
package struct ProgramRenewal: Sendable {
    let definition: ProgramDefinition
    let hasNewCheck: Bool
    let hasNewCommand: Bool

    /// Describes a change.
    ///
    /// - Parameters:
    ///   - definition: The program from then on.
    ///   - hasNewCheck: Its health is checked in another way, too.
    ///   - hasNewCommand: It is run in another way, too, once it is started: an operator has stopped it.
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
        /// The service cannot go on without it.
        case failure(Failure)
        /// The service has done its work with it.
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
    /// It could not be started or ended by itself: why, and the system error behind it, if it named
    /// one.
    case ended(String, ErrorNumber? = nil)
    /// The task was cancelled, and its processes were ended; `lack` is what its start still lacked, as
    /// a predicate, and `lastLine` its last line.
    case cancelled(lack: String?, lastLine: String?)
}
