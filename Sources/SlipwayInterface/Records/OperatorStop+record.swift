package import Slipway
package import SlipwayVarlink

extension OperatorStop: NamedRecord {
    package static var declaration: Declaration {
        Declaration(
            "OperatorStop",
            "An operator's stop of a program, which lasts until an operator starts it or the service starts anew"
        )
    }
    package static var blank: Self { Self(uid: 0, at: Instant(nanoseconds: 0)) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("The operator's user")
        try fields.required("uid", &uid, .user)
        fields.say("When it was asked for")
        try fields.required("atUSec", &at, .instant)
    }
}
