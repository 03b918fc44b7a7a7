internal import SlipwayConfiguration
internal import SlipwayOperations
internal import SlipwaySystem

/// The variables that children inherit.
struct ChildEnvironment: Sendable {
    /// The variables that the unit means for the daemon alone.
    ///
    /// A child that inherited them would act as the daemon: report READY, ping its watchdog, take
    /// its sockets. `JOURNAL_STREAM` describes the daemon's standard error; a child's is a pipe.
    private static let ofTheDaemon: Set<String> = [
        "NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC",
        "LISTEN_PID", "LISTEN_PIDFDID", "LISTEN_FDS", "LISTEN_FDNAMES",
        "FDSTORE", "MAINPID", "MANAGERPID", "MANAGERPIDFDID", "SYSTEMD_EXEC_PID",
        "JOURNAL_STREAM", BootIdentity.variable,
    ]

    private static let usualPath =
        "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

    private let inherited: [String: String]

    init(inheriting environment: [String: String]) {
        inherited = environment.filter { name, _ in
            !name.isEmpty && !Self.ofTheDaemon.contains(name)
        }
    }

    /// The variables of one child: the inherited ones, its operation or action, and its launch.
    ///
    /// The variables of the configuration override them.
    ///
    /// - Parameters:
    ///   - owner: The operation or action.
    ///   - launch: The launch.
    ///   - isClear: Whether the child inherits none, but for a `PATH` of the usual folders.
    /// - Returns: The variables by name.
    func variables(
        of owner: BodyOwner,
        in launch: String,
        isClear: Bool = false
    ) -> [String: String] {
        var variables = isClear ? ["PATH": Self.usualPath] : inherited
        variables["LAUNCH_ID"] = launch
        variables["LAUNCH_OPERATION"] = owner.name
        for (part, value) in owner.recognition where !value.utf8.contains(0) {
            variables["LAUNCH_ACTION_\(part.rawValue.uppercased())"] = value
        }
        return variables
    }
}
