internal import Slipway

/// Text of a stranger's as it may stand in a message: short, on one line, and without characters
/// that a terminal would obey.
package enum Quoting {
    /// The text in single quotes.
    package static func quoted(_ text: some StringProtocol) -> String { "'\(shown(text))'" }

    /// The text as ``Swift/StringProtocol/printable``, cut after `limit` characters (Unicode
    /// scalars).
    package static func shown(_ text: some StringProtocol, limit: Int = 60) -> String {
        let end = text.unicodeScalars.index(
            text.startIndex,
            offsetBy: limit,
            limitedBy: text.endIndex
        )
        guard let end, end < text.endIndex else { return text.printable }
        return text[..<end].printable + "…"
    }

    /// The start of bytes that need not be text: at most `limit` of them.
    package static func shown(bytes: some Collection<UInt8>, limit: Int = 60) -> String {
        let text = String(decoding: bytes.prefix(limit), as: UTF8.self).printable
        return bytes.count > limit ? text + "…" : text
    }

    /// `a`, `a or b`, `a, b or c`.
    static func alternatives(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }
}
