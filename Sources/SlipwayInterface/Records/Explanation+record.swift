internal import Slipway
package import SlipwayReport
package import SlipwayVarlink

private let whereItIs = "Where it is: a Phase, an OperationState or an ActionState"

extension Explanation: NamedRecord {
    package static var declaration: Declaration {
        Declaration("Explanation", "Why something is where it is")
    }
    package static var blank: Self { Self(subject: nil, state: "", steps: []) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("What was asked about; absent for the launch")
        try fields.optional("subject", &subject, .text)
        fields.say(whereItIs)
        try fields.required("state", &state, .text)
        fields.say("The subject itself, then what it waits for, and so on")
        try fields.required("steps", &steps, .list(.record(Step.self)))
    }
}

extension Explanation.Step: NamedRecord {
    package static var declaration: Declaration {
        Declaration("Step", "One link of an explanation: what the one before it waits for")
    }
    package static var blank: Self { Self(name: "", relation: "", state: "") }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("An operation, an action's identity, or the launch")
        try fields.required("name", &name, .text)
        fields.say(
            "How the step before comes to this one, in words: requires, after, queue held by"
        )
        try fields.required("relation", &relation, .text)
        fields.say(whereItIs)
        try fields.required("state", &state, .text)
        fields.say("How long it has been in that state, or took in it")
        try fields.optional("elapsedUSec", &elapsed, .span)
        fields.say("How long it may take: its timeout, or the deadline")
        try fields.optional("budgetUSec", &budget, .span)
        fields.say("What else there is to know, in one line")
        try fields.optional("detail", &detail, .message)
    }
}
