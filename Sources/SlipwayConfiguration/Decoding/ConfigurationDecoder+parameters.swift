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
        parameter.pattern = section["pattern"].flatMap { pattern($0) }
        for key in ["format", "maxLength", "pattern"] where parameter.type != .string {
            guard let field = section[key] else { continue }
            report(
                "is for strings; remove it or write type: string",
                at: field.keyOrigin,
                field.path
            )
        }
        bounds(of: &parameter, section)
        parameter.values = section["enum"].flatMap { values($0, of: parameter) }
        parameter.defaultValue = section["default"].flatMap { defaultValue($0, of: parameter) }
        return parameter
    }

    private mutating func pattern(_ field: Field) -> TextPattern? {
        guard let text = text(field, expected: "a pattern such as ^[a-z]+$") else { return nil }
        do throws(TextPattern.Fault) {
            return try TextPattern(text)
        } catch {
            report(error.reason, at: field.node.origin, field.path)
            return nil
        }
    }

    /// Reads `minimum` and `maximum`.
    private mutating func bounds(of parameter: inout PayloadSchema.Parameter, _ section: Section) {
        let isNumber = parameter.type == .integer || parameter.type == .number
        for key in ["minimum", "maximum"] where !isNumber {
            guard let field = section[key] else { continue }
            report(
                "is for numbers; remove it or write type: integer or number",
                at: field.keyOrigin,
                field.path
            )
        }
        guard isNumber else { return }
        parameter.minimum = section["minimum"].flatMap { bound($0) }
        parameter.maximum = section["maximum"].flatMap { bound($0) }
        if let minimum = parameter.minimum, let maximum = parameter.maximum,
            maximum.isLess(than: minimum), let field = section["minimum"]
        {
            report(
                "is greater than the maximum, so that no number is accepted; exchange the two",
                at: field.node.origin,
                field.path
            )
        }
    }

    private mutating func bound(_ field: Field) -> JSON? {
        let number = field.node.json()
        guard number.doubleValue != nil else {
            reject(field, expected: "a number, without quotes")
            return nil
        }
        return number
    }

    private mutating func defaultValue(
        _ field: Field,
        of parameter: PayloadSchema.Parameter
    ) -> JSON? {
        guard !parameter.isRequired else {
            report(
                "is never used, since the parameter is required; remove one of the two",
                at: field.keyOrigin,
                field.path
            )
            return nil
        }
        let value = field.node.json(as: parameter.type)
        guard parameter.hasType(value) else {
            reject(field, expected: parameter.type.article)
            return nil
        }
        do throws(PayloadFault) {
            try parameter.check(value)
        } catch {
            report(
                "would be refused in a payload: it \(error.reason)",
                at: field.node.origin,
                field.path
            )
        }
        return value
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
