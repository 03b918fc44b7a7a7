/// Identities that no other launch or action has.
public enum Identity {
    /// 128 random bits as 32 hexadecimal digits.
    public static func make() -> String {
        var random = SystemRandomNumberGenerator()
        return text(random.next(), random.next())
    }

    /// 128 bits as hexadecimal digits.
    static func text(_ first: UInt64, _ second: UInt64) -> String {
        let digits: StaticString = "0123456789abcdef"
        return String(unsafeUninitializedCapacity: 32) { text in
            for position in 0..<32 {
                let bits = (position < 16 ? first : second) >> UInt64(60 - position % 16 * 4)
                text.initializeElement(at: position, to: digits.utf8Start[Int(bits & 15)])
            }
            return 32
        }
    }

    /// The bits of an identity of the form that ``make()`` gives; `nil` for any other text.
    static func bits(of text: String) -> (UInt64, UInt64)? {
        guard text.utf8.count == 32 else { return nil }
        var bits: (UInt64, UInt64) = (0, 0)
        for byte in text.utf8 {
            guard let digit = digit(byte) else { return nil }
            bits = (bits.0 << 4 | bits.1 >> 60, bits.1 << 4 | digit)
        }
        return bits
    }

    /// Tells whether a text is of the form that ``make()`` gives: no name that people choose looks
    /// so.
    package static func isOne(_ text: String) -> Bool { bits(of: text) != nil }

    /// Tells whether a text may be the beginning of an identity, long enough to be taken for one.
    package static func isBeginning(_ text: String) -> Bool {
        shortestBeginning...32 ~= text.utf8.count && hasDigits(text)
    }

    /// Tells whether a text may be meant as the beginning of an identity, and is too short for one.
    package static func isTooShort(_ text: String) -> Bool {
        1..<shortestBeginning ~= text.utf8.count && hasDigits(text)
    }

    /// The least characters of a beginning that is taken for an identity.
    package static let shortestBeginning = 4

    private static func hasDigits(_ text: String) -> Bool {
        text.utf8.allSatisfy { digit($0) != nil }
    }

    private static func digit(_ byte: UInt8) -> UInt64? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
        default: nil
        }
    }
}
