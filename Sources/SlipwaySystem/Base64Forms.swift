/// The digits by which Base64 writes some bytes wherever they stand, in its usual alphabet and in
/// that of URLs.
enum Base64Forms {
    private static let usual = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    )
    private static let ofURLs = Array(usual.dropLast(2) + "-_".utf8)

    /// The forms of bytes behind none, one or two other bytes of their group of three.
    ///
    /// Digits that also depend on the bytes around are left out.
    static func forms(of bytes: [UInt8]) -> [[UInt8]] {
        (0..<3).flatMap { before in
            let values = values(of: bytes, behind: before)
            let forms = [usual, ofURLs].map { digits in values.map { digits[$0] } }
            return forms[0] == forms[1] ? [forms[0]] : forms
        }
    }

    private static func values(of bytes: [UInt8], behind before: Int) -> [Int] {
        let padded = [UInt8](repeating: 0, count: before) + bytes
        // The digits of which all six bits are of these bytes.
        let first = (8 * before + 5) / 6
        return (first..<(8 * padded.count / 6)).map { digit in
            let (byte, bit) = ((6 * digit) / 8, (6 * digit) % 8)
            let next = byte + 1 < padded.count ? Int(padded[byte + 1]) : 0
            return (Int(padded[byte]) << 8 | next) >> (10 - bit) & 0x3f
        }
    }
}
