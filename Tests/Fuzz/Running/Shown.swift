/// Formats bytes for reports, and checks messages.
enum Shown {
    /// Bytes in ASCII, with `\xNN` for everything else.
    static func bytes(_ bytes: [UInt8], limit: Int) -> String {
        let text = bytes.prefix(limit).reduce(into: "") { text, byte in
            switch byte {
            case UInt8(ascii: "\\"): text += "\\\\"
            case 0x20...0x7E: text.unicodeScalars.append(Unicode.Scalar(byte))
            default: text += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
        return bytes.count > limit ? "\(text)… (\(bytes.count) bytes)" : text
    }

    /// Checks that a message is one readable line that does not control a terminal.
    static func check(message: String) throws(Broken) {
        func shown() -> String { bytes(Array(message.utf8), limit: 300) }
        if message.isEmpty { throw Broken("a message is empty") }
        if message.utf8.count > 4096 { throw Broken("a message is long: \(shown())") }
        if message.unicodeScalars.contains(where: isControl) {
            throw Broken("a message has control characters: \(shown())")
        }
    }

    /// Line ends, and characters that move the cursor or change the writing direction.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: scalar.properties.isBidiControl
        }
    }
}
