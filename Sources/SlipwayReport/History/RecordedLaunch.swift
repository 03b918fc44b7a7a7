public import Slipway

/// A launch as the history stores it: its report, and the circumstances under which it began.
public struct RecordedLaunch: Hashable, Sendable {
    /// The conditions at the start of a launch: the caches of its machine, and the end of the launch before.
    public enum Start: String, Hashable, Sendable, CaseIterable {
        /// The launch is the first one since the machine was booted.
        case cold
        /// Another launch came before it, and ended well.
        case warm
        /// The launch before it left no end: its process was killed, or crashed.
        case afterCrash
    }

    /// The end that a launch took.
    public enum End: String, Hashable, Sendable, CaseIterable {
        /// The launch has not ended.
        case running
        /// The launch was stopped, or had done what it was for.
        case stopped
        /// The launch failed.
        case failed
        /// The launch left no end: its process was killed, or crashed, or the machine lost its
        /// power.
        case crashed
    }

    /// The launch.
    public var report: Report
    /// The conditions at the start.
    public var start: Start
    /// The boot of the machine, as in `/proc/sys/kernel/random/boot_id`; empty if unknown.
    public var bootID: String
    /// When the process started, or the reload began, in microseconds since 1970, UTC, by the clock
    /// of then.
    public var startedAt: Int64
    /// A digest of the configuration: equal digests, equal configurations; empty for an embedder's
    /// plan.
    public var configurationDigest: String
    /// The version of Slipway that ran it.
    public var version: String
    /// The number of the launch in its process, from 1: each reload makes another launch.
    public var generation: Int
    /// The process is gone, and has not said how the launch ended.
    public var hasCrashed: Bool

    /// Creates a record.
    public init(
        _ report: Report,
        start: Start,
        bootID: String = "",
        startedAt: Int64 = 0,
        configurationDigest: String = "",
        version: String = "",
        generation: Int = 1,
        hasCrashed: Bool = false
    ) {
        self.report = report
        self.start = start
        self.bootID = bootID
        self.startedAt = startedAt
        self.configurationDigest = configurationDigest
        self.version = version
        self.generation = generation
        self.hasCrashed = hasCrashed
    }

    /// Creates the record of a launch with a summary, which knows its end: the report may be older.
    package init(_ report: Report, _ summary: LaunchSummary) {
        self.init(
            report,
            start: summary.start,
            bootID: summary.bootID,
            startedAt: summary.startedAt,
            configurationDigest: summary.configurationDigest,
            version: summary.version,
            generation: summary.generation
        )
        noteEnd(summary.end)
    }

    /// Notes an end that others tell, unless the report has one.
    package mutating func noteEnd(_ end: End) {
        hasCrashed = end == .crashed
        guard self.end == .running else { return }
        switch end {
        case .stopped: report.phase = .stopped
        case .failed: report.phase = .failed
        case .running, .crashed: break
        }
    }

    /// The launch became ready, degraded included.
    public var wasReady: Bool { report.readyAt != nil }

    /// The launch is a later generation of a running service: what did not change was not run
    /// again.
    public var isReload: Bool { generation > 1 }

    /// The launch began with its process and became ready: its times tell how long a start takes.
    package var isReadyStart: Bool { wasReady && !isReload }

    /// The end that the launch took.
    public var end: End {
        switch report.phase {
        case .stopped: .stopped
        case .failed: .failed
        case .starting, .ready, .stopping: hasCrashed ? .crashed : .running
        }
    }

    /// The time from the start of the process, or of the reload, until the launch was ready; `nil`
    /// if it never was.
    public var timeToReady: Duration? {
        report.readyAt.map { report.processStart.duration(to: $0) }
    }

    /// The first reason why the launch failed, in one line: `user-data: HTTP 503`; `nil` unless it
    /// failed.
    package var cause: String? {
        report.rootCauses.first.map { cause in
            (cause.operation.map { "\($0): " } ?? "") + cause.failure.message
        }
    }

    /// The launch of a reload that replaced this one; `nil` if this one ended in another way, or
    /// its successor is not known.
    ///
    /// A process runs two launches at a time only while it reloads: the new one is ready before the
    /// old one ends.
    ///
    /// - Parameter launches: The launches of the same service in the history.
    /// - Returns: One of `launches`.
    package func replacement(in launches: [RecordedLaunch]) -> RecordedLaunch? {
        guard end == .stopped, let endedAt = report.endedAt else { return nil }
        return launches.filter { other in
            guard let readyAt = other.report.readyAt else { return false }
            return other.bootID == bootID && other.generation > generation
                && other.report.processStart <= endedAt && readyAt <= endedAt
                && report.processStart <= readyAt
        }.min { $0.generation < $1.generation }
    }
}
