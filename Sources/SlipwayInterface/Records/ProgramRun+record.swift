package import Slipway
package import SlipwayVarlink

extension ProgramRun: NamedRecord {
    package static var declaration: Declaration {
        Declaration("ProgramRun", "A run of a program that is over")
    }
    package static var blank: Self {
        Self(startedAt: Instant(nanoseconds: 0), endedAt: Instant(nanoseconds: 0))
    }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("When its start began")
        try fields.required("startedUSec", &startedAt, .instant)
        fields.say("When it was ready; absent if it never was")
        try fields.optional("readyUSec", &readyAt, .instant)
        fields.say("When nothing of it was left")
        try fields.required("endedUSec", &endedAt, .instant)
        fields.say("Its process; absent if none could be started")
        try fields.optional("pid", &pid, .number)
        fields.say("Why it ended, in one line; absent if that was asked for")
        try fields.optional("reason", &reason, .message)
    }
}
