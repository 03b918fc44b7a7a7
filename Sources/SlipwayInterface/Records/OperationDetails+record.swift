package import Slipway
package import SlipwayVarlink

extension OperationStatus.LockWait: NamedRecord {
    package static var declaration: Declaration {
        Declaration(
            "LockWait",
            "How long an operation or a group waited for locks before it started"
        )
    }
    package static var blank: Self { Self(lock: Lock(""), duration: .zero) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("The lock; the last one if there were several")
        try fields.required("lock", &lock, .lock)
        fields.say("How long it waited, for all of them")
        try fields.required("durationUSec", &duration, .span)
        fields.say("The operation or group that had the lock; absent if none had")
        try fields.optional("holder", &holder, .text)
    }
}

extension OperationStatus.Attempt: NamedRecord {
    package static var declaration: Declaration {
        Declaration("Attempt", "One try of an operation's body")
    }
    package static var blank: Self {
        Self(number: 0, startedAt: .init(nanoseconds: 0), endedAt: .init(nanoseconds: 0))
    }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("Its number; that of the first one is 1")
        try fields.required("number", &number, .count)
        fields.say("When it began")
        try fields.required("startedUSec", &startedAt, .instant)
        fields.say("When it ended")
        try fields.required("endedUSec", &endedAt, .instant)
        var failed = failure.map { FailureFields($0) } ?? FailureFields()
        try failed.visit(&fields, message: "Why it failed, in one line; absent when it succeeded")
        failure = failed.kind == nil ? nil : try failed.failure()
        fields.say(
            "When the pause before it had passed, and it waited for its queue and its locks; absent for the "
                + "first one"
        )
        try fields.optional("readyUSec", &readyAt, .instant)
    }
}

extension FallbackUse: NamedRecord {
    package static var declaration: Declaration {
        Declaration("Fallback", "Where the value of a degraded operation comes from")
    }
    package static var blank: Self { Self(source: "") }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("In a word or two")
        try fields.required("source", &source, .message)
        fields.say("How old the value was; absent when that has no meaning")
        try fields.optional("ageUSec", &age, .span)
    }
}

/// An obstacle, as type `Obstacle`.
struct ObstacleFields: NamedRecord {
    static var declaration: Declaration {
        Declaration("Obstacle", "What keeps an operation from going on")
    }
    static let blank = ObstacleFields(.launch)

    private var kind: String
    private var condition: String?
    private var lock: Lock?
    private var holder: String?
    private var queue: Queue?
    private var until: Instant?
    private var operation: String?
    private var action: ActionID?
    private var circle: String?

    init(_ obstacle: OperationStatus.Obstacle) {
        let kind: ObstacleKind
        switch obstacle {
        case .condition(let condition):
            kind = .condition
            self.condition = condition
        case .lock(let lock, let holder):
            kind = .lock
            (self.lock, self.holder) = (lock, holder)
        case .pause(let queue):
            kind = .pause
            self.queue = queue
        case .backoff(let until):
            kind = .backoff
            self.until = until
        case .fallback: kind = .fallback
        case .teardown(let operation):
            kind = .teardown
            self.operation = operation
        case .launch: kind = .launch
        case .wait(let awaited, let circle):
            kind = .wait
            self.circle = circle
            switch awaited {
            case .operation(let name): operation = name
            case .action(let id): action = id
            case .launch: break
            }
        }
        self.kind = kind.rawValue
    }

    mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("What it is")
        try fields.required("kind", &kind, .openWord(ObstacleKind.self))
        fields.say("The condition, in words; only for condition")
        try fields.optional("condition", &condition, .message)
        fields.say("The lock; only for lock")
        try fields.optional("lock", &lock, .lock)
        fields.say("The operation that has the lock; only for lock")
        try fields.optional("holder", &holder, .text)
        fields.say("The queue that is paused; only for pause, and absent when the whole launch is")
        try fields.optional("queue", &queue, .queue)
        fields.say("When the next attempt begins; only for backoff")
        try fields.optional("untilUSec", &until, .instant)
        fields.say(
            "The operation that its body waits for, or that is torn down; only for wait and teardown"
        )
        try fields.optional("operation", &operation, .text)
        fields.say("The launch action that its body waits for; only for wait")
        try fields.optional("action", &action, .actionID)
        fields.say("Why that cannot come before the body returns, if it cannot; only for wait")
        try fields.optional("circle", &circle, .message)
    }

    private var awaited: OperationStatus.Awaited {
        if let operation { return .operation(operation) }
        return action.map { .action($0) } ?? .launch
    }

    /// The obstacle; `nil` for one of a newer daemon.
    var obstacle: OperationStatus.Obstacle? {
        switch ObstacleKind(rawValue: kind) {
        case .condition: .condition(condition ?? "")
        case .lock: lock.map { .lock($0, holder: holder) }
        case .pause: .pause(queue)
        case .backoff: until.map { .backoff(until: $0) }
        case .fallback: .fallback
        case .teardown: operation.map { .teardown($0) }
        case .launch: .launch
        case .wait: .wait(for: awaited, circle: circle)
        case nil: nil
        }
    }
}

private enum ObstacleKind: String, WireWord {
    case condition, lock, pause, backoff, fallback, teardown, launch, wait

    static var declaration: Declaration {
        Declaration(
            "ObstacleKind",
            "What can keep an operation from going on, besides its dependencies and its queue"
        )
    }

    var words: String {
        switch self {
        case .condition: "Its condition is being evaluated"
        case .lock: "Another operation has a lock that it needs"
        case .pause: "Its queue, or the whole launch, is paused"
        case .backoff: "It waits for its next attempt"
        case .fallback: "Its fallback is being looked for"
        case .teardown: "What succeeded in the group is torn down before it is tried again"
        case .launch: "It is of the background stage, and the launch is not ready"
        case .wait:
            "Its body runs, and waits for an operation, a launch action or, without either, the launch"
        }
    }
}
