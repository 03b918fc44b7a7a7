package import SlipwayJSON

/// Writes the fields of a record into an object.
struct RecordWriter: FieldVisitor {
    var offsets: Offsets
    private(set) var object = JSONObject()

    init(_ offsets: Offsets) { self.offsets = offsets }

    mutating func field<Type: WireType>(
        _ name: String,
        _ value: Type.Value?,
        _ type: Type,
        _ presence: Presence,
        _ set: (Type.Value?) -> Void
    ) {
        if let value { object[name] = type.json(value, offsets) }
    }
}

extension Record {
    /// The record as an object; its instants count from the zero of `offsets`.
    package func object(_ offsets: Offsets = Offsets()) -> JSONObject {
        var (copy, writer) = (self, RecordWriter(offsets))
        // Only a reader finds faults.
        try? copy.visit(&writer)
        return writer.object
    }

    /// The record as JSON; its instants count from the zero of `offsets`.
    package func json(_ offsets: Offsets = Offsets()) -> JSON { .object(object(offsets)) }
}
