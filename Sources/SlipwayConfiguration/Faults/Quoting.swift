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
}
