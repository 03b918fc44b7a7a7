package import Slipway
package import SlipwayVarlink

extension LaunchCourse: NamedRecord {
    package static var declaration: Declaration {
        Declaration("PhaseChange", "A change of the launch as a whole")
    }
    package static var blank: Self { Self() }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        try visitPhase(&fields)
        try visitTimes(&fields)
        try visitTroubles(&fields)
    }

    // The types `Launch` and `Status` have the same fields, with others between them.

    mutating func visitPhase(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("Where it is")
        try fields.required("phase", &phase, .phase)
    }

    mutating func visitTimes(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("When the launch began to run operations")
        try fields.optional("launchedUSec", &launchedAt, .instant)
        fields.say("When the last operation that gates readiness ended")
        try fields.optional("readyUSec", &readyAt, .instant)
        fields.say("When it was asked to stop, or began to fail")
        try fields.optional("stoppingUSec", &stoppingAt, .instant)
        fields.say("When everything was torn down")
        try fields.optional("endedUSec", &endedAt, .instant)
    }

    mutating func visitTroubles(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        try visitStorage(&fields)
        fields.say("Why it failed; empty unless it did")
        try fields.required("rootCauses", &rootCauses, .list(.record(RootCause.self)))
        fields.say("Whether it is paused as a whole: nothing starts in any queue")
        try fields.defaulted("paused", &isPaused, .flag)
        fields.say("The queues that are paused on their own")
        try fields.defaulted("pausedQueues", &pausedQueues, .list(.queue))
        fields.say(
            "When it and its queues were paused, in the order of their beginning: the last 64"
        )
        try fields.defaulted("pauses", &pauses, .list(.record(Pause.self)))
    }

    mutating func visitStorage(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("What is wrong with the place where actions are kept; absent for nothing")
        try fields.optional("storage", &storage, .record(StorageTrouble.self))
    }
}
