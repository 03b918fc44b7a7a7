/// The variables that children inherit.
struct ChildEnvironment: Sendable {
    /// What systemd tells the daemon about itself.
    ///
    /// A child that believed it would answer for the daemon: say READY, ping its watchdog, take its
    /// sockets. `JOURNAL_STREAM` describes the daemon's standard error, and a child's is a pipe.
    private static let ofTheDaemon: Set<String> = [
        "NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC",
        "LISTEN_PID", "LISTEN_PIDFDID", "LISTEN_FDS", "LISTEN_FDNAMES",
        "FDSTORE", "MAINPID", "MANAGERPID", "MANAGERPIDFDID", "SYSTEMD_EXEC_PID",
        "JOURNAL_STREAM",
    ]

    private let inherited: [String: String]

    init(inheriting environment: [String: String]) {
        inherited = environment.filter { name, _ in
            !name.isEmpty && !Self.ofTheDaemon.contains(name)
        }
    }

    /// The variables of one child: what it inherits, and which operation of which launch it is.
    ///
    /// What the configuration says comes on top.
    func variables(of operation: String, in launch: String) -> [String: String] {
        var variables = inherited
        variables["LAUNCH_ID"] = launch
        variables["LAUNCH_OPERATION"] = operation
        return variables
    }
}
