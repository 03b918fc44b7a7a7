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

    /// All processes end with this one, or its supervisor has to know it by its number: it is the
    /// first of a container, or the main process of a unit.
    private static var isSupervised: Bool {
        let own = getpid()
        // systemd ends what is left in the unit's control group.
        let unitsMain = ProcessEnvironment.variable("SYSTEMD_EXEC_PID").flatMap { pid_t($0) }
        if own == 1 || own == unitsMain { return true }
        // Another daemon listens to each process of a program.
        return ProcessEnvironment.variable("NOTIFY_SOCKET") != nil && !Reaper.isBelowAnother
    }

    /// The warning about the lack of reapers.
    static func warning(_ error: ErrorNumber) -> String {
        "if this process is killed, processes that it started may go on: cannot start a parent for "
            + "it: \(error)"
    }
}
