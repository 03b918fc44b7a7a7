package import Slipway
package import SlipwayVarlink

extension Pause: NamedRecord {
    package static var declaration: Declaration {
        Declaration("Pause", "A time in which nothing started in a queue, or in the whole launch")
    }
    package static var blank: Self { Self(queue: nil, startedAt: Instant(nanoseconds: 0)) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("The queue; absent for all of them")
        try fields.optional("queue", &queue, .queue)
        fields.say("When it was paused")
        try fields.required("startedUSec", &startedAt, .instant)
        fields.say("When it was resumed; absent while it has not been")
        try fields.optional("endedUSec", &endedAt, .instant)
    }
}
