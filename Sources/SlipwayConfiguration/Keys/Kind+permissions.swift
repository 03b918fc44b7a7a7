internal import SlipwayJSON

extension Kind where Value == UInt32 {
    /// Permissions in octal digits.
    static var mode: Kind {
        Kind(.mode, shown: { "\"0\(String($0, radix: 8))\"" }) { $0.mode($1) }
    }
}

extension ConfigurationDecoder {
    fileprivate func mode(_ field: Field) -> UInt32? {
        let expected = "permissions as three octal digits, such as \"0644\""
        guard let text = text(field, expected: expected) else { return nil }
        if case .scalar(let scalar) = field.node.content, scalar.isPlain,
            let reading = Self.readings(ofBareMode: text)
        {
            report(reading, at: field.node.origin, field.path)
            return nil
        }
        let isMode =
            text.utf8.count == 3 || text.utf8.count == 4 && text.utf8.first == UInt8(ascii: "0")
        guard isMode, text.utf8.allSatisfy({ "01234567".utf8.contains($0) }),
            let mode = UInt32(text, radix: 8)
        else {
            reject(field, expected: expected)
            return nil
        }
        return mode
    }

    /// The fault of a number without a zero in front and without quotes; `nil` if it has one
    /// meaning.
    ///
    /// Other tools write permissions in decimal.
    private static func readings(ofBareMode text: String) -> String? {
        guard let first = text.utf8.first, first != UInt8(ascii: "0"),
            let decimal = UInt32(text), decimal <= 0o777
        else { return nil }
        let asDecimal = "\"0\(String(decimal, radix: 8))\" if that is decimal"
        return UInt32(text, radix: 8) == nil
            ? "\(text) is not octal; write \(asDecimal)"
            : "\(text) can be read in two ways; write \"0\(text)\" if that is octal, or \(asDecimal)"
    }
}

extension KeyType {
    static var mode: KeyType {
        KeyType(
            "three octal digits, in quotes",
            [
                "oneOf": [
                    ["type": "string", "pattern": "^0?[0-7]{3}$"],
                    ["type": "integer", "minimum": 0, "maximum": 777],
                ]
            ]
        )
    }
}
