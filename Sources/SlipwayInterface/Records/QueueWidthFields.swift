internal import Slipway
internal import SlipwayVarlink

/// The width of a queue, as type `QueueWidth`.
struct QueueWidthFields: NamedRecord {
    static var declaration: Declaration {
        Declaration("QueueWidth", "How many bodies of a queue may run at a time")
    }
    static let blank = QueueWidthFields(name: .main, width: 1)

    private(set) var name: Queue
    private(set) var width: Int

    /// The widths of all queues, `main` first, then by name.
    static func all(_ widths: [Queue: Int]) -> [QueueWidthFields] {
        widths.map { QueueWidthFields(name: $0.key, width: $0.value) }
            .sorted { left, right in
                if (left.name == .main) != (right.name == .main) { return left.name == .main }
                return left.name.name < right.name.name
            }
    }

    mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("The queue")
        try fields.required("name", &name, .queue)
        fields.say("How many, at least 1")
        try fields.required("width", &width, .count(in: 1...Int.max))
    }
}
