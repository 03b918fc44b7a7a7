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
        fields.say("Its name: that of its operation")
        try fields.required("name", &name, .text)
        var word = state.kind
        fields.say("How it is")
        try fields.required("state", &word, .word(State.Word.self))
        fields.say("Since when it has been so")
        try fields.required("sinceUSec", &since, .instant)
        fields.say("When its last start began; absent before the first")
        try fields.optional("startedUSec", &startedAt, .instant)
        fields.say("When it was ready after that; absent if it was not")
        try fields.optional("readyUSec", &readyAt, .instant)
        var next: Instant?
        if case .pausing(let instant) = state { next = instant }
        fields.say("When it is started again; only while it pauses")
        try fields.optional("nextUSec", &next, .instant)
        state = try State(word, next)
        try visitProcess(&fields)
    }

    private mutating func visitProcess(
        _ fields: inout some FieldVisitor
    ) throws(JSONFieldError) {
        fields.say("Its process; absent while there is none")
        try fields.optional("pid", &pid, .number)
        fields.say(
            "When what is left of it is killed, once it has been asked to end for a second, or "
                + "when it was"
        )
        try fields.optional("killedUSec", &killedAt, .instant)
        fields.say("How many times it was started again by itself")
        try fields.required("restarts", &restarts, .count)
        fields.say("Its runs before the last start, the last 16 of them, in order")
        try fields.required("earlier", &earlier, .list(.record(ProgramRun.self)))
        fields.say(
            "What it still lacks to be ready, as a predicate; absent once it is ready, and if that "
                + "is unknown"
        )
        try fields.optional("lack", &lack, .message)
        fields.say("What it last said about itself, in one line; absent for nothing")
        try fields.optional("message", &message, .message)
        fields.say(
            "What it takes, with all that it has started; absent where that is not counted, and in what is "
                + "told of a change"
        )
        try fields.optional("use", &use, .record(ResourceUse.self))
        fields.say(
            "Why its last process ended, and what went wrong with that, in one line; absent if "
                + "none ended by itself and nothing did"
        )
        try fields.optional("reason", &reason, .message)
        fields.say("The stop by an operator that keeps it from running; absent for none")
        try fields.optional("stop", &stop, .record(OperatorStop.self))
        fields.say("It ended by itself as it may, so that the service lacks nothing")
        try fields.defaulted("endedWell", &endedWell, .flag)
        fields.say(
            "Whether a reload has ended it for what takes its place, so that the service lacks nothing; absent for no"
        )
        try fields.defaulted("givesWay", &givesWay, .flag)
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
