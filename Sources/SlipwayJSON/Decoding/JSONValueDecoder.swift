/// Gives the parts of one value to an `init(from:)`.
///
/// The errors are those of the standard library, as the authors of an `init(from:)` know them. The
/// underlying error of each is the fault that is told in the end.
struct JSONValueDecoder: Decoder {
    let json: JSON
    let codingPath: [any CodingKey]
    let asked: AskedKeys

    /// The record of what is asked of the value; `nil` if it is no object.
    var place: AskedKeys.Place? {
        if case .object(let object) = json { asked.place(of: object, at: codingPath) } else { nil }
    }

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(
        keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let object) = json else {
            throw mismatch([String: JSON].self, "an object")
        }
        return KeyedDecodingContainer(
            JSONKeyedContainer<Key>(
                object: object,
                codingPath: codingPath,
                asked: asked,
                place: asked.place(of: object, at: codingPath)
            )
        )
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = json else { throw mismatch([JSON].self, "an array") }
        return JSONUnkeyedContainer(elements: elements, codingPath: codingPath, asked: asked)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
}

extension JSONValueDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { json.isNull }

    // The standard library has methods of its own for these two types, which refuse them; the
    // generic one below serves all others.
    func decode(_ type: Int128.Type) throws -> Int128 { try read(type) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try read(type) }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if let scalar = type as? any JSONScalar.Type {
            guard let value = try read(scalar) as? Value else {
                throw mismatch(type, scalar.expected)
            }
            return value
        }
        let form = FoundationForm(of: type)
        let decoder = form.map { form in
            JSONValueDecoder(json: form.asked(of: json), codingPath: codingPath, asked: asked)
        }
        do {
            // A type without members asks for nothing.
            _ = place
            return try Value(from: decoder ?? self)
        } catch {
            throw explained(error, of: type, form)
        }
    }

    private func read<Scalar: JSONScalar>(_ type: Scalar.Type) throws -> Scalar {
        if let value = Scalar(reading: json) { return value }
        if let misfit = Scalar.misfit(json) { throw DecodingError.dataCorrupted(context(misfit)) }
        throw mismatch(type, Scalar.expected)
    }
}
