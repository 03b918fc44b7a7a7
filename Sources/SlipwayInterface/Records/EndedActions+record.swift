package import Slipway
package import SlipwayVarlink

/// The number of actions of a kind that have ended in one way.
package struct EndedActionCount: NamedRecord, Hashable {
    package var kind = ""
    package var end = ActionStatus.State.Word.done
    package var count = 0

    package static var declaration: Declaration {
        Declaration("EndedActions", "How many actions of a kind have ended in one way")
    }
    package static var blank: Self { Self() }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("The kind; empty for kinds that are not declared any more")
        try fields.required("kind", &kind, .text)
        fields.say("How they ended")
        try fields.required("state", &end, .word(ActionStatus.State.Word.self))
        fields.say("How many")
        try fields.required("count", &count, .count)
    }
}

extension EndedActions {
    /// The counts as the interface has them, by kind and end.
    var list: [EndedActionCount] {
        counts.sorted { $0.key < $1.key }.map { key, count in
            EndedActionCount(kind: key.kind, end: key.end, count: count)
        }
    }

    /// Takes the counts as the interface has them.
    init(_ list: [EndedActionCount]) {
        self.init(
            Dictionary(
                list.map { (Key($0.kind, $0.end), $0.count) },
                uniquingKeysWith: { $0 &+ $1 }
            )
        )
    }
}
