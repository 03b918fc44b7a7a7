package import SlipwayJSON

/// One error of an interface: its name, its fields, and the value that stands for it.
package struct ErrorRow<Refusal: Sendable>: Sendable {
    let declaration: Declaration
    /// The fields of a refusal; `nil` for one of another row.
    let write: @Sendable (Refusal) -> JSONObject?
    let read: @Sendable (JSONObject) throws(JSONFieldError) -> Refusal
    let describe: @Sendable (inout InterfaceText) -> [FieldText]

    /// Creates a row.
    ///
    /// - Parameters:
    ///   - name: The name of the error, without its interface.
    ///   - words: When the error is sent.
    ///   - field: Its fields, in order.
    ///   - make: Makes the refusal of the fields' values.
    ///   - take: Takes the fields' values of a refusal; `nil` for one of another row.
    package init<each Field: ErrorField>(
        _ name: String,
        _ words: String,
        _ field: repeat each Field,
        make: @escaping @Sendable (repeat (each Field).Value) -> Refusal,
        take: @escaping @Sendable (Refusal) -> (repeat (each Field).Value)?
    ) {
        declaration = Declaration(name, words)
        write = { refusal in
            guard let values = take(refusal) else { return nil }
            var object = JSONObject()
            repeat (each field).write(each values, &object)
            return object
        }
        read = { object throws(JSONFieldError) in make(repeat try (each field).read(object)) }
        describe = { interface in
            var texts: [FieldText] = []
            repeat texts.append((each field).text(in: &interface))
            return texts
        }
    }
}

/// A field of an error.
package protocol ErrorField: Sendable {
    associatedtype Value

    func write(_ value: Value, _ object: inout JSONObject)
    func read(_ object: JSONObject) throws(JSONFieldError) -> Value
    func text(in interface: inout InterfaceText) -> FieldText
}

/// A field that is always there.
package struct RequiredField<Type: WireType>: ErrorField {
    let name: String
    let type: Type
    let words: String

    package func write(_ value: Type.Value, _ object: inout JSONObject) {
        object[name] = type.json(value, Offsets())
    }

    package func read(_ object: JSONObject) throws(JSONFieldError) -> Type.Value {
        guard let json = object[name], !json.isNull else {
            throw JSONFieldError(isMissing: name, expected: type)
        }
        do { return try type.read(json, Offsets()) } catch { throw error.within(name) }
    }

    package func text(in interface: inout InterfaceText) -> FieldText {
        let declaration = type.declaration(in: &interface)
        return FieldText(name: name, declaration: declaration, words: words)
    }
}

/// A field that may be left out.
package struct OptionalField<Type: WireType>: ErrorField {
    let field: RequiredField<Type>

    package func write(_ value: Type.Value?, _ object: inout JSONObject) {
        if let value { field.write(value, &object) }
    }

    package func read(_ object: JSONObject) throws(JSONFieldError) -> Type.Value? {
        object[field.name].map { $0.isNull } ?? true ? nil : try field.read(object)
    }

    package func text(in interface: inout InterfaceText) -> FieldText {
        let text = field.text(in: &interface)
        return FieldText(name: text.name, declaration: "?" + text.declaration, words: text.words)
    }
}

extension ErrorField {
    package static func required<Type: WireType>(_ name: String, _ type: Type, _ words: String)
        -> Self
    where Self == RequiredField<Type> {
        RequiredField(name: name, type: type, words: words)
    }

    package static func optional<Type: WireType>(_ name: String, _ type: Type, _ words: String)
        -> Self
    where Self == OptionalField<Type> {
        OptionalField(field: RequiredField(name: name, type: type, words: words))
    }
}

/// Errors of an interface, as a value for service and client.
package protocol InterfaceError: Error, Sendable {
    /// The interface that declares the errors.
    static var interface: String { get }
    /// Every error; each refusal has one.
    static var rows: [ErrorRow<Self>] { get }
}

extension InterfaceError {
    /// The refusal as an error reply.
    package var varlinkError: VarlinkError {
        for row in Self.rows {
            guard let fields = row.write(self) else { continue }
            return VarlinkError("\(Self.interface).\(row.declaration.name)", fields)
        }
        // A mistake of this code: the caller still gets an answer.
        return VarlinkError("\(Self.interface).Refused", ["message": .string("\(self)")])
    }

    /// Reads an error reply; `nil` for an error of another interface, or with other parameters.
    package init?(_ error: VarlinkError) {
        let row = Self.rows.first { "\(Self.interface).\($0.declaration.name)" == error.name }
        guard let refusal = try? row?.read(error.parameters) else { return nil }
        self = refusal
    }

    /// Adds the errors to an interface definition.
    package static func describe(in interface: inout InterfaceText) {
        for row in rows {
            let fields = row.describe(&interface)
            interface.addError(row.declaration, fields: fields)
        }
    }
}
