/// What stands in reports, and whether a text may stand there.
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

    /// Makes sure that a message is one line that people can read and a terminal only shows.
    static func check(message: String) throws(Broken) {
        func shown() -> String { bytes(Array(message.utf8), limit: 300) }
        if message.isEmpty { throw Broken("a message is empty") }
        if message.utf8.count > 4096 { throw Broken("a message is long: \(shown())") }
        if message.unicodeScalars.contains(where: isControl) {
            throw Broken("a message has control characters: \(shown())")
        }
    }

    /// Line ends, what moves a cursor, and what turns the direction of writing around.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: scalar.properties.isBidiControl
        }
    }
}
