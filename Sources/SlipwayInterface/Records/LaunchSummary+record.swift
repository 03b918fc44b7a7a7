internal import Slipway
package import SlipwayReport
package import SlipwayVarlink

extension LaunchSummary: NamedRecord {
    package static var declaration: Declaration {
        Declaration("RecordedLaunch", "A launch of the history, without its operations")
    }

    package static var blank: Self { Self(launchID: "", start: .cold) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("Its identity")
        try fields.required("launchId", &launchID, .text)
        try visitStart(&fields)
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

    /// Visits what is known of a launch from its first moment on, but for its number in its process.
    package mutating func visitStart(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
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
    }
}
