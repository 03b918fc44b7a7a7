package import Slipway
package import SlipwayVarlink

extension ProgramStatus: NamedRecord {
    package static var declaration: Declaration {
        Declaration(
            "Program",
            "A program: a process that an operation started and that stays, as a part of the service"
        )
    }
    package static var blank: Self {
        Self(name: "", state: .starting, since: Instant(nanoseconds: 0))
    }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        try fields.required("name", &name, .text, "Its name: that of its operation")
        var word = state.kind
        try fields.required("state", &word, .word(State.Word.self), "How it is")
        try fields.required("sinceUSec", &since, .instant, "Since when it has been so")
        try fields.optional(
            "startedUSec",
            &startedAt,
            .instant,
            "When its last start began; a daemon from before this field does not send it"
        )
        try fields.optional(
            "readyUSec",
            &readyAt,
            .instant,
            "When it was ready after that; absent if it was not"
        )
        var next: Instant?
        if case .pausing(let instant) = state { next = instant }
        try fields.optional(
            "nextUSec",
            &next,
            .instant,
            "When it is started again; only while it pauses"
        )
        state = try State(word, next)
        try visitProcess(&fields)
    }

    private mutating func visitProcess(
        _ fields: inout some FieldVisitor
    ) throws(JSONFieldError) {
        try fields.optional("pid", &pid, .number, "Its process; absent while there is none")
        try fields.optional(
            "killedUSec",
            &killedAt,
            .instant,
            "When what is left of it is killed, once it has been asked to end for a second, or when it "
                + "was"
        )
        try fields.required(
            "restarts",
            &restarts,
            .count,
            "How many times it was started again by itself"
        )
        try fields.optional(
            "lack",
            &lack,
            .message,
            "What it still lacks to be ready, as a predicate; absent once it is ready, and if that is "
                + "unknown"
        )
        try fields.optional(
            "message",
            &message,
            .message,
            "What it last said about itself, in one line; absent for nothing"
        )
        try fields.optional(
            "reason",
            &reason,
            .message,
            "Why its last process ended, and what went wrong with that, in one line; absent if none "
                + "ended by itself and nothing did"
        )
    }
}

extension ProgramStatus.State {
    fileprivate init(_ word: Word, _ next: Instant?) throws(JSONFieldError) {
        switch word {
        case .starting: self = .starting
        case .running: self = .running
        case .stopping: self = .stopping
        case .pausing:
            guard let next else { throw JSONFieldError(isMissing: "nextUSec", expected: .instant) }
            self = .pausing(next: next)
        case .stopped: self = .stopped
        case .ended: self = .ended
        }
    }
}
