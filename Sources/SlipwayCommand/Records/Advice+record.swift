internal import Slipway
internal import SlipwayInterface
package import SlipwayPictures
package import SlipwayVarlink

extension Advice: Record {
    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("How many launches it was computed from")
        try fields.required("launches", &launches, .count)
        fields.say("The launch with the median time, whose times these are")
        try fields.required("launchId", &launchID, .text)
        fields.say("When that launch was ready, from the start of its process")
        try fields.required("readyUSec", &ready, .span)
        fields.say("When it is in the replay without a change")
        try fields.required("replayedUSec", &replayed, .span)
        fields.say("The operations that would gain something, the one that would gain most first")
        try fields.required("faster", &faster, .list(.record(Gain.self)))
        fields.say("The operations that would gain nothing, the longest first")
        try fields.required("useless", &useless, .list(.record(Gain.self)))
        fields.say("The changes that gain something, the one that gains most first")
        try fields.required("proposals", &proposals, .list(.record(Proposal.self)))
        fields.say("The edges that never mattered")
        try fields.required("unneeded", &unneeded, .list(.record(Edge.self)))
    }
}

extension Advice.Gain: NamedRecord {
    package static var declaration: Declaration {
        Declaration("Gain", "The gain of an operation that takes half of its time")
    }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("The operation")
        try fields.required("operation", &operation, .text)
        fields.say("How long it ran, all attempts added up")
        try fields.required("runUSec", &run, .span)
        fields.say("By how much sooner the launch would be ready; negative: later")
        try fields.required("gainUSec", &gain, .difference)
        fields.say("Whether it is in the critical chain")
        try fields.required("critical", &isOnChain, .flag)
        fields.say("Whether the gain is at least that")
        try fields.required("lowerBound", &isLowerBound, .flag)
    }
}

extension Advice.Edge: NamedRecord {
    package static var declaration: Declaration {
        Declaration("Edge", "An operation that runs after another one, which never mattered")
    }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("The operation")
        try fields.required("operation", &operation, .text)
        fields.say("The operation that it runs after")
        try fields.required("after", &after, .text)
    }
}

extension Advice.Proposal: NamedRecord {
    package static var declaration: Declaration {
        Declaration("Proposal", "A change of the plan that makes the launch ready sooner")
    }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        var changed = ChangeFields(change)
        try changed.visit(&fields)
        change = try changed.change()
        fields.say("By how much sooner the launch would be ready: the median of all launches")
        try fields.required("gainUSec", &gain, .difference)
        fields.say("The greatest time by which a launch would be ready later; 0 for none")
        try fields.required("worstLossUSec", &worstLoss, .span)
        fields.say("Lines for the configuration")
        try fields.required("yaml", lines.joined(separator: "\n") + "\n", .text) { text in
            lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
                .map(String.init)
        }
    }
}

/// The fields that type `Proposal` has for a change.
private struct ChangeFields {
    enum Kind: String, CaseIterable {
        case width, priorities, later, sooner, background
    }

    private var kind: Kind
    private var queue: Queue?
    private var width: Int?
    private var operations: [String]?
    private var operation: String?
    private var after: [String]?
    private var without: [String]?

    init(_ change: Advice.Change) {
        switch change {
        case .width(let queue, let width): (kind, self.queue, self.width) = (.width, queue, width)
        case .priorities(let names): (kind, operations) = (.priorities, names)
        case .later(let name, let after): (kind, operation, self.after) = (.later, name, after)
        case .sooner(let name, let without):
            (kind, operation, self.without) = (.sooner, name, without)
        case .background(let name): (kind, operation) = (.background, name)
        }
    }

    mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("What is changed")
        try fields.required("kind", &kind, .oneOf(Kind.self))
        fields.say("The queue that gets another width; only for a width")
        try fields.optional("queue", &queue, .queue)
        fields.say("How many bodies of the queue run at a time; only for a width")
        try fields.optional("width", &width, .count)
        fields.say("The operations that start before others; only for priorities")
        try fields.optional("operations", &operations, .list(.text))
        fields.say("The operation that starts at another time; absent for a width and priorities")
        try fields.optional("operation", &operation, .text)
        fields.say("The operations that it starts after, too; only for later")
        try fields.optional("after", &after, .list(.text))
        fields.say("The operations that it does not wait for; only for sooner")
        try fields.optional("without", &without, .list(.text))
    }

    func change() throws(JSONFieldError) -> Advice.Change {
        switch kind {
        case .width: .width(try queue.needed("queue", .queue), try width.needed("width", .count))
        case .priorities: .priorities(try operations.needed("operations", .list(.text)))
        case .later: .later(try named(), after: try after.needed("after", .list(.text)))
        case .sooner: .sooner(try named(), without: try without.needed("without", .list(.text)))
        case .background: .background(try named())
        }
    }

    private func named() throws(JSONFieldError) -> String {
        try operation.needed("operation", .text)
    }
}

extension Optional {
    /// The value of a field that a record must have beside another one.
    fileprivate func needed<Type: WireType>(
        _ field: String,
        _ type: Type
    ) throws(JSONFieldError) -> Wrapped where Type.Value == Wrapped {
        guard let self else { throw JSONFieldError(isMissing: field, expected: type) }
        return self
    }
}
