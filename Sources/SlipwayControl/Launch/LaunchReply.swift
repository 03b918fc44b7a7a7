package import Slipway
package import SlipwayJSON
package import SlipwayRecords

/// The outputs of the methods of `org.slipway.Launch` with one reply; the daemon writes them, the
/// command reads them.
package enum LaunchReply {
    /// The output of `GetStatus`.
    package static func status(_ status: LaunchStatus) -> JSONObject { ["status": status.json] }

    /// The output of `GetReport`; with counts if the report does not have every action.
    package static func launch(
        _ report: Report,
        counting counts: ActionCounts? = nil
    ) -> JSONObject {
        var object: JSONObject = ["launch": report.json]
        object["actions"] = counts?.json
        return object
    }

    /// Reads the counts in the output of `GetReport`; `nil` if the report has every action.
    package static func counts(in parameters: JSON) throws(JSONFieldError) -> ActionCounts? {
        try JSONReading.record { fields throws(JSONFieldError) in
            try fields.optional("actions", .actionCounts)
        }.read(parameters)
    }

    /// The output of `Explain`.
    package static func explanation(_ explanation: Explanation) -> JSONObject {
        ["explanation": explanation.json]
    }

    /// The output of `PurgeActions`: how many records there were.
    package static func purged(_ count: Int) -> JSONObject { ["purged": .integer(Int64(count))] }

    /// Reads the output of `PurgeActions`.
    package static func purged(in parameters: JSON) throws(JSONFieldError) -> Int {
        try field("purged", .count, in: parameters)
    }

    /// The output of `PauseQueue` and `ResumeQueue`: whether the call changed anything.
    package static func changed(_ changed: Bool) -> JSONObject { ["changed": .bool(changed)] }

    /// The output of `CancelOperation` and `CancelAction`: whether the call changed anything, and the
    /// state, in a word, after it; `nil` if that is not known.
    package static func cancelled(_ changed: Bool, state: String?) -> JSONObject {
        var object = Self.changed(changed)
        object["state"] = state.map { .string($0) }
        return object
    }

    /// Reads the state in the output of `CancelOperation` and `CancelAction`; `nil` of an older daemon.
    package static func state(in parameters: JSON) throws(JSONFieldError) -> String? {
        try JSONReading.record { fields throws(JSONFieldError) in
            try fields.optional("state", .string)
        }.read(parameters)
    }

    /// Reads the output of `PauseQueue`, `ResumeQueue`, `CancelOperation` and `CancelAction`.
    package static func changed(in parameters: JSON) throws(JSONFieldError) -> Bool {
        try field("changed", .bool, in: parameters)
    }

    /// The output of `StartProgram`, `StopProgram` and `RestartProgram`.
    package static func program(_ program: ProgramStatus, _ offsets: Offsets) -> JSONObject {
        ["program": program.json(offsets)]
    }

    /// Reads the output of `StartProgram`, `StopProgram` and `RestartProgram`.
    package static func program(in parameters: JSON) throws(JSONFieldError) -> ProgramStatus {
        try field("program", .program(Offsets()), in: parameters)
    }

    /// Reads the output of `GetStatus`.
    package static func status(in parameters: JSON) throws(JSONFieldError) -> LaunchStatus {
        try field("status", .launchStatus, in: parameters)
    }

    /// Reads the output of `GetReport`.
    package static func launch(in parameters: JSON) throws(JSONFieldError) -> Report {
        try field("launch", .launch, in: parameters)
    }

    /// Reads the output of `Explain`.
    package static func explanation(in parameters: JSON) throws(JSONFieldError) -> Explanation {
        try field("explanation", .explanation, in: parameters)
    }

    private static func field<Value>(
        _ key: String,
        _ reading: JSONReading<Value>,
        in parameters: JSON
    ) throws(JSONFieldError) -> Value {
        try JSONReading.record { fields throws(JSONFieldError) in
            try fields.required(key, reading)
        }.read(parameters)
    }
}
