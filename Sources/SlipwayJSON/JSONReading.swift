/// Reads a value of a type from JSON, and names what it expects.
///
/// Readings are combined: `.array(of: .record { … })`.
package struct JSONReading<Value> {
    /// The accepted values in messages: `a string`, `'disk' or 'memory'`.
    package let expected: String
    /// Reads the value; error paths are relative to it.
    package let read: (JSON) throws(JSONFieldError) -> Value

    /// Creates a reading from a function that returns `nil` for values that it does not accept.
    package init(_ expected: String, _ read: @escaping (JSON) -> Value?) {
        self.expected = expected
        self.read = { json throws(JSONFieldError) in
            guard let value = read(json) else {
                let found = json.stringValue.map { "'\($0)'" } ?? json.typeName
                throw JSONFieldError(path: "", reason: .mismatch(expected: expected, found: found))
            }
            return value
        }
    }

    /// Creates a reading from a function that throws its own errors.
    package init(
        _ expected: String,
        reading read: @escaping (JSON) throws(JSONFieldError) -> Value
    ) {
        self.expected = expected
        self.read = read
    }
}

extension JSONReading<String> {
    /// Text.
    package static var string: Self { .init("a string") { $0.stringValue } }
}

extension JSONReading<Int64> {
    /// A number without fraction and exponent.
    package static var integer: Self { .init("an integer") { $0.integerValue } }
}

extension JSONReading<Int> {
    /// A number without fraction and exponent, at least 0.
    package static var count: Self {
        .init("an integer from 0 on") {
            $0.integerValue.flatMap { Int(exactly: $0) }.flatMap { $0 < 0 ? nil : $0 }
        }
    }
}

extension JSONReading<Double> {
    /// Any number.
    package static var number: Self { .init("a number") { $0.doubleValue } }
}

extension JSONReading<Bool> {
    /// `true` or `false`.
    package static var bool: Self { .init("true or false") { $0.boolValue } }
}

extension JSONReading<JSONObject> {
    /// An object with any members.
    package static var object: Self { .init("an object") { $0.objectValue } }
}

extension JSONReading<JSON> {
    /// Any value except `null`.
    package static var any: Self { .init("a value") { $0 } }
}

extension JSONReading {
    /// One of the words of an enumeration, in its order.
    package static func oneOf(_ type: Value.Type) -> Self
    where Value: CaseIterable & RawRepresentable<String> {
        let words = Value.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        return .init("one of \(words)") { $0.stringValue.flatMap(Value.init(rawValue:)) }
    }

    /// An array whose elements are all read the same way.
    package static func array<Element>(of element: JSONReading<Element>) -> Self
    where Value == [Element] {
        .init("an array of which each element is \(element.expected)") {
            json throws(JSONFieldError) in
            guard case .array(let elements) = json else {
                let mismatch = JSONFieldError.Reason.mismatch(
                    expected: "an array",
                    found: json.typeName
                )
                throw JSONFieldError(path: "", reason: mismatch)
            }
            var values: [Element] = []
            values.reserveCapacity(elements.count)
            for (index, json) in elements.enumerated() {
                do throws(JSONFieldError) {
                    values.append(try element.read(json))
                } catch {
                    throw error.within("[\(index)]")
                }
            }
            return values
        }
    }

    /// An object whose fields are read by `body`; other fields are ignored, as the protocol asks of
    /// readers of replies.
    package static func record(
        _ body: @escaping (inout JSONFields) throws(JSONFieldError) -> Value
    ) -> Self {
        .init("an object") { json throws(JSONFieldError) in
            let object = try JSONReading<JSONObject>.object.read(json)
            var fields = JSONFields(object)
            return try body(&fields)
        }
    }
}
