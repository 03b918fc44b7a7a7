/// The meaning of the end of a program, which may change while it runs.
package struct ProgramEnd: Hashable, Sendable {
    /// The fate of the programs that depend on a program which is started again.
    package enum Dependents: String, Hashable, Sendable, CaseIterable {
        /// The dependents go on.
        case kept
        /// The dependents are restarted once the program is ready.
        case restarted
        /// The dependents are ended when the program ends, and started once it is ready.
        case stopped
    }

    /// The status with which the service exits when it ends because of the program.
    package enum ExitStatus: String, Hashable, Sendable, CaseIterable {
        /// 0 or 1.
        case usual
        /// The program's.
        case own
    }

    /// The ends of a process that are a success.
    package struct Successes: Hashable, Sendable {
        /// Exit statuses, from 0 to 255.
        package var statuses: Set<Int32>
        /// Numbers of signals.
        package var signals: Set<Int32>

        /// Creates a set of successes; by default the status 0 alone.
        package init(statuses: Set<Int32> = [0], signals: Set<Int32> = []) {
            self.statuses = statuses
            self.signals = signals
        }
    }

    /// The consequence of the program's end.
    package var policy: EndPolicy
    /// The consequence of the program's restart for the programs that depend on it.
    package var dependents = Dependents.kept
    /// The ends after which the program need not be started again, or the service ends well.
    package var success = Successes()
    /// The status of the service, if the program ends it.
    package var exitStatus = ExitStatus.usual

    /// Creates rules.
    package init(_ policy: EndPolicy = .fail) { self.policy = policy }
}
