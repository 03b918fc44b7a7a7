extension JSON {
    /// Makes a value by its own `init(from:)`.
    ///
    /// Members for which `init(from:)` does not ask are ignored. A whole number may be written with
    /// a fraction or an exponent, as `1.0` or `1e3`, up to 2⁵³; a larger one is refused, since the
    /// parser rounds it. Recurses once for each level that `type` has.
    ///
    /// - Throws: The first fault, with its place.
    package func decode<Value: Decodable>(
        _ type: Value.Type = Value.self
    ) throws(JSONDecodingFault) -> Value {
        try decode { decoder in try decoder.singleValueContainer().decode(type) }.value
    }

    /// Makes a value by a function that reads it from a decoder; see ``decode(_:)``.
    ///
    /// - Parameter read: Reads the value.
    /// - Returns: The value, and the members for which `read` did not ask. Where a dictionary or a
    ///   whole value is read, all members count as asked for.
    /// - Throws: What `read` throws, as a fault with its place.
    package func decode<Value>(
        by read: (any Decoder) throws -> Value
    ) throws(JSONDecodingFault) -> (value: Value, unasked: [UnaskedMember]) {
        let asked = AskedKeys()
        do {
            let value = try read(JSONValueDecoder(json: self, codingPath: [], asked: asked))
            return (value, asked.unasked)
        } catch {
            throw JSONDecodingFault(error)
        }
    }
}

extension JSON: Decodable {
    /// Takes the value as it is.
    ///
    /// - Throws: When `decoder` is not that of ``decode(_:)``.
    package init(from decoder: any Decoder) throws {
        guard let decoder = decoder as? JSONValueDecoder else {
            let context = DecodingError.Context(
                codingPath: decoder.codingPath,
                debugDescription: "only JSON.decode reads a value of any type"
            )
            throw DecodingError.typeMismatch(JSON.self, context)
        }
        decoder.place?.askForAll()
        self = decoder.json
    }
}
