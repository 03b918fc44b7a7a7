extension JSON {
    /// Makes a value by its own `init(from:)`.
    ///
    /// Members that it does not ask for are ignored. A whole number may be written with a fraction
    /// or an exponent, as `1.0` or `1e3`, up to 2⁵³, from where they are rounded. Recurses once for
    /// each level that `type` has.
    ///
    /// - Throws: The first fault, with its place.
    package func decode<Value: Decodable>(
        _ type: Value.Type = Value.self
    ) throws(JSONDecodingFault) -> Value {
        try decode { decoder in try decoder.singleValueContainer().decode(type) }
    }

    /// Makes a value by a function that reads it from a decoder; see ``decode(_:)``.
    ///
    /// - Throws: What `read` throws, as a fault with its place.
    package func decode<Value>(
        by read: (any Decoder) throws -> Value
    ) throws(JSONDecodingFault) -> Value {
        do {
            return try read(JSONValueDecoder(json: self, codingPath: []))
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
        self = decoder.json
    }
}
