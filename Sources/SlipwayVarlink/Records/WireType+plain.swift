internal import Slipway
package import SlipwayJSON

/// Text.
package struct TextType: ScalarType {
    /// The most bytes of UTF-8 that are accepted; `nil` for any number.
    var limit: Int?
    /// The most bytes that are written: what is longer is cut.
    var cut: Int?
    package var declaration = "string"

    package var expected: String {
        limit.map { "a string of at most \($0) bytes" } ?? "a string"
    }

    package func json(_ value: String, _ offsets: Offsets) -> JSON {
        .string(cut.map { value.cut(to: $0) } ?? value)
    }

    package func value(of json: JSON, _ offsets: Offsets) -> String? {
        guard case .string(let text) = json, text.utf8.count <= limit ?? .max else { return nil }
        return text
    }
}

extension WireType where Self == TextType {
    package static var text: Self { TextType() }

    /// Text of at most so many bytes of UTF-8.
    package static func text(upTo limit: Int) -> Self { TextType(limit: limit) }

    /// The name of something, of at most ``TextLimit/name`` bytes.
    package static var name: Self { .text(upTo: TextLimit.name) }

    /// A message, cut to ``TextLimit/message`` when it is written.
    package static var message: Self { TextType(cut: TextLimit.message) }
}

/// A number without a fraction.
package struct IntegerType<Value: FixedWidthInteger & Sendable>: ScalarType {
    var accepted: ClosedRange<Int64> = 0...Int64.max
    package var declaration: String { "int" }

    package var expected: String {
        accepted.upperBound == .max
            ? "an integer from \(accepted.lowerBound) on"
            : "an integer from \(accepted.lowerBound) to \(accepted.upperBound)"
    }

    package func json(_ value: Value, _ offsets: Offsets) -> JSON {
        .integer(Int64(clamping: value))
    }

    package func value(of json: JSON, _ offsets: Offsets) -> Value? {
        guard case .integer(let number) = json, accepted ~= number else { return nil }
        return Value(clamping: number)
    }
}

extension WireType where Self == IntegerType<Int> {
    /// A number of things: at least 0.
    package static var count: Self { IntegerType() }

    /// A number within bounds.
    package static func count(in accepted: ClosedRange<Int>) -> Self {
        IntegerType(accepted: Int64(accepted.lowerBound)...Int64(accepted.upperBound))
    }
}

extension WireType where Self == IntegerType<Int32> {
    /// A number of the kernel, of a process or an error, at least 0; what is larger than it can be is
    /// read as the largest.
    package static var number: Self { IntegerType() }
}

extension WireType where Self == IntegerType<UInt32> {
    /// The number of a user.
    package static var user: Self { IntegerType() }
}

/// `true` or `false`.
package struct FlagType: ScalarType {
    package var expected: String { "true or false" }
    package var declaration: String { "bool" }
    package func json(_ value: Bool, _ offsets: Offsets) -> JSON { .bool(value) }
    package func value(of json: JSON, _ offsets: Offsets) -> Bool? { json.boolValue }
}

extension WireType where Self == FlagType {
    package static var flag: Self { FlagType() }
}

/// An object with any members.
package struct ObjectType: ScalarType {
    package var expected: String { "an object" }
    package var declaration: String { "object" }
    package func json(_ value: JSONObject, _ offsets: Offsets) -> JSON { .object(value) }
    package func value(of json: JSON, _ offsets: Offsets) -> JSONObject? { json.objectValue }
}

extension WireType where Self == ObjectType {
    package static var object: Self { ObjectType() }
}

/// Bytes, as Base64.
package struct BytesType: ScalarType {
    package var expected: String { "bytes as base64" }
    package var declaration: String { "string" }

    package func json(_ value: [UInt8], _ offsets: Offsets) -> JSON {
        .string(Base64.text(of: value))
    }

    package func value(of json: JSON, _ offsets: Offsets) -> [UInt8]? {
        json.stringValue.flatMap { Base64.bytes(of: $0) }
    }
}

extension WireType where Self == BytesType {
    package static var base64: Self { BytesType() }
}
