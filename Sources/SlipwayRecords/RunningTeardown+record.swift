internal import Slipway
internal import SlipwayJSON

extension RunningTeardown {
    /// The teardown as `org.slipway.Launch` writes it: type `TearingDown`.
    func json(_ offsets: Offsets) -> JSON {
        var object: JSONObject = ["name": .string(name)]
        object["sinceUSec"] = offsets.json(since)
        return .object(object)
    }
}

extension JSONReading<RunningTeardown> {
    /// A teardown, as ``RunningTeardown/json(_:)`` writes it.
    static func teardown(_ offsets: Offsets) -> Self {
        .record { fields throws(JSONFieldError) in
            RunningTeardown(
                name: try fields.required("name", .string),
                since: try fields.required("sinceUSec", offsets.instant)
            )
        }
    }
}
