/// A launch of the history without its report.
package struct LaunchSummary: Hashable, Sendable {
    /// Its identity.
    package var launchID: String
    /// The conditions at its start.
    package var start: RecordedLaunch.Start
    /// The boot of the machine; empty if unknown.
    package var bootID: String
    /// When its process started, or its reload began, in microseconds since 1970, by the clock of then.
    package var startedAt: Int64
    /// A digest of its configuration; empty for an embedder's plan.
    package var configurationDigest: String
    /// The version of Slipway that ran it.
    package var version: String
    /// Its number in its process, from 1.
    package var generation: Int
    /// The time until it was ready; `nil` if it never was.
    package var timeToReady: Duration?
    /// Its end.
    package var end: RecordedLaunch.End
    /// Why it failed, in one line; `nil` unless it did.
    package var cause: String?

    /// Describes a launch; each parameter is its property.
    package init(
        launchID: String,
        start: RecordedLaunch.Start,
        bootID: String = "",
        startedAt: Int64 = 0,
        configurationDigest: String = "",
        version: String = "",
        generation: Int = 1,
        timeToReady: Duration? = nil,
        end: RecordedLaunch.End = .running,
        cause: String? = nil
    ) {
        self.launchID = launchID
        self.start = start
        self.bootID = bootID
        self.startedAt = startedAt
        self.configurationDigest = configurationDigest
        self.version = version
        self.generation = generation
        self.timeToReady = timeToReady
        self.end = end
        self.cause = cause
    }

    /// The summary of a launch.
    package init(_ launch: RecordedLaunch) {
        self.init(
            launchID: launch.report.launchID,
            start: launch.start,
            bootID: launch.bootID,
            startedAt: launch.startedAt,
            configurationDigest: launch.configurationDigest,
            version: launch.version,
            generation: launch.generation,
            timeToReady: launch.timeToReady,
            end: launch.end,
            cause: launch.cause
        )
    }
}
