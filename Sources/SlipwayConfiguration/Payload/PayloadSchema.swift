package import SlipwayJSON

/// What the payload of a kind of launch action may hold: key `parameters`.
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
        /// Key `type`, default `string`.
        package var type: ValueType
        /// Key `required`, default false.
        package var isRequired: Bool
        /// Key `format`; only for strings.
        package var format: Format?
        /// Key `enum`: the values that are accepted; default all.
        package var values: [JSON]?
        /// Key `maxLength`: the most characters (Unicode scalars); only for strings.
        package var maximumLength: Int?
        /// Key `minimum`: the least number; only for integers and numbers.
        package var minimum: JSON?
        /// Key `maximum`: the greatest number; only for integers and numbers.
        package var maximum: JSON?
        /// Key `pattern`: what a part of the text must match; only for strings.
        package var pattern: TextPattern?
        /// Key `default`: what a handler gets if the payload has no such key.
        package var defaultValue: JSON?
        /// Key `description`: for readers of the file.
        package var description: String?

        /// Whether a handler always gets a value.
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
