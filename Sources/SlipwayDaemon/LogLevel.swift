internal import SlipwayControl
internal import SlipwaySystemd

/// How much is logged, which `io.systemd.service` can change while the daemon runs.
struct LogLevel: Sendable {
    let threshold = LogThreshold()

    var service: SystemdService {
        SystemdService(
            logLevel: { [threshold] in threshold.priority.rawValue },
            setLogLevel: { [threshold] level in
                threshold.priority = LogPriority(atMost: level)
            }
        )
    }
}
