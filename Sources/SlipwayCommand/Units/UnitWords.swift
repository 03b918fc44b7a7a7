/// Splits a value of a unit into words, as systemd does: quotes, escapes of C, and lines of commands.
enum UnitWords {
    /// The words of a value; `nil` if a quote is not closed.
    static func split(_ text: some StringProtocol) -> [String]? {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var rest = text[...]
        while let character = rest.popFirst() {
            switch character {
            case "\\":
                word = (word ?? "") + escape(&rest)
            case "\"", "'":
                if quote == character {
                    quote = nil
                } else if quote == nil {
                    quote = character
                    word = word ?? ""
                } else {
                    word?.append(character)
                }
            case " ", "\t":
                if quote != nil {
                    word?.append(character)
                } else if let ended = word {
                    words.append(ended)
                    word = nil
                }
            default: word = (word ?? "") + String(character)
            }
        }
        guard quote == nil else { return nil }
        return words + (word.map { [$0] } ?? [])
    }

    /// The commands of a line: a word `;` separates them, `\;` is that sign.
    static func commands(_ text: String) -> [String] {
        var commands: [[Substring]] = [[]]
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            if word == ";" {
                commands.append([])
            } else {
                commands[commands.count - 1].append(word == "\\;" ? ";" : word)
            }
        }
        return commands.map { $0.joined(separator: " ").trimmed }.filter { !$0.isEmpty }
    }

    /// The characters that an escape stands for, from its backslash on; an unknown one stays as it is.
    private static func escape<Text: StringProtocol>(_ rest: inout Text) -> String
    where Text.SubSequence == Text {
        guard let character = rest.popFirst() else { return "\\" }
        let plain: [Character: String] = [
            "a": "\u{7}", "b": "\u{8}", "f": "\u{C}", "n": "\n", "r": "\r", "t": "\t", "v": "\u{B}",
            "s": " ", "\\": "\\", "\"": "\"", "'": "'",
        ]
        if let text = plain[character] { return text }
        let digits: (count: Int, radix: Int)? =
            switch character {
            case "x": (2, 16)
            case "u": (4, 16)
            case "U": (8, 16)
            default: nil
            }
        guard let digits, let code = UInt32(rest.prefix(digits.count), radix: digits.radix),
            rest.count >= digits.count, let scalar = Unicode.Scalar(code), code > 0
        else { return "\\" + String(character) }
        rest = rest.dropFirst(digits.count)
        return String(Character(scalar))
    }
}
