/// Gives the members of an object to an `init(from:)`.
struct JSONKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let object: JSONObject
    let codingPath: [any CodingKey]
    let asked: AskedKeys
    let place: AskedKeys.Place

    /// All members that `Key` has a case for: a dictionary asks for all.
    var allKeys: [Key] {
        let keys = object.keys.compactMap { Key(stringValue: $0) }
        for key in keys { place.ask(key.stringValue) }
        return keys
    }

    func contains(_ key: Key) -> Bool {
        place.ask(key.stringValue)
        return object[key.stringValue] != nil
    }

    func decodeNil(forKey key: Key) throws -> Bool { try member(key, "a value").json.isNull }

    // The standard library has methods of its own for these two types, which refuse them; the
    // generic one below serves all others.
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
        try member(key, Int128.expected).decode(type)
    }

    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
        try member(key, UInt128.expected).decode(type)
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try member(key, Expectation.words(type)).decode(type)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try member(key, "an object").container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try member(key, "an array").unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { superDecoder(JSONStep.member("super")) }
    func superDecoder(forKey key: Key) throws -> any Decoder { superDecoder(key) }

    /// For members that a superclass may do without: an absent one is `null`.
    private func superDecoder(_ key: some CodingKey) -> any Decoder {
        place.ask(key.stringValue)
        let json = object[key.stringValue] ?? .null
        return JSONValueDecoder(json: json, codingPath: codingPath + [key], asked: asked)
    }

    private func member(
        _ key: Key,
        _ expected: @autoclosure () -> String
    ) throws -> JSONValueDecoder {
        place.ask(key.stringValue)
        guard let json = object[key.stringValue] else {
            let reason = "is missing; expected \(expected())"
            let context = DecodingError.Context(
                codingPath: codingPath,
                debugDescription: reason,
                underlyingError: JSONDecodingFault(at: codingPath + [key], reason)
            )
            throw DecodingError.keyNotFound(key, context)
        }
        return JSONValueDecoder(json: json, codingPath: codingPath + [key], asked: asked)
    }
}
