internal import Slipway
package import SlipwayReport
package import SlipwayVarlink

/// A launch of the history without its operations.
package struct LaunchSummary: Hashable, Sendable {
    /// Its identity.
    package var launchID: String
    /// The facts of its start.
    package var circumstances: LaunchCircumstances
    /// The time until it was ready; `nil` if it never was.
    package var timeToReady: Duration?
    /// Its end.
    package var end: RecordedLaunch.End
    /// Why it failed, in one line; `nil` unless it did.
    package var cause: String?

    /// Describes a launch; each parameter is its property.
    package init(
        launchID: String,
        _ circumstances: LaunchCircumstances,
        timeToReady: Duration? = nil,
        end: RecordedLaunch.End = .running,
        cause: String? = nil
    ) {
        self.launchID = launchID
        self.circumstances = circumstances
        self.timeToReady = timeToReady
        self.end = end
        self.cause = cause
    }

    /// The summary of a launch.
    package init(_ launch: RecordedLaunch) {
        self.init(
            launchID: launch.report.launchID,
            launch.circumstances,
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

    package static var blank: Self { Self(launchID: "", LaunchCircumstances(start: .cold)) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("Its identity")
        try fields.required("launchId", &launchID, .text)
        try fields.visitCircumstances(&circumstances)
        fields.say("Its number in its process, from 1: reloads make further ones")
        try fields.required("generation", &circumstances.generation, .count)
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
