internal import Slipway
package import SlipwayReport
package import SlipwayVarlink

extension FieldVisitor {
    /// Visits what is known of a launch from its first moment on, but for its number in its process.
    package mutating func visitCircumstances(
        _ circumstances: inout LaunchCircumstances
    ) throws(JSONFieldError) {
        say("What it began with")
        try required("start", &circumstances.start, .word(RecordedLaunch.Start.self))
        say("The boot of the machine, as the kernel names it; empty if that is not known")
        try required("bootId", &circumstances.bootID, .text)
        say(
            "When its process started, or its reload began, in microseconds since 1970 by the clock of then"
        )
        var date = Duration.microseconds(circumstances.startedAt)
        try required("startedRealtimeUSec", &date, .date)
        circumstances.startedAt = date.microseconds
        say(
            "The digest of its configuration: equal digests, equal files; empty for a plan of a program"
        )
        try required("configurationDigest", &circumstances.configurationDigest, .text)
        say("The version of Slipway")
        try required("version", &circumstances.version, .text)
    }
}
