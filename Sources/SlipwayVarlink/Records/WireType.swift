package import SlipwayJSON

/// The type of a field: how its values look as JSON, and in an interface definition.
package protocol WireType<Value>: Sendable {
    associatedtype Value

    /// The accepted values in messages: `a string`.
    var expected: String { get }

    func json(_ value: Value, _ offsets: Offsets) -> JSON

    func read(_ json: JSON, _ offsets: Offsets) throws(JSONFieldError) -> Value

    /// The type in an interface definition; adds the types that it names to `interface`.
    func declaration(in interface: inout InterfaceText) -> String
}

/// A type whose values fit or do not as a whole: a fault has no path within the value.
package protocol ScalarType: WireType {
    /// Reads a value; `nil` if it is not accepted.
    func value(of json: JSON, _ offsets: Offsets) -> Value?

    /// The type in an interface definition.
    var declaration: String { get }
}

extension ScalarType {
    package func read(_ json: JSON, _ offsets: Offsets) throws(JSONFieldError) -> Value {
        guard let value = value(of: json, offsets) else {
            throw JSONFieldError(json, isNot: expected)
        }
        return value
    }

    package func declaration(in interface: inout InterfaceText) -> String { declaration }
}

/// A list.
package struct ListType<Element: WireType>: WireType {
    let element: Element

    package var expected: String { "an array of which each element is \(element.expected)" }

    package func json(_ value: [Element.Value], _ offsets: Offsets) -> JSON {
        .array(value.map { element.json($0, offsets) })
    }

    package func read(
        _ json: JSON,
        _ offsets: Offsets
    ) throws(JSONFieldError) -> [Element.Value] {
        guard case .array(let elements) = json else {
            throw JSONFieldError(json, isNot: "an array")
        }
        var values: [Element.Value] = []
        values.reserveCapacity(elements.count)
        for (index, json) in elements.enumerated() {
            do throws(JSONFieldError) {
                values.append(try element.read(json, offsets))
            } catch {
                throw error.within("[\(index)]")
            }
        }
        return values
    }

    package func declaration(in interface: inout InterfaceText) -> String {
        "[]" + element.declaration(in: &interface)
    }
}

/// A record within a record.
package struct RecordType<Value: NamedRecord>: WireType {
    package var expected: String { "an object" }

    package func json(_ value: Value, _ offsets: Offsets) -> JSON { value.json(offsets) }

    package func read(_ json: JSON, _ offsets: Offsets) throws(JSONFieldError) -> Value {
        try Value(json, offsets)
    }

    package func declaration(in interface: inout InterfaceText) -> String {
        interface.declare(Value.self)
    }
}

extension WireType {
    /// A list of values of a type.
    package static func list<Element: WireType>(_ element: Element) -> Self
    where Self == ListType<Element> {
        ListType(element: element)
    }

    /// A record of the interface.
    package static func record<Value: NamedRecord>(_ type: Value.Type) -> Self
    where Self == RecordType<Value> {
        RecordType()
    }
}

extension JSONFieldError {
    /// Creates an error for a field that a record must have in its state, and does not have.
    package init(isMissing field: String, expected type: some WireType) {
        self.init(path: field, reason: .missing(expected: type.expected))
    }
}
