internal import Slipway
package import SlipwayJSON
internal import SlipwayReport
package import SlipwayVarlink

extension LaunchStatus: NamedRecord {
    package static var declaration: Declaration {
        Declaration(
            "Status",
            "A launch in a few numbers and names, of a size that does not grow with it"
        )
    }
    package static var blank: Self { Self(.blank, at: Instant(nanoseconds: 0)) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("The name of the application")
        try fields.required("name", &name, .text)
        fields.say("The identity of this launch, unique over all launches")
        try fields.required("launchId", &launchID, .text)
        fields.say(
            "The number of the launch in this service, from 1: each reload makes another one"
        )
        try fields.required("generation", &generation, .count)
        try course.visitPhase(&fields)
        fields.say(
            "When the process started, on the monotonic clock of the machine, or, of a later "
                + "generation, its reload began: the zero of all others"
        )
        try fields.zero("processStartUSec", &processStart)
        try course.visitTimes(&fields)
        fields.say("When it must be ready; absent without a deadline")
        try fields.optional("deadlineUSec", &deadline, .instant)
        try visitCounts(&fields)
        try visitState(&fields)
        try visitTroubles(&fields)
    }

    private mutating func visitCounts(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("The operations that gate readiness, by where they are; groups do not count")
        try fields.required("operations", &operations, .record(OperationCounts.self))
        fields.say("The operations of the background stage, by where they are; groups do not count")
        try fields.required("background", &background, .record(OperationCounts.self))
        fields.say("The actions that have not ended and the last ones that have, by where they are")
        try fields.required("actions", &actions, .record(ActionCounts.self))
        fields.say("The first programs that operations started: at most \(Self.programLimit)")
        try fields.defaulted("programs", &programs, .list(.record(ProgramStatus.self)))
        fields.say("How many programs there are")
        try fields.defaulted("programCount", &programCount, .count)
    }

    private mutating func visitState(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        try course.visitStorage(&fields)
        fields.say(
            "Where the lines of the service are; absent in what is told of a reload"
        )
        try fields.optional("log", &log, .record(LogPlace.self))
        fields.say("What is to be said of the service beside its launch; absent for nothing")
        try fields.optional("remarks", &remarks, .record(ServiceRemarks.self))
        fields.say("The reload that is under way; absent for none")
        try fields.optional("reload", &reload, .record(RunningReload.self))
        fields.say("Whether it is paused as a whole: nothing starts in any queue")
        try fields.required("paused", &course.isPaused, .flag)
        fields.say("The first queues that are paused on their own: at most \(Self.queueLimit)")
        try fields.required("pausedQueues", &course.pausedQueues, .list(.queue))
        fields.say("How many queues are paused on their own")
        try fields.required("pausedQueueCount", &pausedQueueCount, .count)
    }

    private mutating func visitTroubles(
        _ fields: inout some FieldVisitor
    ) throws(JSONFieldError) {
        fields.say(
            "The first reasons why it failed: at most \(Self.causeLimit); empty unless it did"
        )
        try fields.required("rootCauses", &causes, .list(.record(Cause.self)))
        fields.say("How many reasons there are")
        try fields.required("rootCauseCount", &rootCauseCount, .count)
        fields.say(
            "The first operations that did not end well: at most \(Self.troubleLimit); of a group, "
                + "what is in it"
        )
        try fields.required("troubles", &troubles, .list(.record(Trouble.self)))
        fields.say("How many operations did not end well")
        try fields.required("troubleCount", &troubleCount, .count)
        fields.say(
            "What it waits for while it starts or stops: the last \(Self.stepLimit) steps at most "
                + "of the chain of what blocks it, down to what runs now"
        )
        try fields.required("waitsFor", &waitsFor, .list(.record(Explanation.Step.self)))
    }

    /// The status as JSON, with its own zero.
    package var json: JSON { json(Offsets(processStart: processStart)) }
}

extension LaunchStatus.Cause: NamedRecord {
    package static var declaration: Declaration {
        Declaration(
            "Cause",
            "Why a launch failed, of a size that does not grow with the launch: it names at most "
                + "\(LaunchStatus.skippedLimit) of the operations that were skipped because of it"
        )
    }
    package static var blank: Self { Self(cause: .blank, skippedCount: 0) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        try cause.visit(&fields)
        fields.say("How many operations were skipped because of it")
        try fields.required("skippedCount", &skippedCount, .count)
    }
}

extension LaunchStatus.Trouble: NamedRecord {
    package static var declaration: Declaration {
        Declaration("Trouble", "An operation that did not end well")
    }
    package static var blank: Self { Self(name: "", state: "") }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("Its name")
        try fields.required("name", &name, .text)
        fields.say("How it ended")
        try fields.required("state", &state, .openWord(OperationStatus.State.Word.self))
        fields.say("Which kind of failure it was; only when it failed")
        try fields.optional("failureKind", &failureKind, .word(Failure.Kind.self))
        fields.say("Why, in one line; absent when there is nothing to say")
        try fields.optional("message", &message, .message)
    }
}
