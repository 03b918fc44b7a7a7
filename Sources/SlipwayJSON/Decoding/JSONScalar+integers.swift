/// Whole numbers that fit the type and 64 bits with a sign: a larger number of a JSON text is
/// rounded.
extension JSONScalar where Self: FixedWidthInteger {
    static var expected: String {
        guard bitWidth >= 64 else { return range }
        return isSigned ? "a whole number" : "a whole number from 0 on"
    }

    private static var range: String {
        "a whole number from \(Int64(clamping: min)) to \(Int64(clamping: max))"
    }

    /// The greatest magnitude up to which a whole double is exactly the number that was written.
    private static var greatestExact: Double { 0x1p53 }

    init?(reading json: JSON) {
        switch json {
        case .integer(let value): self.init(exactly: value)
        case .number(let value) where value.magnitude <= Self.greatestExact:
            self.init(exactly: value)
        case .number, .decimal, .null, .bool, .string, .array, .object: return nil
        }
    }

    static func misfit(_ json: JSON) -> String? {
        switch json {
        case .integer: "is out of range; expected \(range)"
        case .number(let value) where value.magnitude <= greatestExact:
            value == value.rounded()
                ? "is out of range; expected \(range)" : "has a fraction; expected \(expected)"
        case .number(let value) where value.magnitude < 0x1p63 && Self(exactly: value) != nil:
            "is too large to be written with a fraction or an exponent; expected \(range)"
        case .number, .decimal: "is out of range; expected \(range)"
        case .null, .bool, .string, .array, .object: nil
        }
    }
}

extension Int: JSONScalar {}
extension Int8: JSONScalar {}
extension Int16: JSONScalar {}
extension Int32: JSONScalar {}
extension Int64: JSONScalar {}
extension Int128: JSONScalar {}
extension UInt: JSONScalar {}
extension UInt8: JSONScalar {}
extension UInt16: JSONScalar {}
extension UInt32: JSONScalar {}
extension UInt64: JSONScalar {}
extension UInt128: JSONScalar {}
