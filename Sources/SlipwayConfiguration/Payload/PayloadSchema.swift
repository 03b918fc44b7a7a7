internal import Slipway
package import SlipwayJSON

/// The keys that the payload of a kind of launch action may hold: key `parameters`.
package struct PayloadSchema: Hashable, Sendable {
    /// The parameters, in the order of the file; a payload has no other keys.
    package var parameters: [Parameter]

    /// Creates a schema; without parameters, it accepts only the empty object.
    package init(parameters: [Parameter] = []) {
        self.parameters = parameters
    }

    /// One key of a payload.
    package struct Parameter: Hashable, Sendable {
        /// The key.
        package var name: String
        package var type: ValueType
        package var isRequired: Bool
        /// Only for strings.
        package var format: Format?
        /// The values that are accepted; `nil`: all.
        package var values: [JSON]?
        /// The most characters (Unicode scalars); only for strings.
        package var maximumLength: Int?
        /// Only for integers and numbers.
        package var minimum: JSON?
        /// Only for integers and numbers.
        package var maximum: JSON?
        /// Only for strings.
        package var pattern: TextPattern?
        /// The value that a handler gets if the payload has no such key.
        package var defaultValue: JSON?
        package var description: String?

        /// A handler always gets a value.
        package var isAlwaysThere: Bool { isRequired || defaultValue != nil }

        /// Creates a parameter.
        package init(
            name: String,
            type: ValueType = .string,
            isRequired: Bool = false,
            format: Format? = nil,
            values: [JSON]? = nil,
            maximumLength: Int? = nil,
            minimum: JSON? = nil,
            maximum: JSON? = nil,
            pattern: TextPattern? = nil,
            defaultValue: JSON? = nil,
            description: String? = nil
        ) {
            self.name = name
            self.type = type
            self.isRequired = isRequired
            self.format = format
            self.values = values
            self.maximumLength = maximumLength
            self.minimum = minimum
            self.maximum = maximum
            self.pattern = pattern
            self.defaultValue = defaultValue
            self.description = description
        }
    }

    /// The types of JSON Schema, except null.
    package enum ValueType: String, Hashable, Sendable, CaseIterable {
        case string, integer, number, boolean, object, array
    }

    /// A syntax that a string must have.
    package enum Format: String, Hashable, Sendable, CaseIterable {
        /// A scheme, a colon and more text, without spaces and control characters.
        case uri
    }
}

extension PayloadSchema.Parameter: Mapping {
    static var about: MappingText {
        MappingText(
            name: "parameter",
            title: "Parameters",
            summary: "What a payload may hold under one key.",
            manual: """
                A parameter that an action refers to is `required: true`, or has a `default`. Whole numbers in a
                payload have up to 64 bits; larger ones are rounded as JSON numbers are, so send them as text.

                    parameters:
                      url: { type: string, format: uri, required: true }
                      tab: { type: integer, minimum: 1, maximum: 99, default: 1 }
                """
        )
    }

    static func read(_ keys: inout Keys) -> Self? {
        let decoder = keys.decoder
        var parameter = Self(name: keys.name)
        keys.read("type", &parameter.type, .word)
            .means("What kind of value it is.", example: "integer")
        keys.read("required", &parameter.isRequired, .boolean)
            .means("Whether a payload without it is refused.", example: "true")
        let usual = keys.field("default", .any)
            .means(
                "What a handler gets if the payload leaves it out.",
                example: "1",
                limits: "Not with `required: true`."
            )
        let format = keys.field("format", .words(PayloadSchema.Format.allCases.map(\.rawValue)))
            .means(
                "What the string is: `uri` is a scheme, `:` and more, without spaces.",
                example: "uri",
                limits: "Of strings."
            )
        let values = keys.field(
            "enum",
            .list("values", of: .any, ["minItems": 1, "uniqueItems": true]),
            usual: "all"
        )
        .means("The values that are accepted.", example: "[red, blue]")
        let minimum = keys.field("minimum", .number)
            .means(
                "The least number that is accepted.",
                example: "1",
                limits: "Of integers and numbers."
            )
        let maximum = keys.field("maximum", .number)
            .means(
                "The greatest number that is accepted.",
                example: "99",
                limits: "Of integers and numbers."
            )
        let length = keys.field("maxLength", .whole(Self.lengths))
            .means(
                "The most characters that the string may have.",
                example: "200",
                limits: "Of strings."
            )
        let pattern = keys.field("pattern", .plainText)
            .means(
                "A POSIX extended regular expression (`grep -E`) that a part of the string must "
                    + "match; `^` and `$` are its ends. The string may have 512 bytes.",
                example: "\"^[a-z]+$\"",
                limits: "Of strings."
            )
        keys.read("description", &parameter.description, .text())
            .means("What it means, for people.", example: "The page to open")
        parameter.format = format.flatMap { decoder.choice($0, PayloadSchema.Format.self) }
        parameter.maximumLength = length.flatMap { decoder.wholeNumber($0, in: Self.lengths) }
        parameter.pattern = pattern.flatMap { decoder.pattern($0) }
        if parameter.type != .string {
            decoder.refuse(
                [format, length, pattern],
                "is for strings; remove it or write type: string"
            )
        }
        decoder.readBounds(of: &parameter, minimum, maximum)
        parameter.values = values.flatMap { decoder.values($0, of: parameter) }
        parameter.defaultValue = usual.flatMap { decoder.defaultValue($0, of: parameter) }
        return parameter
    }

    private static let lengths = 0...65536
}

extension KeyType {
    fileprivate static var number: KeyType { KeyType("number", ["type": "number"]) }

    /// The type of the key `parameters`: the parameters that a payload may hold, by key.
    static var parameters: KeyType {
        .names(
            "mapping of [parameters](#parameters)",
            .name,
            of: .mapping(PayloadSchema.Parameter.self)
        )
    }
}
