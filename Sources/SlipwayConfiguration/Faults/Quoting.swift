/// Text of a stranger's file as it may stand in a message: short, on one line, and without
/// characters that a terminal would obey.
enum Quoting {
    private static let limit = 60

    /// The text in single quotes.
    static func quoted(_ text: some StringProtocol) -> String { "'\(shown(text))'" }

    /// The text, control characters escaped and cut after 60 characters.
    static func shown(_ text: some StringProtocol) -> String {
        var shown = ""
        for scalar in text.unicodeScalars.prefix(limit) {
            shown += isSafe(scalar) ? String(scalar) : scalar.escaped(asASCII: true)
        }
        let isWhole = text.unicodeScalars.dropFirst(limit).isEmpty
        return isWhole ? shown : shown + "…"
    }

    /// `a`, `a or b`, `a, b or c`.
    static func alternatives(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }

    private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: false
        default: true
        }
    }
}
