/// Bytes as text, as RFC 4648 has it, with padding.
package enum Base64 {
    private static let digits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    )

    /// Writes bytes.
    package static func text(of bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let word = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0..<4 {
                let isPadding = place > group.count
                text.append(
                    isPadding ? UInt8(ascii: "=") : digits[word >> (18 - 6 * place) & 0x3f]
                )
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads what ``text(of:)`` writes; `nil` for anything else.
    package static func bytes(of text: String) -> [UInt8]? {
        let text = Array(text.utf8)
        guard text.count % 4 == 0 else { return nil }
        let padding = text.suffix(2).count { $0 == UInt8(ascii: "=") }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var (word, count) = (0, 0)
        for character in text.dropLast(padding) {
            guard let value = value(of: character) else { return nil }
            word = (word << 6 | value) & 0xff_ffff
            count += 1
            if count % 4 == 0 { bytes += [16, 8, 0].map { UInt8(word >> $0 & 0xff) } }
        }
        switch count % 4 {
        case 2: bytes.append(UInt8(word >> 4 & 0xff))
        case 3: bytes += [UInt8(word >> 10 & 0xff), UInt8(word >> 2 & 0xff)]
        case 0: break
        default: return nil
        }
        return self.text(of: bytes).utf8.elementsEqual(text) ? bytes : nil
    }

    /// Reads the form for URLs, without padding, as tokens have it; `nil` for anything else.
    package static func bytes(ofURLText text: String) -> [UInt8]? {
        guard !text.contains(where: { "+/=".contains($0) }) else { return nil }
        let digits = text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
        return bytes(of: String(digits) + String(repeating: "=", count: (4 - text.count % 4) % 4))
    }

    private static func value(of digit: UInt8) -> Int? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(digit) - 65
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(digit) - 71
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(digit) + 4
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
