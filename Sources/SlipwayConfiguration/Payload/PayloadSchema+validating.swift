internal import Slipway
package import SlipwayJSON

extension PayloadSchema {
    /// Checks a payload, which is an object.
    ///
    /// - Throws: The first fault: first of the keys that are not parameters, in the payload's
    ///   order, then of the parameters, in the schema's order.
    package func validate(_ payload: JSON) throws(PayloadFault) {
        guard case .object(let object) = payload else {
            throw PayloadFault(key: "", reason: "is \(payload.article); expected an object")
        }
        let names = parameters.map(\.name)
        let known = Set(names.map { ExactText($0) })
        for (key, _) in object where !known.contains(ExactText(key)) {
            throw PayloadFault(key: key, reason: UnknownName.ofParameter(key, among: names))
        }
        for parameter in parameters {
            try parameter.validate(object[parameter.name])
        }
    }

    /// A payload that was found valid, as handlers get it: with the defaults of what it leaves out, and
    /// an integer that was written as `5.0` or `5e0` is an integer.
    package func normalized(_ payload: JSONObject) -> JSONObject {
        var payload = payload
        for parameter in parameters where payload[parameter.name] == nil {
            payload[parameter.name] = parameter.defaultValue
        }
        for parameter in parameters where parameter.type == .integer {
            guard case .number(let number) = payload[parameter.name],
                let integer = Int64(exactly: number)
            else { continue }
            payload[parameter.name] = .integer(integer)
        }
        return payload
    }
}

extension PayloadSchema.Parameter {
    /// Tells whether the value has the parameter's type.
    ///
    /// A number without a fraction is an integer, as in JSON Schema.
    func hasType(_ value: JSON) -> Bool {
        switch (type, value) {
        case (.string, .string), (.integer, .integer), (.number, .integer), (.number, .number),
            (.boolean, .bool), (.object, .object), (.array, .array):
            true
        case (.integer, .number(let number)):
            Int64(exactly: number) != nil
        case (.string, _), (.integer, _), (.number, _), (.boolean, _), (.object, _), (.array, _):
            false
        }
    }

    /// Tells whether both values are the same number, in whatever notation.
    private static func isSame(_ left: JSON, _ right: JSON) -> Bool {
        guard let left = left.doubleValue, let right = right.doubleValue else { return false }
        return left == right
    }

    fileprivate func validate(_ value: JSON?) throws(PayloadFault) {
        guard let value else {
            guard isRequired else { return }
            throw PayloadFault(key: name, reason: "is missing; expected \(type.article)")
        }
        try check(value)
    }

    /// Checks a value that is there.
    func check(_ value: JSON) throws(PayloadFault) {
        guard hasType(value) else {
            throw PayloadFault(
                key: name,
                reason: "is \(value.article); expected \(type.article)"
            )
        }
        if let values, !values.contains(where: { $0 == value || Self.isSame($0, value) }) {
            let accepted = UnknownName.alternatives(values.map { Quoting.shown($0.compact) })
            throw PayloadFault(key: name, reason: "is not one of its values; expected \(accepted)")
        }
        if let minimum, value.isLess(than: minimum) {
            throw PayloadFault(
                key: name,
                reason: "is too small; at least \(minimum.compact) is accepted"
            )
        }
        if let maximum, maximum.isLess(than: value) {
            throw PayloadFault(
                key: name,
                reason: "is too large; at most \(maximum.compact) is accepted"
            )
        }
        guard case .string(let text) = value else { return }
        try check(text)
    }

    private func check(_ text: String) throws(PayloadFault) {
        if let maximumLength, text.unicodeScalars.count > maximumLength {
            let count = text.unicodeScalars.count
            throw PayloadFault(
                key: name,
                reason: "has \(count) characters; at most \(maximumLength) are accepted"
            )
        }
        if format == .uri, !URIText.isURI(text) {
            throw PayloadFault(
                key: name,
                reason: "is not a URI; expected a scheme, ':' and more, without spaces"
            )
        }
        guard let pattern else { return }
        switch pattern.matches(text) {
        case true: return
        case false:
            throw PayloadFault(
                key: name,
                reason: "does not match its pattern; expected \(Quoting.quoted(pattern.source))"
            )
        case nil:
            throw PayloadFault(
                key: name,
                reason: "has \(text.utf8.count) bytes; at most \(TextPattern.limit) are accepted "
                    + "where there is a pattern"
            )
        }
    }
}

extension JSON {
    /// Tells whether both values are numbers, and this is the smaller one.
    func isLess(than other: JSON) -> Bool {
        // A Double does not tell all integers apart.
        if case (.integer(let left), .integer(let right)) = (self, other) { return left < right }
        guard let left = doubleValue, let right = other.doubleValue else { return false }
        return left < right
    }
}

extension PayloadSchema.ValueType {
    /// The type as messages name it: `an integer`.
    var article: String {
        switch self {
        case .integer, .object, .array: "an \(rawValue)"
        case .string, .number, .boolean: "a \(rawValue)"
        }
    }
}
