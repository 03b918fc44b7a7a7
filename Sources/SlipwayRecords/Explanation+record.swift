package import Slipway
package import SlipwayJSON

extension Explanation {
    /// The explanation as `org.slipway.Launch` writes it: type `Explanation`.
    package var json: JSON {
        var object: JSONObject = [:]
        object["subject"] = subject.map { .string($0) }
        object["state"] = .string(state)
        object["steps"] = .array(steps.map(\.json))
        return .object(object)
    }
}

extension Explanation.Step {
    var json: JSON {
        var object: JSONObject = [
            "name": .string(name), "relation": .string(relation), "state": .string(state),
        ]
        object["elapsedUSec"] = elapsed.map { JSON(microsecondsOf: $0) }
        object["budgetUSec"] = budget.map { JSON(microsecondsOf: $0) }
        object["detail"] = detail.map { JSON(message: $0) }
        return .object(object)
    }

    init(reading fields: inout JSONFields) throws(JSONFieldError) {
        self.init(
            name: try fields.required("name", .string),
            relation: try fields.required("relation", .string),
            state: try fields.required("state", .string),
            elapsed: try fields.optional("elapsedUSec", .microsecondSpan),
            budget: try fields.optional("budgetUSec", .microsecondSpan),
            detail: try fields.optional("detail", .string)
        )
    }
}

extension JSONReading<Explanation> {
    /// An explanation, as ``Explanation/json`` writes it.
    package static var explanation: Self {
        .record { fields throws(JSONFieldError) in
            Explanation(
                subject: try fields.optional("subject", .string),
                state: try fields.required("state", .string),
                steps: try fields.required("steps", .array(of: .step))
            )
        }
    }
}

extension JSONReading<Explanation.Step> {
    static var step: Self {
        .record { fields throws(JSONFieldError) in try Explanation.Step(reading: &fields) }
    }
}
