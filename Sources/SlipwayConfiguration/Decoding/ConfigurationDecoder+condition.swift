internal import Slipway
internal import SlipwayJSON

extension ConfigurationDecoder {
    /// Reads `when`, or a condition inside of one.
    mutating func condition(_ field: Field, depth: Int = 1) -> ConditionSpecification? {
        guard depth <= ConditionSpecification.depthLimit else {
            let reason = "is nested deeper than \(ConditionSpecification.depthLimit) levels"
            report("\(reason); write it with fewer", at: field.node.origin, field.path)
            return nil
        }
        guard let section = section(field, .condition) else { return nil }
        let kinds = section.fields.filter { KeyTable.conditions.contains($0.key) }
        guard let first = kinds.first else {
            // An unknown key has been reported already, and may have been meant as one.
            if section.entries.allSatisfy({ KeyTable.condition.known.contains($0.key) }) {
                report(
                    "asks nothing; add one of \(Quoting.alternatives(KeyTable.conditions))",
                    at: section.origin,
                    section.path
                )
            }
            return nil
        }
        for second in kinds.dropFirst() {
            report(
                "'\(second.key)' is a second condition beside '\(first.key)'; put both under all or "
                    + "any",
                at: second.field.keyOrigin,
                second.field.path
            )
        }
        let equals = section["equals"]
        if let equals, !["env", "value"].contains(where: { section[$0] != nil }) {
            report("goes with env or value; remove it", at: equals.keyOrigin, equals.path)
        }
        // All are read, for their faults; the first counts.
        return kinds.map { condition($0.key, $0.field, equals, depth) }.first ?? nil
    }

    private mutating func condition(
        _ key: String,
        _ field: Field,
        _ equals: Field?,
        _ depth: Int
    ) -> ConditionSpecification? {
        switch key {
        case "env": environment(field, equals)
        case "exists": absolutePath(field).map(ConditionSpecification.exists)
        case "value": comparison(field, equals)
        case "not": condition(field, depth: depth + 1).map(ConditionSpecification.not)
        case "all": conditions(field, depth).map(ConditionSpecification.all)
        default: conditions(field, depth).map(ConditionSpecification.any)
        }
    }

    private mutating func environment(_ field: Field, _ equals: Field?) -> ConditionSpecification? {
        let text = equals.flatMap { self.text($0) }
        guard let name = self.text(field, expected: "the name of a variable") else { return nil }
        guard Naming.isVariable(name) else {
            reject(field, expected: "a variable's name: letters, digits and '_', no digit first")
            return nil
        }
        return .environment(name, equals: text)
    }

    private mutating func comparison(_ field: Field, _ equals: Field?) -> ConditionSpecification? {
        let value = template(field)
        guard let equals else {
            report(
                "has nothing to be compared with; add equals beside it",
                at: field.keyOrigin,
                field.path
            )
            return nil
        }
        // A faulty template has been reported, and may have been meant either way.
        guard let value else { return nil }
        if value.isOneValue { return .value(value, equals: equals.node.json()) }
        let expected = "text; only a single ${operations.NAME.value} is compared as JSON"
        return text(equals, expected: expected).map { .text(value, equals: $0) }
    }

    private mutating func conditions(_ field: Field, _ depth: Int) -> [ConditionSpecification]? {
        let expected = "a list of conditions, such as [{ env: STORE }]"
        guard let items = list(field, expected: expected) else { return nil }
        guard !items.isEmpty else {
            report("is an empty list; expected \(expected)", at: field.node.origin, field.path)
            return nil
        }
        let conditions = items.map { condition($0, depth: depth + 1) }
        guard !conditions.contains(nil) else { return nil }
        return conditions.compactMap(\.self)
    }
}

extension Template {
    /// Whether it is one reference to an operation's value and nothing else.
    var isOneValue: Bool {
        guard segments.count == 1, case .reference(let reference) = segments[0] else {
            return false
        }
        return reference.isValue
    }
}
