/// The facts of a launch that are known from its first moment on, and never change.
package struct LaunchCircumstances: Hashable, Sendable {
    /// The conditions at its start.
    package var start: RecordedLaunch.Start
    /// The boot of the machine, as in `/proc/sys/kernel/random/boot_id`; empty if unknown.
    package var bootID: String
    /// When its process started, or its reload began, in microseconds since 1970, UTC, by the clock of then.
    package var startedAt: Int64
    /// A digest of its configuration: equal digests, equal configurations; empty for an embedder's plan.
    package var configurationDigest: String
    /// The version of Slipway that ran it.
    package var version: String
    /// Its number in its process, from 1: reloads make further ones.
    package var generation: Int

    /// Describes a start; each parameter is its property.
    package init(
        start: RecordedLaunch.Start,
        bootID: String = "",
        startedAt: Int64 = 0,
        configurationDigest: String = "",
        version: String = "",
        generation: Int = 1
    ) {
        self.start = start
        self.bootID = bootID
        self.startedAt = startedAt
        self.configurationDigest = configurationDigest
        self.version = version
        self.generation = generation
    }
}
