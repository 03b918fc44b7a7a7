package import Slipway
package import SlipwayVarlink

extension OperationStatus: NamedRecord {
    package static var declaration: Declaration {
        Declaration("Operation", "One startup operation")
    }
    package static var blank: Self { Self(name: "", queue: .main) }

    // Most of its properties are views into storage that statuses share: only what was read is set.
    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        try fields.required("name", name, .text, "The name, unique in the launch") { name = $0 }
        try fields.required(
            "queue",
            queue,
            .queue,
            "The queue its body runs on: main, userInitiated, or a named one"
        ) { queue = $0 }
        try fields.required("optional", isOptional, .flag, "Whether the launch goes on without it")
        {
            isOptional = $0
        }
        try fields.required(
            "requires",
            requires,
            .list(.text),
            "The operations that must have succeeded before it starts"
        ) { requires = $0 }
        try fields.required(
            "after",
            after,
            .list(.text),
            "The operations that must have ended, however, before it starts"
        ) { after = $0 }
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
        try fields.optional(
            "readyUSec",
            &readyAt,
            .instant,
            "When the last operation that it waits for ended"
        )
        try fields.optional("startedUSec", &startedAt, .instant, "When its body began")
        try fields.optional(
            "endedUSec",
            &endedAt,
            .instant,
            "When it ended; also set for one that never started"
        )
        try fields.optional(
            "releasedBy",
            &releasedBy,
            .text,
            "The operation whose end freed the queue for it; absent if it did not have to wait"
        )
        try fields.optional(
            "lockWait",
            lockWait,
            .record(LockWait.self),
            "The part of its wait that was for a lock; absent if none was"
        ) { lockWait = $0 }
        try fields.optional(
            "timeoutUSec",
            timeout,
            .span,
            "How long an attempt may run; absent for as long as the launch"
        ) { timeout = $0 }
    }

    private mutating func visitPlace(
        _ fields: inout some FieldVisitor
    ) throws(JSONFieldError) {
        try fields.defaulted("stage", &stage, .word(Stage.self), "When it is due")
        try fields.optional("group", group, .text, "The group that it is in; absent for none") {
            group = $0
        }
        try fields.defaulted(
            "isGroup",
            isGroup,
            .flag,
            "Whether it is a group: its state and its times are those of everything in it"
        ) { isGroup = $0 }
    }

    private mutating func visitAttempts(
        _ fields: inout some FieldVisitor
    ) throws(JSONFieldError) {
        try fields.defaulted(
            "attemptLimit",
            attemptLimit,
            .count,
            "How many attempts there are at most"
        ) { attemptLimit = $0 }
        try fields.defaulted(
            "attempt",
            attempt,
            .count,
            "How many attempts have begun, if it may be tried again or has a timeout; else 0"
        ) { attempt = $0 }
        try fields.optional(
            "attemptStartedUSec",
            attemptStartedAt,
            .instant,
            "When the attempt that runs began; absent when none runs, or there is only the one"
        ) { attemptStartedAt = $0 }
        try fields.defaulted(
            "attempts",
            attempts,
            .list(.record(Attempt.self)),
            "The attempts that have ended, the first and the last 63; empty if it may not be tried again"
        ) { attempts = $0 }
        try fields.optional(
            "fallback",
            fallback,
            .record(FallbackUse.self),
            "Where its value comes from, when it is degraded"
        ) { fallback = $0 }
        try fields.optional(
            "obstacle",
            obstacle.map { ObstacleFields($0) },
            .record(ObstacleFields.self),
            "What keeps it from going on, if that is neither what it depends on nor its queue"
        ) { obstacle = $0?.obstacle }
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
        try fields.required(
            "state",
            &word,
            .word(OperationStatus.State.Word.self),
            "How far it has come"
        )
        try failure.visit(&fields, message: "Why it is degraded, failed or cancelled, in one line")
        try fields.optional(
            "root",
            &root,
            .text,
            "The operation whose end skipped it; only when it was skipped for that"
        )
        try fields.optional(
            "condition",
            &condition,
            .message,
            "The condition that did not hold; only when it was skipped for that"
        )
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
