package import SlipwayVarlink

/// The methods about the stored values of operations.
extension Method {
    static let values: [any LaunchMethod.Type] = [ListValues.self, ForgetValue.self]

    package struct ListValues: LaunchMethod, EmptyRecord {
        package static let row = MethodRow(
            "ListValues",
            .operate,
            "The last good values of operations that are kept for fallbacks, without the values themselves. "
                + "Takes the right to operate"
        )

        package init() {}

        package struct Reply: Record, Hashable {
            package var values: [ListedValue]

            package init(_ values: [ListedValue]) { self.values = values }

            package static var blank: Self { Self([]) }

            package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
                fields.say("By operation; at most \(KeptLimit.values)")
                try fields.required("values", &values, .list(.record(ListedValue.self)))
            }
        }
    }

    package struct ForgetValue: LaunchMethod {
        package static let row = MethodRow(
            "ForgetValue",
            .operate,
            "Lets go of the value that is kept of an operation. The operation of a running launch keeps the "
                + "value that it has. Takes the right to operate"
        )

        /// The operation.
        package var name: String

        package init(_ name: String) { self.name = name }

        package static var blank: Self { Self("") }

        package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
            fields.say("The operation, of at most 256 bytes")
            try fields.required("name", &name, .name)
        }

        package struct Reply: Record, Hashable {
            /// A value was stored.
            package var wasKept: Bool

            package init(_ wasKept: Bool) { self.wasKept = wasKept }

            package static var blank: Self { Self(false) }

            package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
                fields.say("Whether one was kept")
                try fields.required("forgotten", &wasKept, .flag)
            }
        }
    }
}

/// A stored value, without the value itself, which may be private.
package struct ListedValue: Hashable, Sendable {
    /// The operation.
    package var operation: String
    /// The source of the value.
    package var identity: String
    /// When the operation ended, or a server last confirmed the value: a time since 1970.
    package var keptDate: Duration
    /// The number of bytes of the value's JSON.
    package var size: Int

    /// Describes a stored value.
    package init(operation: String, identity: String, keptDate: Duration, size: Int) {
        self.operation = operation
        self.identity = identity
        self.keptDate = keptDate
        self.size = size
    }
}

extension ListedValue: NamedRecord {
    package static var declaration: Declaration {
        Declaration("KeptValue", "The last good value of an operation, without the value itself")
    }

    package static var blank: Self {
        Self(operation: "", identity: "", keptDate: .zero, size: 0)
    }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("The operation")
        try fields.required("operation", &operation, .text)
        fields.say("What it came from; a value that comes from something else now is not used")
        try fields.required("identity", &identity, .text)
        fields.say("When its operation ended, in microseconds since 1970")
        try fields.required("keptRealtimeUSec", &keptDate, .date)
        fields.say("How many bytes it has as JSON")
        try fields.required("size", &size, .count)
    }
}
