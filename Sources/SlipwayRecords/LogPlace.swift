package import SlipwayJSON

/// Where the lines of a service are.
package struct LogPlace: Hashable, Sendable {
    /// Whether they are in the journal.
    package var isJournal: Bool
    /// The unit of the service; `nil` if it is in none.
    package var unit: String?
    /// Whether that is a unit of a user's manager, not of the system's.
    package var isUserUnit: Bool
    /// The identity of this run of the unit; `nil` if that is not known.
    package var invocationID: String?
    /// What its standard error is, such as `/dev/pts/3`, where its lines are without the journal; `nil`
    /// if that is not known.
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

extension LogPlace {
    /// The place as `org.slipway.Launch` writes it: type `Log`.
    var json: JSON {
        var object: JSONObject = ["journal": .bool(isJournal)]
        object["unit"] = unit.map { .string($0) }
        object["userUnit"] = .bool(isUserUnit)
        object["invocationId"] = invocationID.map { .string($0) }
        object["output"] = output.map { JSON(message: $0) }
        return .object(object)
    }
}

extension JSONReading<LogPlace> {
    /// A place, as ``LogPlace/json`` writes it.
    static var logPlace: Self {
        .record { fields throws(JSONFieldError) in
            LogPlace(
                isJournal: try fields.required("journal", .bool),
                unit: try fields.optional("unit", .string),
                isUserUnit: try fields.required("userUnit", .bool),
                invocationID: try fields.optional("invocationId", .string),
                output: try fields.optional("output", .string)
            )
        }
    }
}
