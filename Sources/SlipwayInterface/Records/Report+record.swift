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
            phase: .starting,
            processStart: Instant(nanoseconds: 0),
            operations: []
        )
    }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        try fields.required("name", &name, .text, "The name of the application")
        try fields.required(
            "launchId",
            &launchID,
            .text,
            "The identity of this launch, unique over all launches"
        )
        var change = PhaseChange(self)
        try change.visitPhase(&fields)
        try fields.zero(
            "processStartUSec",
            &processStart,
            "When the process started, on the monotonic clock of the machine: the zero of all others"
        )
        try change.visitTimes(&fields)
        try fields.optional(
            "deadlineUSec",
            &deadline,
            .instant,
            "When it must be ready; absent without a deadline"
        )
        try visitEnd(&fields)
        try visitParts(&fields)
        try change.visitTroubles(&fields)
        change.apply(to: &self)
    }

    private mutating func visitEnd(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        try fields.required(
            "graceUSec",
            &grace,
            .span,
            "How long what is cancelled may take to return, and then each teardown"
        )
        try fields.defaulted(
            "drainUSec",
            &drain,
            .span,
            "How long a stop leaves running actions alone before it asks them to give up; a daemon "
                + "from before this field does not send it"
        )
        try fields.defaulted(
            "teardowns",
            &teardowns,
            .count,
            "How many graces the teardowns take at most, one after the other: two for a program that "
                + "has a 'stop', one for everything else; what nothing orders is torn down side by side"
        )
        try fields.defaulted(
            "tearingDown",
            &tearingDown,
            .list(.record(RunningTeardown.self)),
            "What is being torn down, in the order in which that began"
        )
    }

    private mutating func visitParts(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        try fields.required(
            "operations",
            &operations,
            .list(.record(OperationStatus.self)),
            "Every operation, in the order of declaration"
        )
        try fields.required(
            "actions",
            &actions,
            .list(.record(ActionStatus.self)),
            "All actions that have not ended and the last ones that have, as they were accepted"
        )
        try fields.defaulted(
            "programs",
            &programs,
            .list(.record(ProgramStatus.self)),
            "The programs that operations started, in the order of their first start"
        )
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
        try fields.required("name", &name, .text, "The operation")
        try fields.required("sinceUSec", &since, .instant, "When it began")
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
        try fields.required(
            "state",
            &kind,
            .oneOf(Kind.self),
            "Awaited: another process has it. Unavailable: it cannot be used, and is tried again; "
                + "nothing is kept meanwhile. Failing: it is there, but what is new cannot be stored, "
                + "on a full disk. Absent: there is none, and actions are held in memory only"
        )
        try fields.required("message", &message, .message, "Why, in one line")
        try fields.required("sinceUSec", &since, .instant, "Since when it has been so")
    }
}
