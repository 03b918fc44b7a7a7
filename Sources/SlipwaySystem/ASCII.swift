/// Classes of ASCII bytes.
enum ASCII {
    static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }

    static func isLetter(_ byte: UInt8) -> Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
    }

    static func isAlphanumeric(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) }

    static func isHexadecimal(_ byte: UInt8) -> Bool { value(ofHexadecimal: byte) != nil }

    static func value(ofHexadecimal byte: UInt8) -> UInt8? {
        if isDigit(byte) { return byte - UInt8(ascii: "0") }
        let letter = byte | 0x20
        guard UInt8(ascii: "a")...UInt8(ascii: "f") ~= letter else { return nil }
        return letter - UInt8(ascii: "a") + 10
    }
}
