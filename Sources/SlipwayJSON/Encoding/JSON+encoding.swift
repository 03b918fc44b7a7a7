extension JSON {
    /// Makes JSON of a value by its own `encode(to:)`.
    ///
    /// Members keep the order in which they are given. Recurses once for each level of the value.
    ///
    /// - Throws: `EncodingError` for a number that JSON does not have, and what `encode(to:)` throws.
    package init(encoding value: some Encodable) throws {
        let node = JSONNode()
        try JSONValueEncoder(node: node, codingPath: []).encode(value)
        self = node.json
    }
}

extension JSON: Encodable {
    /// Gives the value as it is.
    ///
    /// - Throws: When `encoder` is not that of ``init(encoding:)``.
    package func encode(to encoder: any Encoder) throws {
        guard let encoder = encoder as? JSONValueEncoder else {
            let context = EncodingError.Context(
                codingPath: encoder.codingPath,
                debugDescription: "only JSON(encoding:) writes a value of any type"
            )
            throw EncodingError.invalidValue(self, context)
        }
        encoder.node.kind = .value(self)
    }
}

/// A value while its parts are given, one after the other.
final class JSONNode {
    enum Kind {
        case value(JSON)
        case object
        case array
    }

    var kind = Kind.object
    private var members: [(String, JSONNode)] = []
    private(set) var elements: [JSONNode] = []

    var json: JSON {
        switch kind {
        case .value(let json): json
        case .object: .object(JSONObject(members.map { ($0.0, $0.1.json) }))
        case .array: .array(elements.map(\.json))
        }
    }

    /// Makes room for the next element of an array.
    func append() -> JSONNode {
        let node = JSONNode()
        elements.append(node)
        return node
    }

    /// Makes room for a member of an object.
    func add(_ key: String) -> JSONNode {
        let node = JSONNode()
        members.append((key, node))
        return node
    }
}
