internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayJSON
internal import SlipwaySystem

extension ConditionSpecification {
    /// The condition of an operation, for the plan.
    func condition(of operation: String, _ surroundings: PlanSurroundings) -> Condition {
        Condition(Quoting.shown(description, limit: 500)) { context in
            if let inheritance = surroundings.inheritance, inheritance.adopted(operation) != nil {
                if case .notNeeded = try await inheritance.end(of: operation).0 { return false }
                return true
            }
            let values = try surroundings.values(references, context)
            return try await holds(values, exists: surroundings.runner.exists)
        }
    }

    /// Asks whether the condition holds.
    ///
    /// - Parameters:
    ///   - values: What its templates and variables are filled in from.
    ///   - exists: Whether there is something at a path.
    /// - Returns: Whether it does.
    /// - Throws: A template that cannot be filled in.
    func holds(
        _ values: TemplateValues,
        exists: @Sendable (String) async -> Bool
    ) async throws -> Bool {
        switch self {
        case .environment(let name, nil):
            // Bytes that are no text set the variable, too.
            return values.environment[name]?.isEmpty == false
                || ProcessEnvironment.undecodableNames.contains(name)
        case .environment(let name, let text?):
            return values.environment[name].map { ExactText($0) } == ExactText(text)
        case .exists(let path):
            return await exists(try path.render(values))
        case .value(let template, let json):
            return try template.value(values).isSame(as: json)
        case .text(let template, let text):
            return ExactText(try template.render(values)) == ExactText(text)
        case .flag(let flag, let operation, let json):
            let reference = ValueReference.operation(operation, path: [flag])
            guard let value = values.operations[operation] else {
                throw TemplateError.noValue(reference)
            }
            return (value[flag] ?? .null).isSame(as: json)
        case .not(let condition):
            return try await !condition.holds(values, exists: exists)
        case .all(let conditions):
            for condition in conditions where try await !condition.holds(values, exists: exists) {
                return false
            }
            return true
        case .any(let conditions):
            for condition in conditions where try await condition.holds(values, exists: exists) {
                return true
            }
            return false
        }
    }
}

extension Template {
    /// The value of the operation that a template of one reference names; a part that is missing is
    /// null, which a condition can ask for.
    fileprivate func value(_ values: TemplateValues) throws(TemplateError) -> JSON {
        guard case .operation(let name, let path) = references.first else { return .null }
        guard let value = values.operations[name] else {
            throw .noValue(.operation(name, path: path))
        }
        return value.value(at: path) ?? .null
    }
}

extension JSON {
    /// Tells whether two values are the same to a reader of the file, as 1 and 1.0 are.
    fileprivate func isSame(as other: JSON) -> Bool {
        switch (self, other) {
        case (.number, .integer), (.integer, .number): doubleValue == other.doubleValue
        default: self == other
        }
    }
}
