/// The meaning of the end of a program, which may change while it runs.
package struct ProgramEnd: Hashable, Sendable {
    /// The programs that depend on it, when it is started again.
    package enum Dependents: String, Hashable, Sendable, CaseIterable {
        /// They go on.
        case kept
        /// They are restarted once it is ready.
        case restarted
        /// They are ended when it ends, and started once it is ready.
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

        /// Names them; by default it is the status 0 alone.
        package init(statuses: Set<Int32> = [0], signals: Set<Int32> = []) {
            self.statuses = statuses
            self.signals = signals
        }
    }

    /// The consequence of its end.
    package var policy: EndPolicy
    /// The consequence of its restart for those that depend on it.
    package var dependents = Dependents.kept
    /// The ends after which it need not be started again, or the service ends well.
    package var success = Successes()
    /// The status of the service, if the program ends it.
    package var exitStatus = ExitStatus.usual

    /// Creates rules.
    package init(_ policy: EndPolicy = .fail) { self.policy = policy }
}
