internal import Slipway

/// A launch of the history without its report.
package struct LaunchSummary: Hashable, Sendable {
    /// Its identity.
    package var launchID: String
    /// The conditions at its start.
    package var start: RecordedLaunch.Start
    /// The boot of the machine; empty if unknown.
    package var bootID = ""
    /// When its process started, or its reload began, in microseconds since 1970, by the clock of then.
    package var startedAt: Int64 = 0
    /// A digest of its configuration; empty for an embedder's plan.
    package var configurationDigest = ""
    /// The version of Slipway that ran it.
    package var version = ""
    /// Its number in its process, from 1.
    package var generation = 1
    /// The time until it was ready; `nil` if it never was.
    package var timeToReady: Duration?
    /// Its end.
    package var end = RecordedLaunch.End.running
    /// Why it failed, in one line; `nil` unless it did.
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
