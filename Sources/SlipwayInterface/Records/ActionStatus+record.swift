package import Slipway
package import SlipwayJSON
package import SlipwayVarlink

extension ActionStatus: NamedRecord {
    package static var declaration: Declaration {
        Declaration("Action", "A launch action: a request of a declared kind")
    }
    package static var blank: Self {
        Self(
            id: ActionID(""),
            kind: "",
            queue: .main,
            requires: [],
            state: .running,
            acceptedAt: Instant(nanoseconds: 0)
        )
    }

    // Many properties are views into storage that statuses share, so only fields that were read are
    // set.
    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("The identity, unique over all launches")
        try fields.required("id", &id, .actionID)
        fields.say("The declared kind")
        try fields.required("kind", kind, .text) { kind = $0 }
        fields.say("The queue its handler runs on")
        try fields.required("queue", queue, .queue) { queue = $0 }
        fields.say("The operations that it requires")
        try fields.required("requires", requires, .list(.text)) { requires = $0 }
        var states = ActionStateFields(state)
        try states.visit(&fields)
        state = try states.state()
        try visitAttempts(&fields)
        try visitTimes(&fields)
    }

    private mutating func visitAttempts(
        _ fields: inout some FieldVisitor
    ) throws(JSONFieldError) {
        fields.say("How many attempts have begun, in earlier launches too")
        try fields.required("attempts", attempts, .count) { attempts = $0 }
        fields.say(
            "How many of them failed, with another one to follow: what a stop or a crash "
                + "interrupted did not fail"
        )
        try fields.required("failures", failures, .count) { failures = $0 }
        fields.say("With how many failed attempts it fails; absent if its kind is not known")
        try fields.optional("failureLimit", failureLimit, .count) { failureLimit = $0 }
        fields.say(
            "When its next attempt is due, in the next launch too; only while it waits for that"
        )
        try fields.optional("retryUSec", retryAt, .instant) { retryAt = $0 }
        fields.say(
            "Why its last attempt failed, in one line; only if another one follows or has followed"
        )
        try fields.optional("lastFailure", lastFailure?.message, .message) {
            lastFailure = $0.map { Failure($0) }
        }
        fields.say(
            "Whether it waits for the next launch: it is stored, and this one ends or lacks what "
                + "it requires"
        )
        try fields.required("postponed", &isPostponed, .flag)
    }

    private mutating func visitTimes(
        _ fields: inout some FieldVisitor
    ) throws(JSONFieldError) {
        fields.say("When the launch took it")
        try fields.required("acceptedUSec", &acceptedAt, .instant)
        fields.say("When everything that it requires was there and it was the first of its kind")
        try fields.optional("readyUSec", readyAt, .instant) { readyAt = $0 }
        fields.say("When its last attempt began, in an earlier launch too")
        try fields.optional("startedUSec", startedAt, .instant) { startedAt = $0 }
        fields.say("When it ended")
        try fields.optional("endedUSec", endedAt, .instant) { endedAt = $0 }
    }
}

extension ActionStatus.State {
    /// The state alone, with the fields that type `Action` has for it.
    package var json: JSON { ActionStateFields(self).json() }

    /// Reads ``json``.
    package init(json: JSON) throws(JSONFieldError) {
        self = try ActionStateFields(json).state()
    }
}

/// The fields that type `Action` has for a state.
private struct ActionStateFields: Record {
    static var blank: Self { Self(.running) }

    private var word: ActionStatus.State.Word
    private var missing: [String] = []
    private var failure = FailureFields()
    private var failedOperation: String?
    private var successor: ActionID?

    init(_ state: ActionStatus.State) {
        word = state.kind
        switch state {
        case .waiting(let missing): self.missing = missing
        case .running, .done, .expired: break
        case .failed(let failure, let operation):
            self.failure = FailureFields(failure)
            failedOperation = operation
        case .cancelled(let reason), .interrupted(let reason): failure = FailureFields(reason)
        case .superseded(let successor): self.successor = successor
        }
    }

    mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("How far it has come")
        try fields.required("state", &word, .word(ActionStatus.State.Word.self))
        fields.say("The operations that it still waits for; empty unless it waits")
        try fields.defaulted("missing", &missing, .list(.text))
        try failure.visit(
            &fields,
            message:
                "Why it failed, was cancelled or interrupted, in one line; what its program said "
                + "last is only in Submit's and GetAction's answers to its sender and to operators"
        )
        fields.say(
            "The operation that it requires and that did not succeed; only when it failed for that"
        )
        try fields.optional("failedOperation", &failedOperation, .text)
        fields.say("The action that took its place; only when it was superseded")
        try fields.optional("successor", &successor, .actionID)
    }

    func state() throws(JSONFieldError) -> ActionStatus.State {
        switch word {
        case .waiting: return .waiting(missing: missing)
        case .running: return .running
        case .done: return .done
        case .failed: return .failed(try failure.failure(), operation: failedOperation)
        case .cancelled: return .cancelled(reason: try failure.reason())
        case .expired: return .expired
        case .superseded:
            guard let successor else {
                throw JSONFieldError(isMissing: "successor", expected: .text)
            }
            return .superseded(by: successor)
        case .interrupted: return .interrupted(reason: try failure.reason())
        }
    }
}

/// The sender of a launch action, as the kernel recorded it at connect time.
package struct ActionSender: Hashable, Sendable {
    /// The user.
    package var uid: UInt32
    /// The process; it may have ended, and another process may have its number.
    package var pid: Int32

    /// Creates a sender.
    package init(uid: UInt32, pid: Int32) {
        self.uid = uid
        self.pid = pid
    }
}

extension ActionSender: NamedRecord {
    package static var declaration: Declaration {
        Declaration(
            "Sender",
            "Who sent an action, as the kernel saw it when the connection was made"
        )
    }
    package static var blank: Self { Self(uid: 0, pid: 0) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("The user")
        try fields.required("uid", &uid, .user)
        fields.say("The process; it may have ended, and its number be another's by now")
        try fields.required("pid", &pid, .number)
    }
}
