package import Slipway
package import SlipwayJSON
package import SlipwayVarlink

extension Report: NamedRecord {
    package static var declaration: Declaration {
        Declaration("Launch", "A launch as far as it has come")
    }
    package static var blank: Self {
        Self(
            name: "",
            launchID: "",
            course: LaunchCourse(phase: .starting),
            processStart: Instant(nanoseconds: 0),
            operations: []
        )
    }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("The name of the application")
        try fields.required("name", &name, .text)
        fields.say("The identity of this launch, unique over all launches")
        try fields.required("launchId", &launchID, .text)
        try course.visitPhase(&fields)
        fields.say(
            "When the process started, on the monotonic clock of the machine: the zero of all "
                + "others"
        )
        try fields.zero("processStartUSec", &processStart)
        try course.visitTimes(&fields)
        fields.say("When it must be ready; absent without a deadline")
        try fields.optional("deadlineUSec", &deadline, .instant)
        try visitEnd(&fields)
        try visitParts(&fields)
        try course.visitTroubles(&fields)
    }

    private mutating func visitEnd(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("How long what is cancelled may take to return, and then each teardown")
        try fields.required("graceUSec", &grace, .span)
        fields.say(
            "How long a stop leaves running actions alone before it asks them to give up"
        )
        try fields.required("drainUSec", &drain, .span)
        fields.say(
            "How many graces the teardowns take at most, one after the other: two for a program "
                + "that has a 'stop', one for everything else; what nothing orders is torn down side "
                + "by side"
        )
        try fields.defaulted("teardowns", &teardowns, .count)
        fields.say("What is being torn down, in the order in which that began")
        try fields.defaulted("tearingDown", &tearingDown, .list(.record(RunningTeardown.self)))
        fields.say("The teardowns that failed, in the order of their end: the last 64")
        try fields.defaulted(
            "failedTeardowns",
            &failedTeardowns,
            .list(.record(FailedTeardown.self))
        )
    }

    private mutating func visitParts(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("Every operation, in the order of declaration")
        try fields.required("operations", &operations, .list(.record(OperationStatus.self)))
        fields.say(
            "All actions that have not ended and the last ones that have, as they were accepted"
        )
        try fields.required("actions", &actions, .list(.record(ActionStatus.self)))
        fields.say("The programs that operations started, in the order of their first start")
        try fields.defaulted("programs", &programs, .list(.record(ProgramStatus.self)))
        fields.say(
            "What has kept the main queue's thread for longest; absent if nothing did for a millisecond"
        )
        try fields.optional("mainBlock", &mainBlock, .record(MainBlock.self))
        fields.say("The queues, 'main' first, then by name")
        try fields.required(
            "queues",
            QueueWidthFields.all(widths),
            .list(.record(QueueWidthFields.self))
        ) {
            widths = Dictionary($0.map { ($0.name, $0.width) }) { first, _ in first }
        }
    }

    /// The report as JSON, with its own zero.
    package var json: JSON { json(Offsets(processStart: processStart)) }
}

extension RunningTeardown: NamedRecord {
    package static var declaration: Declaration {
        Declaration(
            "TearingDown",
            "The teardown of an operation, which has begun and not ended"
        )
    }
    package static var blank: Self { Self(name: "", since: Instant(nanoseconds: 0)) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("The operation")
        try fields.required("name", &name, .text)
        fields.say("When it began")
        try fields.required("sinceUSec", &since, .instant)
    }
}

extension FailedTeardown: NamedRecord {
    package static var declaration: Declaration {
        Declaration("FailedTeardown", "A teardown that failed, or was not done in its time")
    }
    package static var blank: Self { Self(name: "", failure: Failure("")) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("The operation")
        try fields.required("name", &name, .text)
        var failed = FailureFields(failure)
        try failed.visitRequired(&fields)
        failure = try failed.failure()
    }
}

extension StorageTrouble: NamedRecord {
    package static var declaration: Declaration {
        Declaration(
            "Storage",
            "What is wrong with the place where launch actions are kept, or that there is none"
        )
    }
    package static var blank: Self { Self(.absent, "", since: Instant(nanoseconds: 0)) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say(
            "Awaited: another process has it, or it does not answer. Unavailable: it cannot be used, or "
                + "does not answer, and is tried again; nothing is kept meanwhile. Failing: it is there, but "
                + "what is new cannot be stored, on a full disk. Damaged: it is there, and what could not be "
                + "saved when it was damaged lies in a file beside it. Filling: it is about to reach the most "
                + "that it may take. Absent: there is none, and actions are held in memory only"
        )
        try fields.required("state", &kind, .oneOf(Kind.self, named: StandIn.storage))
        fields.say("Why, in one line")
        try fields.required("message", &message, .message)
        fields.say("Since when it has been so")
        try fields.required("sinceUSec", &since, .instant)
    }
}
