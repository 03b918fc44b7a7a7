/// Identities that no other launch or action has.
public enum Identity {
    /// 128 random bits as 32 hexadecimal digits.
    public static func make() -> String {
        let digits: StaticString = "0123456789abcdef"
        var random = SystemRandomNumberGenerator()
        var bits = random.next() as UInt64
        return String(unsafeUninitializedCapacity: 32) { text in
            for position in 0..<32 {
                if position == 16 { bits = random.next() }
                text.initializeElement(at: position, to: digits.utf8Start[Int(bits & 15)])
                bits >>= 4
            }
            return 32
        }
    }

    /// Whether a text is of the form that ``make()`` gives: no name that people choose looks so.
    package static func isOne(_ text: String) -> Bool {
        text.utf8.count == 32 && isBeginning(text)
    }

    /// Whether a text may be the beginning of an identity, long enough to be taken for one.
    package static func isBeginning(_ text: String) -> Bool {
        shortestBeginning...32 ~= text.utf8.count && hasDigits(text)
    }

    /// Whether a text may be meant as the beginning of an identity, and is too short for one.
    package static func isTooShort(_ text: String) -> Bool {
        1..<shortestBeginning ~= text.utf8.count && hasDigits(text)
    }

    /// The least characters of a beginning that is taken for an identity.
    package static let shortestBeginning = 4

    private static func hasDigits(_ text: String) -> Bool {
        text.utf8.allSatisfy { byte in
            UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
        }
    }
}
