/// A JSON value.
///
/// Whole numbers and others are distinct, as Varlink's `int` and `float` are: `1` is an
/// ``integer(_:)``, `1.0` and `1e0` are a ``number(_:)``, and the two are not equal. Strings are
/// equal if their bytes are, so the two spellings of `é` differ.
package enum JSON: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number without fraction and exponent that fits 64 bits.
    case integer(Int64)
    /// Any other number. JSON has no infinity and no NaN: such a value is printed as `null`.
    case number(Double)
    /// A number by its digits, `1234.500`, where these are to be written: no reader makes one.
    case decimal(String)
    case string(String)
    case array([JSON])
    case object(JSONObject)
}

extension JSON {
    /// The text of a string; `nil` for any other value.
    package var stringValue: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    /// The value of a whole number; `nil` for any other value.
    package var integerValue: Int64? {
        guard case .integer(let value) = self else { return nil }
        return value
    }

    /// The value of any number, rounded to a double; `nil` for any other value.
    package var doubleValue: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        case .decimal(let digits): Double(digits)
        case .null, .bool, .string, .array, .object: nil
        }
    }

    /// `true` or `false`; `nil` for any other value.
    package var boolValue: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// The elements of an array; `nil` for any other value.
    package var arrayValue: [JSON]? {
        guard case .array(let value) = self else { return nil }
        return value
    }

    /// The members of an object; `nil` for any other value.
    package var objectValue: JSONObject? {
        guard case .object(let value) = self else { return nil }
        return value
    }

    package static func == (left: JSON, right: JSON) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.decimal(let left), .decimal(let right)): left == right
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        case (.null, _), (.bool, _), (.integer, _), (.number, _), (.decimal, _), (.string, _),
            (.array, _), (.object, _):
            false
        }
    }

    /// The value is `null`.
    package var isNull: Bool { self == .null }

    /// The kind of value in messages, for example `string`.
    package var typeName: String {
        switch self {
        case .null: "null"
        case .bool: "bool"
        case .integer: "integer"
        case .number, .decimal: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }

    /// The kind of value in sentences, for example `a string`; a number is an integer or not by how
    /// it is written.
    package var article: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .integer: "an integer"
        case .number, .decimal: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension JSON {
    /// A number of things.
    package init(count: Int) { self = .integer(Int64(count)) }

    /// The member named `key`; `nil` when there is none or this is not an object.
    package subscript(key: String) -> JSON? { objectValue?[key] }

    /// The element at `index`; `nil` when there is none or this is not an array.
    package subscript(index: Int) -> JSON? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// The value found by following `path` from here; `nil` when it leads nowhere.
    ///
    /// `path` holds names of members, or in an array the index as decimal digits; an empty one
    /// leads to this value itself.
    package func value(at path: some Sequence<String>) -> JSON? {
        var found = self
        for step in path {
            guard let next = found.child(step) else { return nil }
            found = next
        }
        return found
    }

    private func child(_ step: String) -> JSON? {
        switch self {
        case .object(let object): object[step]
        case .array: Int(step).flatMap { self[$0] }
        case .null, .bool, .integer, .number, .decimal, .string: nil
        }
    }
}

extension JSON: ExpressibleByNilLiteral {
    package init(nilLiteral: ()) { self = .null }
}

extension JSON: ExpressibleByBooleanLiteral {
    package init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSON: ExpressibleByIntegerLiteral {
    package init(integerLiteral value: Int64) { self = .integer(value) }
}

extension JSON: ExpressibleByFloatLiteral {
    package init(floatLiteral value: Double) { self = .number(value) }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    package init(stringLiteral value: String) { self = .string(value) }
}

extension JSON: ExpressibleByArrayLiteral {
    package init(arrayLiteral elements: JSON...) { self = .array(elements) }
}

extension JSON: ExpressibleByDictionaryLiteral {
    /// An object; of equal keys the last wins.
    package init(dictionaryLiteral members: (String, JSON)...) {
        self = .object(JSONObject(members))
    }
}
