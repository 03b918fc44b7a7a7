/// Reads the fields of one object by name and type, and finds fields that were not asked for.
///
/// `null` and absent mean the same, as in Varlink.
package struct JSONFields {
    private let object: JSONObject
    private var asked: [String] = []

    /// Starts to read an object.
    package init(_ object: JSONObject) {
        self.object = object
    }

    /// Reads an object and requires that every field of it is read.
    ///
    /// - Throws: Also when `object` has a field that `body` did not ask for.
    package static func readAll<Value>(
        _ object: JSONObject,
        _ body: (inout JSONFields) throws(JSONFieldError) -> Value
    ) throws(JSONFieldError) -> Value {
        var fields = JSONFields(object)
        let value = try body(&fields)
        try fields.rejectUnknown()
        return value
    }

    /// The field `key`, which must be there.
    package mutating func required<Value>(
        _ key: String,
        _ reading: JSONReading<Value>
    ) throws(JSONFieldError) -> Value {
        guard let value = try optional(key, reading) else {
            throw JSONFieldError(path: key, reason: .missing(expected: reading.expected))
        }
        return value
    }

    /// The field `key`; `nil` when it is absent or `null`.
    package mutating func optional<Value>(
        _ key: String,
        _ reading: JSONReading<Value>
    ) throws(JSONFieldError) -> Value? {
        asked.append(key)
        guard let json = object[key], json != .null else { return nil }
        do { return try reading.read(json) } catch { throw error.within(key) }
    }

    /// Fails when the object has a field that was not asked for.
    package func rejectUnknown() throws(JSONFieldError) {
        for (key, _) in object where !asked.contains(key) {
            throw JSONFieldError(path: key, reason: .unknown)
        }
    }
}
