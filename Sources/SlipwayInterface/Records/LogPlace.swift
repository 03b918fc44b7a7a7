package import SlipwayVarlink

/// The place of the log lines of a service.
package struct LogPlace: Hashable, Sendable {
    /// The lines are in the journal.
    package var isJournal: Bool
    /// The unit of the service; `nil` if it is in none.
    package var unit: String?
    /// The unit is one of a user's manager, not of the system's.
    package var isUserUnit: Bool
    /// The identity of this run of the unit; `nil` if that is not known.
    package var invocationID: String?
    /// The target of the service's standard error, such as `/dev/pts/3`, to which the lines go
    /// without the journal; `nil` if that is not known.
    package var output: String?

    /// Creates a place.
    package init(
        isJournal: Bool,
        unit: String? = nil,
        isUserUnit: Bool = false,
        invocationID: String? = nil,
        output: String? = nil
    ) {
        self.isJournal = isJournal
        self.unit = unit
        self.isUserUnit = isUserUnit
        self.invocationID = invocationID
        self.output = output
    }
}

extension LogPlace: NamedRecord {
    package static var declaration: Declaration {
        Declaration("Log", "Where the lines of a service, and of its programs, are")
    }
    package static var blank: Self { Self(isJournal: false) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("Whether they are in the journal")
        try fields.required("journal", &isJournal, .flag)
        fields.say("The unit that it runs in; absent for none")
        try fields.optional("unit", &unit, .text)
        fields.say("Whether that is a unit of a user's manager, not of the system's")
        try fields.required("userUnit", &isUserUnit, .flag)
        fields.say("The identity of this run of the unit; absent when that is not known")
        try fields.optional("invocationId", &invocationID, .text)
        fields.say(
            "What its standard error is, where they are without the journal; absent when that is "
                + "not known"
        )
        try fields.optional("output", &output, .message)
    }
}
