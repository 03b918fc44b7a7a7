package import Slipway
package import SlipwayVarlink

extension OperationStatus: NamedRecord {
    package static var declaration: Declaration {
        Declaration("Operation", "One startup operation")
    }
    package static var blank: Self { Self(name: "", queue: .main) }

    // Most properties are views into storage that statuses share, so only fields that were read are
    // set.
    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("The name, unique in the launch")
        try fields.required("name", declared.name, .text) { declared.name = $0 }
        fields.say("The queue its body runs on: main, userInitiated, or a named one")
        try fields.required("queue", declared.queue, .queue) { declared.queue = $0 }
        fields.say("Whether the launch goes on without it")
        try fields.required("optional", declared.isOptional, .flag) {
            declared.isOptional = $0
        }
        fields.say("The operations that must have succeeded before it starts")
        try fields.required("requires", declared.requires, .list(.text)) { declared.requires = $0 }
        fields.say("The operations that must have ended, however, before it starts")
        try fields.required("after", declared.after, .list(.text)) { declared.after = $0 }
        var states = StateFields(state)
        try states.visit(&fields)
        state = try states.state()
        try visitTimes(&fields)
        try visitPlace(&fields)
        try visitAttempts(&fields)
    }

    private mutating func visitTimes(
        _ fields: inout some FieldVisitor
    ) throws(JSONFieldError) {
        fields.say("When the last operation that it waits for ended")
        try fields.optional("readyUSec", &readyAt, .instant)
        fields.say("When its body began")
        try fields.optional("startedUSec", &startedAt, .instant)
        fields.say("When it ended; also set for one that never started")
        try fields.optional("endedUSec", &endedAt, .instant)
        fields.say(
            "The operation whose end freed the queue for it; absent if it did not have to wait"
        )
        try fields.optional("releasedBy", &releasedBy, .text)
        fields.say("The part of its wait that was for a lock; absent if none was")
        try fields.optional("lockWait", lockWait, .record(LockWait.self)) { lockWait = $0 }
        fields.say("How long an attempt may run; absent for as long as the launch")
        try fields.optional("timeoutUSec", declared.timeout, .span) { declared.timeout = $0 }
    }

    private mutating func visitPlace(
        _ fields: inout some FieldVisitor
    ) throws(JSONFieldError) {
        fields.say("When it is due")
        try fields.defaulted("stage", &stage, .word(Stage.self))
        fields.say("The group that it is in; absent for none")
        try fields.optional("group", declared.group, .text) {
            declared.group = $0
        }
        fields.say("Whether it is a group: its state and its times are those of everything in it")
        try fields.defaulted("isGroup", declared.isGroup, .flag) { declared.isGroup = $0 }
        fields.say(
            "The name that it was declared with, if it was added while the launch ran; absent otherwise"
        )
        try fields.optional("addedAs", declared.addedAs, .text) { declared.addedAs = $0 }
        fields.say("Whether it was added when the launch was ready, which it cannot degrade then")
        try fields.optional("onDemand", declared.isOnDemand ? true : nil, .flag) {
            declared.isOnDemand = $0 ?? false
        }
        fields.say("The launch action whose handler added it; absent for none")
        try fields.optional("action", declared.action, .actionID) { declared.action = $0 }
        fields.say("The locks that it holds while it runs")
        try fields.defaulted("locks", declared.locks, .list(.lock)) { declared.locks = $0 }
        fields.say("Its rank among several that are ready, as declared: the higher starts first")
        try fields.defaulted("priority", Int(declared.priority.rawValue), .count(in: -128...127)) {
            declared.priority = Priority(Int8(clamping: $0))
        }
        fields.say("The condition on which it runs, in words; absent for none")
        try fields.optional("when", declared.condition, .message) { declared.condition = $0 }
    }

    private mutating func visitAttempts(
        _ fields: inout some FieldVisitor
    ) throws(JSONFieldError) {
        fields.say("How many attempts there are at most")
        try fields.defaulted("attemptLimit", declared.attemptLimit, .count) {
            declared.attemptLimit = $0
        }
        fields.say(
            "How many attempts have begun, if it may be tried again or has a timeout; else 0"
        )
        try fields.defaulted("attempt", attempt, .count) { attempt = $0 }
        fields.say(
            "When the attempt that runs, or was cancelled, began; absent when there is none, or only the one"
        )
        try fields.optional("attemptStartedUSec", attemptStartedAt, .instant) {
            attemptStartedAt = $0
        }
        fields.say(
            "The attempts that have ended, the first and the last 63; empty if it may not be tried "
                + "again, but for the one that failed of an operation with a fallback"
        )
        try fields.defaulted("attempts", attempts, .list(.record(Attempt.self))) { attempts = $0 }
        fields.say("Where its value comes from, when it is degraded")
        try fields.optional("fallback", fallback, .record(FallbackUse.self)) { fallback = $0 }
        fields.say(
            "What keeps it from going on, if that is neither what it depends on nor its queue"
        )
        try fields.optional(
            "obstacle",
            obstacle.map { ObstacleFields($0) },
            .record(ObstacleFields.self)
        ) { obstacle = $0?.obstacle }
        fields.say(
            "The step that its running body still lacks, in words that follow its name; absent if it does not say"
        )
        try fields.optional("lack", lack, .message) { lack = $0 }
    }
}

/// The fields that type `Operation` has for a state.
private struct StateFields {
    var word: OperationStatus.State.Word
    var failure = FailureFields()
    var root: String?
    var condition: String?

    init(_ state: OperationStatus.State) {
        word = state.kind
        switch state {
        case .pending, .ready, .running, .ended(.succeeded): break
        case .ended(.degraded(let reason)), .ended(.cancelled(let reason)):
            failure = FailureFields(reason)
        case .ended(.failed(let failure)): self.failure = FailureFields(failure)
        case .ended(.skipped(let root)): self.root = root
        case .ended(.notNeeded(let condition)): self.condition = condition
        }
    }

    mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("How far it has come")
        try fields.required("state", &word, .word(OperationStatus.State.Word.self))
        try failure.visit(&fields, message: "Why it is degraded, failed or cancelled, in one line")
        fields.say("The operation whose end skipped it; only when it was skipped for that")
        try fields.optional("root", &root, .text)
        fields.say("The condition that did not hold; only when it was skipped for that")
        try fields.optional("condition", &condition, .message)
    }

    func state() throws(JSONFieldError) -> OperationStatus.State {
        switch word {
        case .pending: return .pending
        case .ready: return .ready
        case .running: return .running
        case .succeeded: return .ended(.succeeded)
        case .degraded: return .ended(.degraded(reason: try failure.reason()))
        case .failed: return .ended(.failed(try failure.failure()))
        case .cancelled: return .ended(.cancelled(reason: try failure.reason()))
        case .skipped:
            if let condition { return .ended(.notNeeded(condition: condition)) }
            guard let root else { throw JSONFieldError(isMissing: "root", expected: .text) }
            return .ended(.skipped(root: root))
        }
    }
}
