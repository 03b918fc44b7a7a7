internal import SlipwayControlServer
internal import SlipwaySystemd

/// The daemon's log, and how much is logged, which `io.systemd.service` can change while the daemon
/// runs.
struct DaemonLog: Sendable {
    let journal: Journal
    private let threshold: LogThreshold

    init() {
        threshold = LogThreshold()
        journal = Journal(threshold: threshold)
    }

    var service: SystemdService {
        SystemdService(
            logLevel: { [threshold] in threshold.priority.rawValue },
            setLogLevel: { [threshold] level in
                threshold.priority = LogPriority(atMost: level)
            }
        )
    }

    /// Writes one entry about the daemon itself.
    func say(_ priority: LogPriority, _ message: String) {
        journal.log(LogEntry(priority, message))
    }
}
