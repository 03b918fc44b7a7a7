/// A type that is read from a single value, without an `init(from:)`.
protocol JSONScalar: Decodable {
    /// The accepted values, in messages: `a string`.
    static var expected: String { get }

    /// Reads a value; `nil` when it is not accepted.
    init?(reading json: JSON)

    /// The fault of a value that is not accepted though it is of the right type; `nil` when it is
    /// of another type.
    static func misfit(_ json: JSON) -> String?
}

extension JSONScalar {
    static func misfit(_ json: JSON) -> String? { nil }
}

extension String: JSONScalar {
    static var expected: String { "a string" }

    init?(reading json: JSON) {
        guard case .string(let value) = json else { return nil }
        self = value
    }
}

extension Bool: JSONScalar {
    static var expected: String { "true or false" }

    init?(reading json: JSON) {
        guard case .bool(let value) = json else { return nil }
        self = value
    }
}

extension Double: JSONScalar {
    static var expected: String { "a number" }

    init?(reading json: JSON) {
        guard let value = json.doubleValue else { return nil }
        self = value
    }
}

extension Float: JSONScalar {
    static var expected: String { "a number" }

    init?(reading json: JSON) {
        guard let value = json.doubleValue else { return nil }
        self.init(value)
        if isInfinite && value.isFinite { return nil }
    }

    static func misfit(_ json: JSON) -> String? {
        guard json.doubleValue != nil else { return nil }
        let most = Float.greatestFiniteMagnitude
        return "is out of range; expected a number from \(-most) to \(most)"
    }
}
