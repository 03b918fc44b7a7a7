/// A launch as the history keeps it: its report, and the circumstances under which it began.
public struct RecordedLaunch: Hashable, Sendable {
    /// What a launch begins with: what its machine has in its caches, and how the one before ended.
    public enum Start: String, Hashable, Sendable, CaseIterable {
        /// It is the first one since the machine was booted.
        case cold
        /// Another one came before it, and ended well.
        case warm
        /// The one before it ended without a word: it was killed, or crashed.
        case afterCrash = "after-crash"
    }

    /// The launch.
    public var report: Report
    /// What it began with.
    public var start: Start
    /// The boot of the machine, as in `/proc/sys/kernel/random/boot_id`; empty if unknown.
    public var bootID: String
    /// When its process started, in microseconds since 1970, UTC, by the clock of then.
    public var startedAt: Int64
    /// A digest of its configuration: equal digests, equal configurations; empty for an embedder's plan.
    public var configurationDigest: String
    /// The version of Slipway that ran it.
    public var version: String
    /// Its number in its process, from 1: reloads make further ones.
    public var generation: Int

    /// Creates a record.
    public init(
        _ report: Report,
        start: Start,
        bootID: String = "",
        startedAt: Int64 = 0,
        configurationDigest: String = "",
        version: String = "",
        generation: Int = 1
    ) {
        self.report = report
        self.start = start
        self.bootID = bootID
        self.startedAt = startedAt
        self.configurationDigest = configurationDigest
        self.version = version
        self.generation = generation
    }

    /// The launch became ready, degraded included.
    public var wasReady: Bool { report.readyAt != nil }
}
