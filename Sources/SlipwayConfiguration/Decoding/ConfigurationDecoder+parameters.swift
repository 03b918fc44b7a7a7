internal import Slipway
internal import SlipwayJSON

extension ConfigurationDecoder {
    /// Reads `parameters`.
    mutating func payloadSchema(_ field: Field) -> PayloadSchema {
        let fields = names(field, expected: "a mapping of parameters")?.fields ?? []
        return PayloadSchema(parameters: fields.map { parameter($0.key, $0.field) })
    }

    private mutating func parameter(_ name: String, _ field: Field) -> PayloadSchema.Parameter {
        checkName(name, field, dots: false)
        var parameter = PayloadSchema.Parameter(name: name)
        guard let section = section(field, .parameter) else { return parameter }
        if let type = section["type"].flatMap({ choice($0, PayloadSchema.ValueType.self) }) {
            parameter.type = type
        }
        parameter.isRequired = section["required"].flatMap { boolean($0) } ?? false
        parameter.description = section["description"].flatMap { text($0) }
        parameter.format = section["format"].flatMap { choice($0, PayloadSchema.Format.self) }
        parameter.maximumLength = section["maxLength"].flatMap { wholeNumber($0, in: 0...65536) }
        for key in ["format", "maxLength"] where parameter.type != .string {
            guard let field = section[key] else { continue }
            report(
                "is for strings; remove it or write type: string",
                at: field.keyOrigin,
                field.path
            )
        }
        parameter.values = section["enum"].flatMap { values($0, of: parameter) }
        return parameter
    }

    private mutating func values(_ field: Field, of parameter: PayloadSchema.Parameter) -> [JSON]? {
        guard let items = list(field, expected: "a list of values") else { return nil }
        if items.isEmpty {
            report(
                "is an empty list; expected the values that are accepted",
                at: field.node.origin,
                field.path
            )
        }
        var values: [JSON] = []
        var seen: Set<JSON> = []
        for item in items {
            let value = item.node.json(as: parameter.type)
            if !parameter.hasType(value) {
                reject(item, expected: parameter.type.article)
            } else if !seen.insert(value).inserted {
                report("is listed twice; remove one", at: item.node.origin, item.path)
            }
            values.append(value)
        }
        return values
    }
}

extension ConfigurationNode {
    /// The node as JSON.
    ///
    /// For the type `string`, a plain scalar is text, whatever it looks like.
    func json(as type: PayloadSchema.ValueType? = nil) -> JSON {
        switch content {
        case .sequence(let items):
            return .array(items.map { $0.json() })
        case .mapping(let entries):
            return .object(JSONObject(entries.map { ($0.key, $0.value.json()) }))
        case .scalar(let scalar):
            if isNull { return .null }
            if type == .string { return .string(scalar.text) }
            if let boolean { return .bool(boolean) }
            if let wholeNumber { return .integer(wholeNumber) }
            if let number { return .number(number) }
            return .string(scalar.text)
        }
    }
}
