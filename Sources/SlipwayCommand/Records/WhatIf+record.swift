internal import Slipway
internal import SlipwayInterface
package import SlipwayPictures
package import SlipwayVarlink

/// The output of `slipway what-if`: the rows, and those that break a requirement.
struct WhatIfRecord: Hashable, Record {
    static let blank = WhatIfRecord(whatIf: .blank, broken: [])

    var whatIf: SlipwayPictures.WhatIf
    var broken: [BrokenRequirement]

    mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("When the launch must be ready; absent without a deadline")
        try fields.optional("deadlineUSec", &whatIf.deadline, .span)
        fields.say("The launch in which nothing goes wrong, then those of each operation")
        try fields.required("rows", &whatIf.rows, .list(.record(SlipwayPictures.WhatIf.Row.self)))
        fields.say("The operations whose hang nothing ends but the deadline, or nothing at all")
        try fields.required("unbounded", whatIf.unbounded, .list(.text)) { _ in }
        fields.say("The operations that are not needed, of which nothing can go wrong")
        try fields.required("notNeeded", &whatIf.notNeeded, .list(.text))
        fields.say("The requirements that are not met")
        try fields.required("broken", &broken, .list(.record(BrokenRequirement.self)))
    }
}

/// A requirement that some rows do not meet.
struct BrokenRequirement: Hashable, NamedRecord {
    static let declaration = Declaration("Broken", "A requirement that is not met")
    static let blank = BrokenRequirement(requirement: "", rows: [])

    var requirement: String
    var rows: [SlipwayPictures.WhatIf.Row]

    mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("The requirement, as it was given")
        try fields.required("requirement", &requirement, .text)
        fields.say("The rows that do not meet it")
        try fields.required("rows", &rows, .list(.record(SlipwayPictures.WhatIf.Row.self)))
    }
}

extension SlipwayPictures.WhatIf.Row: NamedRecord {
    package static var declaration: Declaration {
        Declaration("Row", "One assumption, and what follows")
    }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("The operation; absent for the launch in which nothing goes wrong")
        try fields.optional("operation", &operation, .text)
        fields.say("What is assumed of it; absent for nothing")
        try fields.optional("if", &trouble, .oneOf(SlipwayPictures.WhatIf.Trouble.self))
        fields.say("What becomes of the launch")
        try fields.required("launch", &ending, .oneOf(SlipwayPictures.WhatIf.Ending.self))
        fields.say("How long until it is ready, has failed, or is there again; absent for never")
        try fields.optional("afterUSec", &after, .span)
        fields.say("Why it failed or is degraded, in one line; absent for neither")
        try fields.optional("reason", &reason, .text)
        fields.say("The operations that are skipped because of it, in the order of declaration")
        try fields.required("skipped", &skipped, .list(.text))
        fields.say("What senders of each kind of action are answered")
        try fields.required(
            "actions",
            &actions,
            .list(.record(SlipwayPictures.WhatIf.Kind.self))
        )
        fields.say("Whether nothing but the deadline of the launch ends it")
        try fields.required("unbounded", &isUnbounded, .flag)
    }
}

extension SlipwayPictures.WhatIf.Row {
    /// `failed after 90s`, `never ready`.
    var result: String {
        guard let after else { return ending == .never ? "never ready" : ending.rawValue }
        return "\(ending.rawValue) after \(after.timespan)"
    }
}

extension SlipwayPictures.WhatIf.Kind: NamedRecord {
    package static var declaration: Declaration {
        Declaration("Answer", "What the sender of an action is answered")
    }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("The kind of action")
        try fields.required("kind", &name, .text)
        var answered = AnswerFields(answer)
        try answered.visit(&fields)
        answer = try answered.answer()
    }
}

/// The fields that type `Answer` has for an answer.
private struct AnswerFields {
    enum Word: String, CaseIterable {
        case runs, waits, fails, nextLaunch
    }

    private var word: Word
    private var after: Duration?
    private var operation: String?

    init(_ answer: SlipwayPictures.WhatIf.Answer) {
        switch answer {
        case .runs(let after): (word, self.after) = (.runs, after)
        case .waits(let operation): (word, self.operation) = (.waits, operation)
        case .fails(let operation): (word, self.operation) = (.fails, operation)
        case .nextLaunch: word = .nextLaunch
        }
    }

    mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("What becomes of the action, or that it waits for the next launch")
        try fields.required("answer", &word, .oneOf(Word.self))
        fields.say("When it runs, from the start of the process; only if it runs")
        try fields.optional("afterUSec", &after, .span)
        fields.say("The operation for which it waits or fails; absent for the launch")
        try fields.optional("operation", &operation, .text)
    }

    func answer() throws(JSONFieldError) -> SlipwayPictures.WhatIf.Answer {
        switch word {
        case .runs:
            guard let after else { throw JSONFieldError(isMissing: "afterUSec", expected: .span) }
            return .runs(after: after)
        case .waits:
            guard let operation else {
                throw JSONFieldError(isMissing: "operation", expected: .text)
            }
            return .waits(operation: operation)
        case .fails: return .fails(operation: operation)
        case .nextLaunch: return .nextLaunch
        }
    }
}
