public import Slipway

/// A launch as the history keeps it: its report, and the circumstances under which it began.
public struct RecordedLaunch: Hashable, Sendable {
    /// The conditions at the start of a launch: the caches of its machine, and the end of the launch before.
    public enum Start: String, Hashable, Sendable, CaseIterable {
        /// It is the first one since the machine was booted.
        case cold
        /// Another one came before it, and ended well.
        case warm
        /// The one before it ended without a word: it was killed, or crashed.
        case afterCrash
    }

    /// The end that a launch took.
    public enum End: String, Hashable, Sendable, CaseIterable {
        /// It has not ended.
        case running
        /// It was stopped, or had done what it was for.
        case stopped
        /// It failed.
        case failed
        /// Its process ended without a word: it was killed, or crashed, or the machine lost its power.
        case crashed
    }

    /// The launch.
    public var report: Report
    /// The conditions at its start.
    public var start: Start
    /// The boot of the machine, as in `/proc/sys/kernel/random/boot_id`; empty if unknown.
    public var bootID: String
    /// When its process started, or its reload began, in microseconds since 1970, UTC, by the clock of then.
    public var startedAt: Int64
    /// A digest of its configuration: equal digests, equal configurations; empty for an embedder's plan.
    public var configurationDigest: String
    /// The version of Slipway that ran it.
    public var version: String
    /// Its number in its process, from 1: reloads make further ones.
    public var generation: Int
    /// Its process is gone, and has not said how the launch ended.
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

    /// Creates the record of a launch with a summary, which knows its end: the report may be of before.
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

    /// It is a later generation of a running service: what did not change was not run again.
    public var isReload: Bool { generation > 1 }

    /// It began with its process and became ready: its times tell how long a start takes.
    package var isReadyStart: Bool { wasReady && !isReload }

    /// Its end.
    public var end: End {
        switch report.phase {
        case .stopped: .stopped
        case .failed: .failed
        case .starting, .ready, .stopping: hasCrashed ? .crashed : .running
        }
    }

    /// The time from the start of its process, or of its reload, until it was ready; `nil` if it never was.
    public var timeToReady: Duration? {
        report.readyAt.map { report.processStart.duration(to: $0) }
    }

    /// The first reason why it failed, in one line: `user-data: HTTP 503`; `nil` unless it did.
    package var cause: String? {
        report.rootCauses.first.map { cause in
            (cause.operation.map { "\($0): " } ?? "") + cause.failure.message
        }
    }

    /// The launch of a reload that took this one's place; `nil` if it ended in another way, or that is not known.
    ///
    /// A process runs two launches at a time only while it reloads: the other one was ready before this one ended.
    ///
    /// - Parameter launches: Those that are kept of the same service.
    /// - Returns: One of them.
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
