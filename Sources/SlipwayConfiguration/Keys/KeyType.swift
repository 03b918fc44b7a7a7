package import SlipwayJSON

/// The values that a key may have.
package struct KeyType {
    /// For the manual, in Markdown.
    package var words: String
    /// For the schema: what is required of the value.
    package var schema: JSONObject
    /// The definitions of the schema that it refers to.
    package var definitions: [(String, JSON)] = []
    /// The mappings that it refers to.
    var mappings: [any Mapping.Type] = []

    init(_ words: String, _ schema: JSONObject, of types: [KeyType] = []) {
        self.words = words
        self.schema = schema
        definitions = types.flatMap(\.definitions)
        mappings = types.flatMap(\.mappings)
    }

    /// A type that the schema defines by a name.
    static func named(
        _ name: String,
        _ words: String,
        _ schema: JSONObject,
        of types: [KeyType] = []
    ) -> KeyType {
        var type = KeyType(words, reference(to: name), of: types)
        type.definitions.append((name, .object(schema)))
        return type
    }

    static func mapping(_ type: any Mapping.Type) -> KeyType {
        let about = type.about
        var value = KeyType("[mapping](#\(anchor(about.title)))", reference(to: about.name))
        value.mappings = [type]
        return value
    }

    /// The fragment of a link to a title of a page.
    package static func anchor(_ title: String) -> String {
        String(title.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" })
            .replacing(" ", with: "-")
    }

    private static func reference(to name: String) -> JSONObject {
        ["$ref": .string("#/$defs/\(name)")]
    }

    /// The schema as a value.
    var json: JSON { .object(schema) }
}
