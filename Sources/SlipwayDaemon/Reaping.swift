internal import Glibc
internal import SlipwayProcess
internal import SlipwaySystem

/// Decides whether the daemon has reapers.
enum Reaping {
    /// Puts reapers before this process, unless something else ends what it leaves behind.
    ///
    /// Call it before anything else is begun. It returns in the daemon.
    ///
    /// - Returns: Why there are none, or too few; `nil` if nothing is missing.
    static func begin() -> ErrorNumber? {
        guard !isSupervised else { return nil }
        do throws(ErrorNumber) {
            try Reaper.precede()
            return nil
        } catch {
            return error
        }
    }

    /// All processes end with this one, or a supervisor has to know its number: this is the first
    /// process of a container, the main process of a unit, or a process that another manager
    /// listens to.
    private static var isSupervised: Bool {
        let own = getpid()
        // systemd ends what is left in the unit's control group.
        let executed = ProcessEnvironment.variable("SYSTEMD_EXEC_PID")
        if own == 1 || isOfUnit(own, executed) { return true }
        // Another slipwayd listens to each process of a program: there reapers do no harm.
        return ProcessEnvironment.variable("NOTIFY_SOCKET") != nil && !Reaper.isBelowAnother
    }

    /// Tells whether a process is the one that systemd executed for a unit, also by way of a script that was
    /// replaced by it.
    ///
    /// - Parameters:
    ///   - process: Its number.
    ///   - executed: What it has as SYSTEMD_EXEC_PID, which its children inherit; `nil` for nothing, as before
    ///     systemd 248.
    /// - Returns: `true` if it is.
    static func isOfUnit(_ process: pid_t, _ executed: String?) -> Bool {
        executed.flatMap { pid_t($0) } == process
    }

    /// The warning about the lack of reapers.
    static func warning(_ error: ErrorNumber) -> String {
        "if this process is killed, processes that it started may go on: cannot start a parent for "
            + "it: \(error)"
    }
}
