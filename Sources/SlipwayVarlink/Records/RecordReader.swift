package import SlipwayJSON

/// Reads the fields of a record from an object.
struct RecordReader: FieldVisitor {
    var offsets: Offsets
    private let object: JSONObject
    private var asked: [String] = []

    init(_ object: JSONObject, _ offsets: Offsets) {
        self.object = object
        self.offsets = offsets
    }

    mutating func field<Type: WireType>(
        _ name: String,
        _ value: Type.Value?,
        _ type: Type,
        _ presence: Presence,
        _ set: (Type.Value?) -> Void
    ) throws(JSONFieldError) {
        asked.append(name)
        // `null` and absent mean the same.
        guard let json = object[name], !json.isNull else {
            switch presence {
            case .required:
                throw JSONFieldError(path: name, reason: .missing(expected: type.expected))
            case .optional: set(nil)
            case .defaulted: break
            }
            return
        }
        let read: Type.Value
        do { read = try type.read(json, offsets) } catch { throw error.within(name) }
        set(read)
    }

    /// Fails when the object has a field that the record does not have.
    func rejectUnknown() throws(JSONFieldError) {
        for (key, _) in object where !asked.contains(key) {
            throw JSONFieldError(path: key, reason: .unknown)
        }
    }
}

extension Record {
    /// Reads a record; fields that it does not have are ignored, as the protocol asks of readers of
    /// replies.
    ///
    /// - Parameters:
    ///   - json: An object.
    ///   - offsets: The zero of its instants.
    /// - Throws: The field that is not as declared.
    package init(
        _ json: JSON,
        _ offsets: Offsets = Offsets()
    ) throws(JSONFieldError) {
        guard case .object(let object) = json else {
            throw JSONFieldError(json, isNot: "an object")
        }
        var reader = RecordReader(object, offsets)
        self = Self.blank
        try visit(&reader)
    }

    /// Reads the parameters of a call; a field that is not declared is a fault.
    package init(whole object: JSONObject) throws(JSONFieldError) {
        var reader = RecordReader(object, Offsets())
        self = Self.blank
        try visit(&reader)
        try reader.rejectUnknown()
    }
}

/// Parameters, or a reply, without fields.
package protocol EmptyRecord: Record {
    init()
}

extension EmptyRecord {
    package static var blank: Self { Self() }
    package mutating func visit(_ fields: inout some FieldVisitor) {}
}

/// The parameters of a method that takes none.
package struct NoParameters: EmptyRecord {
    package init() {}
}

extension Record {
    /// Reads the parameters of a call.
    ///
    /// - Throws: The error for the peer: a parameter is unknown, missing or of the wrong type.
    package init(parametersOf call: VarlinkCall) throws(VarlinkError) {
        do throws(JSONFieldError) {
            try self.init(whole: call.parameters)
        } catch {
            throw VarlinkError(error)
        }
    }
}
