internal import Slipway
package import SlipwayJSON

/// Key `when`: whether an operation runs, once everything that it requires is there.
package indirect enum ConditionSpecification: Hashable, Sendable {
    /// The variable is set and not empty, or has that text.
    case environment(String, equals: String?)
    /// There is something at the absolute path.
    case exists(Template)
    /// For a template that is one reference to an operation: the value is that JSON; a part that is
    /// missing is null.
    case value(Template, equals: JSON)
    /// For any other template: the text is that one.
    case text(Template, equals: String)
    /// The flag that an operation gave has that value; a missing flag is null.
    case flag(String, of: String, equals: JSON)
    case not(ConditionSpecification)
    /// Not empty.
    case all([ConditionSpecification])
    /// Not empty.
    case any([ConditionSpecification])

    /// The deepest nesting of `not`, `all` and `any`.
    static let depthLimit = 16
}

extension ConditionSpecification: Mapping {
    static var about: MappingText {
        MappingText(
            name: "condition",
            title: "Conditions",
            summary:
                "Exactly one of `env`, `exists`, `value`, `flag`, `not`, `all` and `any`; nested at most \(depthLimit) deep.",
            manual:
                "One may compare: `when: { value: \"${operations.user.value.plan}\", equals: pro }`."
        )
    }

    static func read(_ keys: inout Keys) -> ConditionSpecification? {
        var kinds = Alternatives<Self>("condition", orElse: "put both under all or any")
        let equals = keys.section["equals"]
        keys.alternative("env", of: &kinds, .variable(equals), \.self)
            .means(
                "A variable of the daemon's environment is set and not empty; with `equals`, it has "
                    + "that text.",
                example: "STORE"
            )
        keys.alternative("exists", of: &kinds, .absolutePath, Self.exists)
            .means("There is something at a path.", example: "/etc/shop/beta")
        keys.alternative("value", of: &kinds, .comparison(equals), \.self)
            .means(
                "Text with references, compared with `equals`. A single "
                    + "`${operations.NAME.value.KEY}` is compared as JSON, null if it is missing; "
                    + "anything else as text. The operations that it names are required.",
                example: "\"${operations.user.value.plan}\""
            )
        let source = keys.section["of"]
        keys.alternative("flag", of: &kinds, .flag(equals, source), \.self)
            .means(
                "A feature flag is `true`; with `equals`, it has that value. One without a value is "
                    + "off. The operation that gives it is required.",
                example: "new-checkout"
            )
        keys.alternative("not", of: &kinds, .condition, Self.not)
            .means("Holds when that condition does not.", example: "{ exists: /etc/shop/beta }")
        keys.alternative("all", of: &kinds, .conditions, Self.all)
            .means("Holds when all of them do.", example: "[{ env: STORE }, { exists: /srv/shop }]")
        keys.alternative("any", of: &kinds, .conditions, Self.any)
            .means(
                "Holds when one of them does.",
                example: "[{ env: STORE }, { exists: /srv/shop }]"
            )
        _ = keys.field("equals", .any)
            .means(
                "What `env`, `value` or `flag` is compared with: text, or for a flag and a single "
                    + "`${operations.NAME.value.KEY}` any JSON.",
                example: "pro"
            )
        _ = keys.field("of", .name, usual: "the only one with `flags`")
            .means(
                "The operation whose value has the `flag`, by name.",
                example: "toggles"
            )
        keys.constrain([
            "dependentRequired": ["value": ["equals"], "of": ["flag"]],
            "dependentSchemas": [
                "equals": [
                    "anyOf": [
                        ["required": ["env"]], ["required": ["value"]], ["required": ["flag"]],
                    ]
                ],
                "env": ["properties": ["equals": KeyType.text.json]],
            ],
        ])
        if let equals, !["env", "value", "flag"].contains(where: { keys.section[$0] != nil }) {
            keys.decoder.report(
                "goes with env, value or flag; remove it",
                at: equals.keyOrigin,
                equals.path
            )
        }
        if let source, keys.section["flag"] == nil {
            keys.decoder.report("goes with flag; remove it", at: source.keyOrigin, source.path)
        }
        // An unknown key is reported by itself, and may have been meant as a condition.
        let missing = keys.hasOthers ? nil : "asks nothing"
        return keys.one(of: kinds, orElse: missing)?.value
    }
}

extension Kind where Value == ConditionSpecification {
    static var condition: Kind {
        Kind(.mapping(ConditionSpecification.self)) { decoder, field in
            let limit = ConditionSpecification.depthLimit
            guard decoder.conditionDepth < limit else {
                decoder.report(
                    "is nested deeper than \(limit) levels; write it with fewer",
                    at: field.node.origin,
                    field.path
                )
                return nil
            }
            decoder.conditionDepth += 1
            defer { decoder.conditionDepth -= 1 }
            return decoder.mapping(field)
        }
    }

    fileprivate static func variable(_ equals: Field?) -> Kind {
        Kind(.variable) { decoder, field in
            let text = equals.flatMap { decoder.text($0) }
            guard let name = decoder.text(field, expected: "the name of a variable") else {
                return nil
            }
            guard Naming.isVariable(name) else {
                let expected = "a variable's name: letters, digits and '_', no digit first"
                decoder.reject(field, expected: expected)
                return nil
            }
            return .environment(name, equals: text)
        }
    }

    fileprivate static func flag(_ equals: Field?, _ source: Field?) -> Kind {
        Kind(.flagKey) { decoder, field in
            guard let flag = decoder.text(field, expected: "the key of a flag") else { return nil }
            guard !flag.isEmpty else {
                decoder.reject(field, expected: "the key of a flag")
                return nil
            }
            let value = equals.map { $0.node.json() } ?? true
            guard let source else {
                guard let name = decoder.sourceOfFlags(for: field) else { return nil }
                decoder.mention(name, at: field.node.origin, field.path)
                return .flag(flag, of: name, equals: value)
            }
            guard let name = decoder.text(source, expected: "the name of an operation") else {
                return nil
            }
            decoder.mention(name, at: source.node.origin, source.path)
            return .flag(flag, of: name, equals: value)
        }
    }

    fileprivate static func comparison(_ equals: Field?) -> Kind {
        Kind(.shownText) { decoder, field in
            let value = decoder.template(field, .condition)
            guard let equals else {
                decoder.report(
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
            return decoder.text(equals, expected: expected).map { .text(value, equals: $0) }
        }
    }
}

extension Kind where Value == [ConditionSpecification] {
    fileprivate static var conditions: Kind {
        Kind(.conditions) { decoder, field in
            let expected = "a list of conditions, such as [{ env: STORE }]"
            guard let items = decoder.list(field, expected: expected) else { return nil }
            guard !items.isEmpty else {
                decoder.report(
                    "is an empty list; expected \(expected)",
                    at: field.node.origin,
                    field.path
                )
                return nil
            }
            let conditions = items.map { Kind<ConditionSpecification>.condition.read(decoder, $0) }
            guard !conditions.contains(nil) else { return nil }
            return conditions.compactMap(\.self)
        }
    }
}

extension KeyType {
    fileprivate static var variable: KeyType {
        KeyType(
            "name of a variable",
            ["type": "string", "pattern": .string(Naming.variablePattern)]
        )
    }

    fileprivate static var flagKey: KeyType {
        var type = plainText
        type.words = "key of a flag"
        return type
    }

    fileprivate static var conditions: KeyType {
        .list("conditions", of: .mapping(ConditionSpecification.self), ["minItems": 1])
    }
}

extension ConfigurationDecoder {
    /// The only operation that gives flags; reports that there is none, or that there are several.
    fileprivate func sourceOfFlags(for field: Field) -> String? {
        let names = flagsOperations
        guard names.count != 1 else { return names[0] }
        let reason =
            names.isEmpty
            ? "no operation gives flags; add one with flags, or write of: NAME beside it"
            : "\(UnknownName.alternatives(names.map(Quoting.quoted))) may give it; write of: NAME beside it"
        report(reason, at: field.node.origin, field.path)
        return nil
    }
}

extension Template {
    /// The text is one reference to an operation's value and nothing else.
    fileprivate var isOneValue: Bool {
        guard segments.count == 1, case .reference(let reference) = segments[0] else {
            return false
        }
        return reference.isValue
    }
}

extension ConditionSpecification {
    /// The references in its texts, with repetitions.
    package var references: [ValueReference] {
        switch self {
        case .environment: []
        case .exists(let template), .value(let template, _), .text(let template, _):
            template.references
        case .flag(let flag, let operation, _): [.operation(operation, path: [flag])]
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
        case .flag(let flag, _, .bool(true)): "flag \(Quoting.shown(flag)) is on"
        case .flag(let flag, _, let json): "flag \(Quoting.shown(flag)) equals \(json.compact)"
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
