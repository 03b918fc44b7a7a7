package import Slipway
package import SlipwayVarlink

extension MainBlock: NamedRecord {
    package static var declaration: Declaration {
        Declaration(
            "MainBlock",
            "A time in which the main queue's thread did not come back for other work"
        )
    }
    package static var blank: Self {
        Self(startedAt: Instant(nanoseconds: 0), endedAt: Instant(nanoseconds: 0))
    }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("When it began")
        try fields.required("startedUSec", &startedAt, .instant)
        fields.say("When it was over")
        try fields.required("endedUSec", &endedAt, .instant)
    }
}
