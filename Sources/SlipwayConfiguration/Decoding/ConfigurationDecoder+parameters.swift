internal import Slipway
internal import SlipwayJSON

extension ConfigurationDecoder {
    /// Reads `parameters`.
    func payloadSchema(_ field: Field) -> PayloadSchema {
        let fields = names(field, expected: "a mapping of parameters")?.fields ?? []
        return PayloadSchema(
            parameters: fields.map { field in
                checkName(field, dots: false)
                return mapping(field) ?? PayloadSchema.Parameter(name: field.name)
            }
        )
    }

    /// Reports keys that a mapping cannot have.
    func refuse(_ fields: [Field?], _ reason: String) {
        for field in fields.compactMap(\.self) {
            report(reason, at: field.keyOrigin, field.path)
        }
    }

    func pattern(_ field: Field) -> TextPattern? {
        guard let text = text(field, expected: "a pattern such as ^[a-z]+$") else { return nil }
        do throws(TextPattern.Fault) {
            return try TextPattern(text)
        } catch {
            report(error.reason, at: field.node.origin, field.path)
            return nil
        }
    }

    /// Reads `minimum` and `maximum`.
    func readBounds(
        of parameter: inout PayloadSchema.Parameter,
        _ minimum: Field?,
        _ maximum: Field?
    ) {
        guard parameter.type == .integer || parameter.type == .number else {
            let reason = "is for numbers; remove it or write type: integer or number"
            return refuse([minimum, maximum], reason)
        }
        parameter.minimum = minimum.flatMap { bound($0) }
        parameter.maximum = maximum.flatMap { bound($0) }
        if let least = parameter.minimum, let most = parameter.maximum, most.isLess(than: least),
            let field = minimum
        {
            report(
                "is greater than the maximum, so that no number is accepted; exchange the two",
                at: field.node.origin,
                field.path
            )
        }
    }

    private func bound(_ field: Field) -> JSON? {
        let number = field.node.json()
        guard number.doubleValue != nil else {
            reject(field, expected: "a number, without quotes")
            return nil
        }
        return number
    }

    func defaultValue(
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
        refuseCredentials(in: field)
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

    func values(_ field: Field, of parameter: PayloadSchema.Parameter) -> [JSON]? {
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
    /// For the type `string`, a plain scalar other than null is text, whatever it looks like.
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
