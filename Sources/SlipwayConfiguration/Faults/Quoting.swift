internal import Slipway

/// Makes untrusted text fit for a message: short, on one line, without characters that control a
/// terminal.
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

    /// `a`, `a or b`, `a, b or c`; of a long list the first ones and a count.
    static func alternatives(_ words: [String], limit: Int = 30) -> String {
        let most = words.count > limit ? limit - 1 : words.count
        let shown = words[..<most] + (words.count > most ? ["\(words.count - most) others"] : [])
        guard let last = shown.last, shown.count > 1 else { return shown.first ?? "" }
        return shown.dropLast().joined(separator: ", ") + " or " + last
    }
}
