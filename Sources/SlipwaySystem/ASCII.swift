/// Classes of ASCII bytes.
package enum ASCII {
    package static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }

    package static func isLetter(_ byte: UInt8) -> Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
    }

    package static func isAlphanumeric(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) }

    /// A byte of the name of a method or of a header of HTTP: a `tchar` of RFC 9110.
    package static func isToken(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }

    package static func isHexadecimal(_ byte: UInt8) -> Bool { value(ofHexadecimal: byte) != nil }

    /// The value of a hexadecimal digit, 0 to 15; `nil` for another byte.
    package static func value(ofHexadecimal byte: UInt8) -> UInt8? {
        if isDigit(byte) { return byte - UInt8(ascii: "0") }
        let letter = byte | 0x20
        guard UInt8(ascii: "a")...UInt8(ascii: "f") ~= letter else { return nil }
        return letter - UInt8(ascii: "a") + 10
    }
}
