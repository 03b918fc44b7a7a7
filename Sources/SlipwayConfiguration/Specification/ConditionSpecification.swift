package import SlipwayJSON

/// Key `when`: whether an operation runs, once everything that it requires is there.
package indirect enum ConditionSpecification: Hashable, Sendable {
    /// Key `env`: the variable is set and not empty, or, with `equals`, has that text.
    case environment(String, equals: String?)
    /// Key `exists`: there is something at the absolute path.
    case exists(Template)
    /// Key `value` with `equals`, for a template that is one reference to an operation: the value
    /// is that JSON; a part that is missing is null.
    case value(Template, equals: JSON)
    /// Key `value` with `equals`, for any other template: the text is that one.
    case text(Template, equals: String)
    /// Key `not`.
    case not(ConditionSpecification)
    /// Key `all`; not empty.
    case all([ConditionSpecification])
    /// Key `any`; not empty.
    case any([ConditionSpecification])

    /// The deepest nesting of `not`, `all` and `any`.
    static let depthLimit = 16
}

extension ConditionSpecification {
    /// The references in its texts, with repetitions.
    package var references: [ValueReference] {
        switch self {
        case .environment: []
        case .exists(let template), .value(let template, _), .text(let template, _):
            template.references
        case .not(let condition): condition.references
        case .all(let conditions), .any(let conditions): conditions.flatMap(\.references)
        }
    }
}

extension ConditionSpecification: CustomStringConvertible {
    /// The condition in words, close to those of the file: `env STORE is set`.
    package var description: String {
        switch self {
        case .environment(let name, nil): "env \(name) is set"
        case .environment(let name, let text?): "env \(name) equals \(JSON.string(text).compact)"
        case .exists(let path): "exists \(path)"
        case .value(let template, let json): "value \(template) equals \(json.compact)"
        case .text(let template, let text): "value \(template) equals \(JSON.string(text).compact)"
        case .not(let condition): "not \(condition)"
        case .all(let conditions): Self.words(conditions, " and ")
        case .any(let conditions): Self.words(conditions, " or ")
        }
    }

    private static func words(_ conditions: [ConditionSpecification], _ word: String) -> String {
        guard conditions.count > 1 else { return conditions.first?.description ?? "" }
        return "(" + conditions.map(\.description).joined(separator: word) + ")"
    }
}
