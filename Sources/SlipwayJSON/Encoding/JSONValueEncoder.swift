/// Takes the parts of one value from an `encode(to:)`.
struct JSONValueEncoder: Encoder {
    let node: JSONNode
    let codingPath: [any CodingKey]

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.kind = .object
        return KeyedEncodingContainer(JSONKeyedEncoding(node: node, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.kind = .array
        return JSONUnkeyedEncoding(node: node, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension JSONValueEncoder: SingleValueEncodingContainer {
    func encodeNil() { node.kind = .value(.null) }

    // The standard library has methods of its own for these two types, which refuse them; the
    // generic one below serves all others.
    func encode(_ value: Int128) throws { try write(value) }
    func encode(_ value: UInt128) throws { try write(value) }

    func encode<Value: Encodable>(_ value: Value) throws {
        switch value {
        case let value as String: node.kind = .value(.string(value))
        case let value as Bool: node.kind = .value(.bool(value))
        case let value as any BinaryInteger: try write(value)
        case let value as any BinaryFloatingPoint: try write(value)
        default: try value.encode(to: self)
        }
    }

    private func write(_ value: some BinaryInteger) throws {
        guard let integer = Int64(exactly: value) else {
            throw misfit(value, "is too large; at most \(Int64.max) is accepted")
        }
        node.kind = .value(.integer(integer))
    }

    private func write(_ value: some BinaryFloatingPoint) throws {
        let number = Double(value)
        guard number.isFinite else { throw misfit(value, "is no number that JSON has") }
        node.kind = .value(.number(number))
    }

    private func misfit(_ value: Any, _ reason: String) -> EncodingError {
        let context = EncodingError.Context(codingPath: codingPath, debugDescription: reason)
        return .invalidValue(value, context)
    }
}

/// Takes the members of an object.
struct JSONKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: JSONNode
    let codingPath: [any CodingKey]

    func encodeNil(forKey key: Key) { member(key).encodeNil() }

    func encode(_ value: Int128, forKey key: Key) throws { try member(key).encode(value) }
    func encode(_ value: UInt128, forKey key: Key) throws { try member(key).encode(value) }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try member(key).encode(value)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> { member(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        member(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { member(JSONStep.member("super")) }
    func superEncoder(forKey key: Key) -> any Encoder { member(key) }

    private func member(_ key: some CodingKey) -> JSONValueEncoder {
        JSONValueEncoder(node: node.add(key.stringValue), codingPath: codingPath + [key])
    }
}

/// Takes the elements of an array.
struct JSONUnkeyedEncoding: UnkeyedEncodingContainer {
    let node: JSONNode
    let codingPath: [any CodingKey]

    var count: Int { node.elements.count }

    func encodeNil() { next().encodeNil() }

    func encode(_ value: Int128) throws { try next().encode(value) }
    func encode(_ value: UInt128) throws { try next().encode(value) }
    func encode<Value: Encodable>(_ value: Value) throws { try next().encode(value) }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> { next().container(keyedBy: type) }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next().unkeyedContainer() }

    func superEncoder() -> any Encoder { next() }

    private func next() -> JSONValueEncoder {
        let path = codingPath + [JSONStep.index(count)]
        return JSONValueEncoder(node: node.append(), codingPath: path)
    }
}
