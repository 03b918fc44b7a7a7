package import Slipway
package import SlipwayJSON

extension StorageTrouble {
    /// The trouble as `org.slipway.Launch` writes it: type `Storage`.
    package func json(_ offsets: Offsets) -> JSON {
        var object: JSONObject = [
            "state": .string(kind.rawValue), "message": JSON(message: message),
        ]
        object["sinceUSec"] = offsets.json(since)
        return .object(object)
    }
}

extension JSONReading<StorageTrouble> {
    /// A trouble, as ``StorageTrouble/json(_:)`` writes it.
    static func storage(_ offsets: Offsets) -> Self {
        .record { fields throws(JSONFieldError) in
            StorageTrouble(
                try fields.required("state", .oneOf(StorageTrouble.Kind.self)),
                try fields.required("message", .string),
                since: try fields.required("sinceUSec", offsets.instant)
            )
        }
    }
}
