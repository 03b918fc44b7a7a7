public import Slipway

/// Reports a launch under systemd: readiness and status to the manager, events to the journal.
///
/// Outside systemd the manager's part does nothing, and the log is lines on standard error.
public struct SystemdReporters: LaunchReporter {
    private let manager: SystemdReporter
    private let journal: JournalReporter

    /// Creates reporters for one launch.
    ///
    /// - Parameter environment: The environment that systemd set for this process.
    public init(_ environment: SystemdEnvironment = .current) {
        manager = SystemdReporter(environment)
        journal = JournalReporter(Journal(environment))
    }

    /// Half of the watchdog's interval; `nil` without a watchdog.
    public var heartbeat: Duration? { manager.heartbeat }

    /// Reports an event to the manager, then to the log.
    ///
    /// The manager comes first: it waits for readiness, and must hear of a stop at once.
    public func report(_ event: Event) {
        manager.report(event)
        journal.report(event)
    }

    /// Updates the status.
    public func refresh() {
        manager.refresh()
        journal.refresh()
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
