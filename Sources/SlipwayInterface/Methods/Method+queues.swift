package import SlipwayVarlink

/// The methods that pause queues.
extension Method {
    static let queues: [any LaunchMethod.Type] = [PauseQueue.self, ResumeQueue.self, Drain.self]

    package struct PauseQueue: QueueMethod {
        package static let row = MethodRow(
            "PauseQueue",
            .operate,
            "Lets nothing start in a queue; what runs there goes on, and so do all deadlines. Takes the "
                + "right to operate: root, the service's own user and its operators have it"
        )

        package var queue: String?
        package init(_ queue: String? = nil) { self.queue = queue }
    }

    package struct ResumeQueue: QueueMethod {
        package static let row = MethodRow(
            "ResumeQueue",
            .operate,
            "Lets what was paused go on. A queue that was paused on its own stays so when the launch as a "
                + "whole goes on. Takes the right to operate"
        )

        package var queue: String?
        package init(_ queue: String? = nil) { self.queue = queue }
    }
}

/// A method about one queue, or about the launch as a whole.
package protocol QueueMethod: LaunchMethod where Reply == QueueReply {
    /// The queue; `nil` for the launch as a whole.
    var queue: String? { get set }
    init(_ queue: String?)
}

extension QueueMethod {
    package static var blank: Self { Self(nil) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("The queue, of at most 256 bytes; absent for the launch as a whole")
        try fields.optional("queue", &queue, .name)
    }
}

/// The result of a call about a queue.
package struct QueueReply: Record, Hashable {
    /// The call changed something.
    package var changed: Bool

    package init(_ changed: Bool) { self.changed = changed }

    package static var blank: Self { Self(false) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("Whether it was not so already")
        try fields.required("changed", &changed, .flag)
    }
}
