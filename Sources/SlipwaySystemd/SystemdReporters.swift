public import Slipway

/// Everything that a launch has to say under systemd: readiness and status to the manager, and
/// what happens to the journal.
///
/// Outside systemd the manager's part does nothing, and the log is lines on standard error.
public struct SystemdReporters: LaunchReporter {
    private let manager: SystemdReporter
    private let journal: JournalReporter

    /// Creates reporters for one launch.
    ///
    /// - Parameter environment: What systemd said to this process.
    public init(_ environment: SystemdEnvironment = .current) {
        manager = SystemdReporter(environment)
        journal = JournalReporter(Journal(environment))
    }

    /// Half of the time that the watchdog allows; `nil` when nobody watches.
    public var heartbeat: Duration? { manager.heartbeat }

    /// Tells the manager, then the log.
    ///
    /// The manager comes first: it waits for readiness, and must hear of a stop at once.
    public func report(_ event: Event) {
        manager.report(event)
        journal.report(event)
    }

    /// Brings the status up to date.
    public func refresh(_ report: Report) {
        manager.refresh(report)
    }

    /// Sends a sign of life once the launch is ready.
    public func beat() {
        manager.beat()
    }
}

extension LaunchReporter where Self == SystemdReporters {
    /// Reports one launch to systemd and the journal; outside systemd, to standard error.
    public static var systemd: SystemdReporters { SystemdReporters() }
}
