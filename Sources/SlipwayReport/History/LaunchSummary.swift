internal import Slipway

/// A launch of the history without its report.
package struct LaunchSummary: Hashable, Sendable {
    /// The identity.
    package var launchID: String
    /// The conditions at the start.
    package var start: RecordedLaunch.Start
    /// The boot of the machine; empty if unknown.
    package var bootID = ""
    /// When the process started, or the reload began, in microseconds since 1970, by the clock of
    /// then.
    package var startedAt: Int64 = 0
    /// A digest of the configuration; empty for an embedder's plan.
    package var configurationDigest = ""
    /// The version of Slipway that ran it.
    package var version = ""
    /// The number of the launch in its process, from 1.
    package var generation = 1
    /// The time until the launch was ready; `nil` if it never was.
    package var timeToReady: Duration?
    /// The end that the launch took.
    package var end = RecordedLaunch.End.running
    /// Why the launch failed, in one line; `nil` unless it failed.
    package var cause: String?

    /// A launch that has just begun.
    package init(launchID: String, start: RecordedLaunch.Start) {
        (self.launchID, self.start) = (launchID, start)
    }

    /// The summary of a launch.
    package init(_ launch: RecordedLaunch) {
        self.init(launchID: launch.report.launchID, start: launch.start)
        (bootID, startedAt) = (launch.bootID, launch.startedAt)
        (configurationDigest, version) = (launch.configurationDigest, launch.version)
        (generation, timeToReady) = (launch.generation, launch.timeToReady)
        (end, cause) = (launch.end, launch.cause)
    }
}
