package import Slipway
package import SlipwayVarlink

/// A launch of the history without its operations.
package struct LaunchSummary: Hashable, Sendable {
    /// Its identity.
    package var launchID: String
    /// What it began with.
    package var start: RecordedLaunch.Start
    /// The boot of the machine.
    package var bootID: String
    /// When its process started, or its reload began, in microseconds since 1970.
    package var startedAt: Int64
    /// The digest of its configuration.
    package var configurationDigest: String
    /// The version of Slipway.
    package var version: String
    /// Its number in its process, from 1.
    package var generation: Int
    /// How long it took until it was ready; `nil` if it never was.
    package var timeToReady: Duration?
    /// How it ended.
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
            cause: launch.report.rootCauses.first.map { cause in
                let message = cause.failure.message
                return cause.operation.map { "\($0): \(message)" } ?? message
            }
        )
    }
}

extension LaunchSummary: NamedRecord {
    package static var declaration: Declaration {
        Declaration("RecordedLaunch", "A launch of the history, without its operations")
    }

    package static var blank: Self { Self(launchID: "", start: .cold) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("Its identity")
        try fields.required("launchId", &launchID, .text)
        fields.say("What it began with")
        try fields.required("start", &start, .word(RecordedLaunch.Start.self))
        fields.say("The boot of the machine, as the kernel names it; empty if that is not known")
        try fields.required("bootId", &bootID, .text)
        fields.say(
            "When its process started, or its reload began, in microseconds since 1970 by the clock of then"
        )
        var date = Duration.microseconds(startedAt)
        try fields.required("startedRealtimeUSec", &date, .date)
        startedAt = date.microseconds
        fields.say(
            "The digest of its configuration: equal digests, equal files; empty for a plan of a program"
        )
        try fields.required("configurationDigest", &configurationDigest, .text)
        fields.say("The version of Slipway")
        try fields.required("version", &version, .text)
        fields.say("Its number in its process, from 1: reloads make further ones")
        try fields.required("generation", &generation, .count)
        fields.say(
            "How long it took until it was ready, from the start of its process or reload; absent if it "
                + "never was"
        )
        try fields.optional("timeToReadyUSec", &timeToReady, .span)
        fields.say("How it ended")
        try fields.required("end", &end, .word(RecordedLaunch.End.self))
        fields.say("Why it failed, in one line; absent unless it did")
        try fields.optional("cause", &cause, .message)
    }
}
